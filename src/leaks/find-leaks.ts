/**
 * What would make a selection look better than it is: columns that give the target away, and test rows that were
 * trained on. Each finding says what to do. The columns are looked for in training rows alone.
 */
import { Pacer } from '../compute/pacer.js';
import { allRows } from '../matrix/all-rows.js';
import { columnOf } from '../matrix/column-of.js';
import { countNonzero } from '../matrix/nonzero-cells.js';
import { takeRows } from '../matrix/take-rows.js';
import { createColumnReader, spreadColumn } from '../select/columns.js';
import { takeTargetRows } from '../target/take-target-rows.js';
import { inTurns } from '../turns.js';
import type { AnyMatrix, Dataset, PreparedRows, Target } from '../types.js';
import type { Remark } from '../wording.js';
import { findNearRows, spreadRows } from './near-rows.js';
import { ColumnCoder, findTelling, type Telling } from './telling-columns.js';

export interface Leak extends Remark {
  readonly kind: 'telling columns' | 'rows on both sides' | 'subjects on both sides';
  /** Names of the columns it is about. */
  readonly columns?: readonly string[];
}

/** Training rows that columns are looked at on. */
const mostRows = 3000;
const mostNamed = 5;
/** A share of the test rows below this may be chance. */
const leastShare = 0.02;

export async function findLeaks(prepared: PreparedRows<AnyMatrix>, signal?: AbortSignal): Promise<Leak[]> {
  const telling = await tellingLeaks(prepared, signal);
  return [...telling, ...(await rowLeaks(prepared, signal)), ...subjectLeaks(prepared.dataset)];
}

async function tellingLeaks(
  { training, dataset, kept }: PreparedRows<AnyMatrix>,
  signal: AbortSignal | undefined,
): Promise<Leak[]> {
  const { target, matrix: all, scaling } = training;
  if (target.kind !== 'classes' || all.kind === 'stored') return [];
  const rows = spreadRows(allRows(all), mostRows);
  const matrix = rows.length < all.rowCount ? takeRows(all, rows) : all;
  const { labels, classNames } = takeTargetRows(target, rows);
  const coder = new ColumnCoder();
  const reader = createColumnReader({ matrix, scaling, target });
  const values = new Float64Array(rows.length);
  const partsOf = (column: number) => {
    spreadColumn(reader.read(column), values);
    return coder.code(values);
  };
  const counted = await inTurns(countNonzero(matrix), signal);
  const found = await findTelling(
    matrix.columnCount,
    partsOf,
    labels,
    classNames.length,
    new Pacer({ ...(signal && { signal }) }),
    counted?.ofFeature,
  );
  const { alone, together } = found;
  const namesOf = ({ columns }: Telling) => [...new Set(columns.map((column) => nameOf(dataset, kept[column])))];
  if (together) return [tellingLeak(namesOf(together), together.share, 'together')];
  if (alone.length === 0) return [];
  const names = [...new Set(alone.flatMap(namesOf))];
  return [tellingLeak(names, alone[0].share, names.length === 1 ? 'alone' : 'each alone')];
}

function tellingLeak(columns: readonly string[], share: number, how: string): Leak {
  const named = columns.slice(0, mostNamed).map((name) => `"${name}"`);
  const more = columns.length > named.length ? ` and ${columns.length - named.length} more` : '';
  return {
    kind: 'telling columns',
    columns,
    statement: `${named.join(', ')}${more} ${columns.length === 1 ? 'tells' : 'tell'} the target of ${(100 * share).toFixed(1)} % of the training rows ${how}, as a column does that is made of it or written down after it`,
    advice: [
      {
        option: 'leaveOut',
        values: [columns.slice(0, mostNamed).join(',')],
        purpose: 'unless it is known before the target is',
      },
    ],
  };
}

/** The column of the file behind a feature. */
function nameOf({ groups, columnNames, featureNames }: Dataset<AnyMatrix>, feature: number): string {
  return columnNames?.[feature] ?? groups?.names[groups.groupOf[feature]] ?? featureNames[feature];
}

async function rowLeaks({ dataset, split }: PreparedRows<AnyMatrix>, signal: AbortSignal | undefined): Promise<Leak[]> {
  const { same, near, outOf } = await inTurns(findNearRows(dataset.matrix, split), signal);
  if (same + near < Math.max(2, leastShare * outOf)) return [];
  const parts = [
    ...(same > 0 ? [`${same} of ${outOf} test rows are the same as a training row`] : []),
    ...(near > 0 ? [`${near} of ${outOf} test rows are nearly the same as a training row`] : []),
  ];
  const isGrouped = dataset.groupOfRow !== undefined;
  const byGroup = { option: 'groupBy', purpose: 'to keep the rows of a subject on one side' };
  return [
    {
      kind: 'rows on both sides',
      statement: `${parts.join(', and ')}, so accuracy on them shows what was remembered`,
      advice: isGrouped ? ['leave out the copies'] : [byGroup, 'leave out the copies'],
    },
  ];
}

const subjectName =
  /(^|[_\s.-])(id|subject|patient|donor|participant|person|animal|mouse|individual)([_\s.-]?(id|no|nr|number))?$/i;

/** Whole numbers under the name of a subject, several rows each. */
function subjectLeaks(dataset: Dataset<AnyMatrix, Target>): Leak[] {
  if (dataset.groupOfRow !== undefined || dataset.matrix.kind === 'stored') return [];
  const { matrix } = dataset;
  const found = dataset.featureNames.findIndex((name, feature) => {
    if (!subjectName.test(name)) return false;
    const cells = Array.from(columnOf(matrix, feature));
    const distinct = new Set(cells).size;
    return cells.every(Number.isInteger) && distinct > 2 && distinct <= matrix.rowCount / 2;
  });
  if (found < 0) return [];
  const name = dataset.featureNames[found];
  return [
    {
      kind: 'subjects on both sides',
      columns: [name],
      statement: `"${name}" looks like the number of a subject with several rows, and rows of one subject stand on both sides of the split`,
      advice: [{ option: 'groupBy', values: [name] }],
    },
  ];
}
