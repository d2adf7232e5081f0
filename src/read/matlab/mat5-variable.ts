/** One variable of a MATLAB level 5 file: its name and shape, and its cells when they are asked for. */
import { UserError } from '../../errors.js';
import { denseFromColumns, sparseFromColumns } from '../../matrix/from-columns.js';
import { hasRepeats } from '../../matrix/sort-sparse-rows.js';
import { finish, type Steps } from '../../turns.js';
import type { Matrix } from '../../types.js';
import { textOfNumbers } from '../matrix-table.js';
import type { Variable } from '../pick-variables.js';
import { damaged, type Element, elementType, type MatBytes, readElement, readNumbers } from './mat5-elements.js';

export interface MatVariable extends Variable {
  readonly isCell: boolean;
  readMatrix(): Steps<Matrix>;
  /** The cells as a target: one text a row. */
  readTarget(): (string | undefined)[];
}

const classCell = 1;
const classChar = 4;
const classSparse = 5;
const firstNumericClass = 6;
const lastNumericClass = 15;
const complexFlag = 0x0800;

/** More rows of a sparse matrix are taken for a damaged shape: they cost memory although nothing is stored in them. */
const mostSparseRows = 100_000_000;

interface Parts {
  readonly mat: MatBytes;
  readonly cls: number;
  readonly shape: readonly number[];
  /** The elements after the name. */
  readonly data: readonly Element[];
}

/** Undefined where the variable is of a class that holds no numbers or text: structures, objects, functions. */
export function readMatVariable(mat: MatBytes, element: Element): MatVariable | undefined {
  const elements: Element[] = [];
  for (let at = element.from; at < element.to; at = elements[elements.length - 1].next) {
    elements.push(readElement(mat, at, element.to));
  }
  const [flags, dimensions, label, ...data] = elements;
  if (label === undefined) return undefined;
  const flagWord = readNumbers(mat, flags)[0];
  const cls = flagWord & 0xff;
  const isNumber = cls === classSparse || (cls >= firstNumericClass && cls <= lastNumericClass);
  if (!isNumber && cls !== classCell && cls !== classChar) return undefined;
  const shape = [...readNumbers(mat, dimensions)];
  if (shape.length < 2 || shape.some((extent) => extent < 0)) throw damaged(mat.name, `shape ${shape.join(' x ')}`);
  const name = new TextDecoder().decode(mat.bytes.subarray(label.from, label.to));
  const parts: Parts = { mat, cls, shape, data };
  return {
    name,
    shape,
    isCell: cls === classCell,
    isNumeric: isNumber && (flagWord & complexFlag) === 0,
    readMatrix: () => readMatrix(parts, name),
    readTarget: () => readTarget(parts, name),
  };
}

function* readMatrix(parts: Parts, name: string): Steps<Matrix> {
  if (parts.cls === classSparse) return yield* readSparse(parts, name);
  const { mat, shape } = parts;
  const [values] = parts.data.map((element) => readNumbers(mat, element));
  const rowCount = shape[0];
  const columnCount = shape.slice(1).reduce((product, extent) => product * extent, 1);
  if (values?.length !== rowCount * columnCount) {
    throw damaged(mat.name, `"${name}" is ${shape.join(' x ')} and holds ${values?.length ?? 0} cells`);
  }
  return yield* denseFromColumns(values, rowCount, columnCount);
}

function* readSparse({ mat, shape, data }: Parts, name: string): Steps<Matrix> {
  if (data.length < 3) throw damaged(mat.name, `sparse "${name}" is incomplete`);
  const [row, columnStart, value] = data.map((element) => readNumbers(mat, element));
  const [rowCount, columnCount] = shape;
  const entryCount = columnStart[columnCount];
  const isOrdered = columnStart.every((start, at) => start >= (at === 0 ? 0 : columnStart[at - 1]));
  const isComplete = columnStart.length === columnCount + 1 && row.length >= entryCount && value.length >= entryCount;
  if (
    !isComplete ||
    !isOrdered ||
    rowCount > mostSparseRows ||
    row.subarray(0, entryCount).some((at) => at < 0 || at >= rowCount)
  ) {
    throw damaged(mat.name, `sparse "${name}" does not hold the entries it says`);
  }
  const matrix = yield* sparseFromColumns({ rowCount, columnCount, columnStart, row, value });
  if (hasRepeats(matrix)) throw damaged(mat.name, `sparse "${name}" holds a cell twice`);
  return matrix;
}

function readTarget(parts: Parts, name: string): (string | undefined)[] {
  const { mat, cls, shape, data } = parts;
  if (cls === classChar) return textRows(parts);
  if (cls === classCell) {
    return data.filter((element) => element.type === elementType.matrix).map((element) => cellText(mat, element));
  }
  const matrix = finish(readMatrix(parts, name));
  if (matrix.rowCount !== 1 && matrix.columnCount !== 1) {
    throw new UserError(
      'data',
      `${mat.name}: the target "${name}" is ${shape.join(' x ')}; a target has one value a row`,
    );
  }
  if (matrix.kind === 'dense') return textOfNumbers(matrix.values);
  const cells = new Float64Array(matrix.rowCount * matrix.columnCount);
  for (let row = 0; row < matrix.rowCount; row++) {
    for (let at = matrix.rowStart[row]; at < matrix.rowStart[row + 1]; at++)
      cells[row + matrix.column[at]] = matrix.value[at];
  }
  return textOfNumbers(cells);
}

/** A cell array's cell: text, or one number. Cell arrays inside cell arrays hold no labels and are not followed. */
function cellText(mat: MatBytes, element: Element): string | undefined {
  const cell = element.to === element.from ? undefined : readMatVariable(mat, element);
  const text = cell === undefined || cell.isCell ? [] : cell.readTarget();
  return text.length === 1 ? text[0] : undefined;
}

/** A character matrix: one text a row, blanks at the end dropped. */
function textRows({ mat, shape, data }: Parts): string[] {
  const units = data.length > 0 ? readNumbers(mat, data[0]) : new Uint16Array(0);
  const [rowCount, width] = shape;
  if (units.length < rowCount * width) throw damaged(mat.name, 'a text is shorter than its shape says');
  return Array.from({ length: rowCount }, (_, row) => {
    let text = '';
    for (let column = 0; column < width; column++) text += String.fromCharCode(units[column * rowCount + row]);
    return text.trimEnd();
  });
}
