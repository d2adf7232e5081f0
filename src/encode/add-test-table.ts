/**
 * A second cohort to test on: its rows follow those of the first, encoded as those are, and the split is by file. What is
 * fitted later is fitted on the rows of the first alone.
 */
import { UserError } from '../errors.js';
import { stackRows } from '../matrix/stack-rows.js';
import { takeRows } from '../matrix/take-rows.js';
import { finish } from '../turns.js';
import type { ClassTarget, Dataset, EncodedColumn, Matrix, Split, Table } from '../types.js';
import { assembleFeatures } from './assemble-features.js';
import { checkFinite } from './check-finite.js';
import { encodeLike } from './encode-like.js';
import type { EncodeOptions } from './encode-table.js';
import { count, quoted } from './messages.js';
import { settleTargetRows } from './settle-target-rows.js';
import { targetCells } from './target-cells.js';

export interface TwoCohorts {
  readonly dataset: Dataset;
  readonly split: Split;
}

/** `options` are those the first table was encoded with; `name` is that of the second, for messages. */
export function addTestTable(first: Dataset, second: Table, name: string, options: EncodeOptions): TwoCohorts {
  const { target } = first;
  if (target.kind !== 'classes') {
    throw new UserError('usage', 'a second file to test on needs a target that is classes');
  }
  if (first.weights !== undefined) {
    throw new UserError('usage', 'a second file to test on cannot be used with weights of rows or classes of your own');
  }
  const { missingTarget = 'refuse' } = options;
  const rows = settleTargetRows(second, [first.targetName], {
    target: first.targetName,
    missingTarget,
    rare: 'refuse',
    rareBelow: 2,
  });
  const table = rows.table as Table;
  const encoded = encodeLike(table, fittedColumns(first), name);
  const { matrix, names } = finish(assembleFeatures(table, encoded.features));
  if (names.some((feature, place) => feature !== first.featureNames[place])) {
    throw new Error('the features of a second table are not those of the first');
  }
  finish(checkFinite(matrix, names));
  const complete = withoutMissing(matrix as Matrix, first, name, options);
  const labels = testLabels(table, first.targetName, target, name);
  const kept = complete.rows;
  const isMissing = first.missing ?? complete.missing;
  const notes = [...(first.notes ?? []), ...rows.notes, ...encoded.notes, ...complete.notes];
  const testLabelsKept = kept ? kept.map((row) => labels[row]) : labels;
  const trainCount = first.matrix.rowCount;
  const { rowNumbers: _, groupOfRow: __, identifiers: ___, ...rest } = first;
  return {
    dataset: {
      ...rest,
      matrix: stackRows(first.matrix, complete.matrix),
      target: { ...target, labels: Int32Array.from([...target.labels, ...testLabelsKept]) },
      ...(isMissing && { missing: isMissing }),
      ...(notes.length > 0 && { notes }),
    },
    split: {
      train: Int32Array.from({ length: trainCount }, (_, row) => row),
      test: Int32Array.from({ length: testLabelsKept.length }, (_, row) => trainCount + row),
    },
  };
}

/** The columns that the features of a dataset were made of, in their order. */
export function fittedColumns({
  featureNames,
  columnNames,
  groups,
  columns = [],
}: Pick<Dataset, 'featureNames' | 'columnNames' | 'groups' | 'columns'>): EncodedColumn[] {
  const records = new Map(columns.map((record) => [record.name, record]));
  const counts = new Map<string, number>();
  featureNames.forEach((feature, place) => {
    const column = columnNames?.[place] ?? groups?.names[groups.groupOf[place]] ?? feature;
    counts.set(column, (counts.get(column) ?? 0) + 1);
  });
  return Array.from(counts, ([name, features]) => {
    const { use, categories, hasMissing } = records.get(name) ?? { use: 'number' as const };
    if (use === 'one-hot') return { name, use, ...(categories && { categories }), ...(hasMissing && { hasMissing }) };
    return { name, use: use === 'date' ? 'date' : 'number', ...(features === 2 && { hasIndicator: true }) };
  });
}

function testLabels(table: Table, targetName: string, { classNames }: ClassTarget, name: string): Int32Array {
  const indexOf = new Map(classNames.map((className, label) => [className, label]));
  const cells = targetCells(table, targetName);
  const missing = cells.indexOf(undefined);
  if (missing >= 0) {
    throw new UserError('data', `${name}: target "${targetName}" is missing in row ${missing + 1}`, {
      advice: [{ option: 'missingTarget', values: ['drop'] }],
    });
  }
  const unknown = [...new Set(cells.filter((cell) => !indexOf.has(cell!)))] as string[];
  if (unknown.length > 0) {
    throw new UserError(
      'data',
      `${name}: the target has ${count(unknown.length, 'class', 'classes')} that the first file does not have (${quoted(unknown)}); it has ${quoted(classNames)}`,
    );
  }
  return Int32Array.from(cells, (cell) => indexOf.get(cell!)!);
}

interface Complete {
  readonly matrix: Matrix;
  /** The rows that are left, where some were dropped. */
  readonly rows?: Int32Array;
  readonly missing?: 'mean' | 'median';
  readonly notes: readonly string[];
}

/** Missing cells of the second table are met as those of the first would be. */
function withoutMissing(matrix: Matrix, first: Dataset, name: string, { missing = 'refuse' }: EncodeOptions): Complete {
  const cells = matrix.kind === 'dense' ? matrix.values : matrix.value;
  let found = 0;
  for (const cell of cells) if (Number.isNaN(cell)) found++;
  if (found === 0 || first.missing !== undefined) return { matrix, notes: [] };
  if (missing === 'refuse' || missing === 'drop-columns') {
    throw new UserError(
      'data',
      `${name}: ${count(found, 'cell is', 'cells are')} missing in columns that the first file has whole`,
      {
        advice: [{ option: 'missing', values: ['mean', 'median', 'drop-rows'] }],
      },
    );
  }
  if (missing !== 'drop-rows') return { matrix, missing: missing === 'median' ? 'median' : 'mean', notes: [] };
  const rows = Int32Array.from([...Array(matrix.rowCount).keys()].filter((row) => isWhole(matrix, row)));
  if (rows.length === 0) throw new UserError('data', `${name}: every row has a missing cell`);
  const dropped = matrix.rowCount - rows.length;
  const notes = [`${dropped} of ${matrix.rowCount} rows of ${name} were dropped because cells are missing in them.`];
  return { matrix: takeRows(matrix, rows) as Matrix, rows, notes };
}

function isWhole(matrix: Matrix, row: number): boolean {
  const [values, from, to] =
    matrix.kind === 'dense'
      ? [matrix.values, row * matrix.columnCount, (row + 1) * matrix.columnCount]
      : [matrix.value, matrix.rowStart[row], matrix.rowStart[row + 1]];
  for (let at = from; at < to; at++) if (Number.isNaN(values[at])) return false;
  return true;
}
