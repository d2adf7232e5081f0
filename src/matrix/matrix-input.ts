/** What the library takes as data: typed arrays, arrays of rows, or a Matrix; and labels of any kind. */
import { UserError } from '../errors.js';
import type { ClassTarget, Matrix, NumericArray } from '../types.js';
import { checkGivenMatrix } from './check-matrix.js';

/** A flat row-major array with its number of columns. */
export interface FlatInput {
  readonly values: NumericArray;
  readonly columnCount: number;
}

export type MatrixInput = Matrix | FlatInput | readonly ArrayLike<number>[];
export type LabelInput = ArrayLike<string | number>;

export function toMatrix(x: MatrixInput): Matrix {
  if (Array.isArray(x)) return fromRows(x as readonly ArrayLike<number>[]);
  if ('kind' in x) {
    checkGivenMatrix(x);
    return x;
  }
  const { values, columnCount } = x as FlatInput;
  if (!ArrayBuffer.isView(values) || !Number.isSafeInteger(columnCount) || columnCount < 1) {
    throw new UserError('usage', 'expected an array of rows, { values, columnCount } with a typed array, or a Matrix');
  }
  const rowCount = values.length / columnCount;
  if (!Number.isSafeInteger(rowCount)) {
    throw new UserError('data', `${values.length} values are not whole rows of ${columnCount} columns`);
  }
  return { kind: 'dense', rowCount, columnCount, values };
}

function fromRows(rows: readonly ArrayLike<number>[]): Matrix {
  const rowCount = rows.length;
  const columnCount = rows[0]?.length ?? 0;
  const values = new Float64Array(rowCount * columnCount);
  rows.forEach((row, at) => {
    if (row.length !== columnCount) {
      throw new UserError('data', `row ${at}: expected ${columnCount} values as in row 0, got ${row.length}`);
    }
    for (let column = 0; column < columnCount; column++) {
      const cell: unknown = row[column];
      if (typeof cell !== 'number') {
        throw new UserError('data', `row ${at}, column ${column}: expected a number, got ${JSON.stringify(cell)}`);
      }
      values[at * columnCount + column] = cell;
    }
  });
  return { kind: 'dense', rowCount, columnCount, values };
}

/** Classes in the order of the sorted distinct labels: numbers by value, text by its characters. */
export function toClasses(y: LabelInput, rowCount: number): ClassTarget {
  if (typeof y?.length !== 'number') {
    throw new UserError('usage', `expected the class of every row, as an array, got ${JSON.stringify(y) ?? y}`);
  }
  if (y.length !== rowCount) throw new UserError('data', `expected ${rowCount} labels, one a row, got ${y.length}`);
  const given = Array.from(y);
  const bad = given.findIndex((label) => typeof label !== 'string' && !Number.isFinite(label));
  if (bad >= 0) throw new UserError('data', `label ${bad}: expected text or a finite number, got ${given[bad]}`);
  refuseMeasured(given);
  const distinct = [...new Set(given)].sort((a, b) =>
    typeof a === 'number' && typeof b === 'number' ? a - b : String(a) < String(b) ? -1 : 1,
  );
  const place = new Map(distinct.map((label, index) => [label, index]));
  return {
    kind: 'classes',
    labels: Int32Array.from(given, (label) => place.get(label)!),
    classNames: distinct.map(String),
  };
}

/** So many different numbers may be classes, however few rows there are. */
const fewNumbers = 10;

/**
 * Numbers that are measured and not counted off: fractions, or more different ones than half the rows. Each would be
 * taken for a class of its own. (scikit-learn draws the line at fractions, too: `type_of_target`.)
 */
function refuseMeasured(labels: readonly (string | number)[]): void {
  if (labels.some((label) => typeof label !== 'number')) return;
  const distinct = new Set(labels).size;
  const fraction = labels.find((label) => !Number.isInteger(label));
  if (fraction === undefined && (distinct <= fewNumbers || distinct <= labels.length / 2)) return;
  throw new UserError(
    'data',
    `the labels look like a measured quantity and not like classes: ${distinct} different numbers in ` +
      `${labels.length} rows, such as ${fraction ?? labels[0]}`,
    { advice: ['cut it into classes first', 'give the classes as text'] },
  );
}
