/**
 * What is worth knowing of the data before a run, each with what would mend it: cells that are missing, columns that say
 * nothing, that a rule left out or that give the target away, rare classes, rows on both sides of a split. Looked for in
 * the training rows of the split that a run with the usual settings would draw.
 */
import { placesByName } from '../cells/column-names.js';
import { findLeaks } from '../leaks/find-leaks.js';
import { createRandom } from '../maths/random.js';
import { preparationDefaults, prepareInTurns } from '../prepare/prepare-rows.js';
import { countOf, formatCount, formatPercent } from '../report/format.js';
import { chooseSplit, defaultTestFraction } from '../split/choose-split.js';
import { describeTarget } from '../target/describe-target.js';
import { inTurns } from '../turns.js';
import type { ColumnRecord, Dataset, PreparedRows, Table } from '../types.js';
import type { Remark } from '../wording.js';
import { type ColumnSummaries, summariseColumns } from './summarise-table.js';

export interface DataFinding extends Remark {
  readonly kind: 'leak' | 'missing' | 'classes' | 'left out' | 'constant' | 'repeats' | 'transposed';
  readonly level: 'note' | 'warning';
  /** The columns it is about. */
  readonly columns?: readonly string[];
}

/** A class with fewer rows can hardly be learnt or tested. */
const fewRows = 10;
/** A class with less than this part of an even share is hardly noticed by accuracy. */
const smallShare = 0.25;
/** Columns with more empty cells than this tell little. */
const mostlyEmpty = 0.5;
const mostNamed = 4;

/** `asked` are the columns that were to be left out. */
export async function examineDataset(
  dataset: Dataset,
  table: Table,
  asked: readonly string[],
  signal?: AbortSignal,
): Promise<readonly DataFinding[]> {
  const split = chooseSplit(dataset, defaultTestFraction, createRandom(0).fork('split'));
  const prepared = await prepareInTurns(dataset, split, preparationDefaults, signal);
  const leaks = await findLeaks(prepared, signal);
  return [
    ...leaks.map((leak) => ({ ...leak, kind: 'leak' as const, level: 'warning' as const })),
    ...missingCells(dataset, table, await inTurns(summariseColumns(table), signal)),
    ...smallClasses(dataset),
    ...ruledOut(dataset.columns ?? [], asked),
    ...redundant(prepared, await inTurns(placesByName(table.columnOrder), signal)),
  ];
}

function missingCells({ columns = [] }: Dataset, { rowCount }: Table, summaries: ColumnSummaries): DataFinding[] {
  const { names, missing } = summaries;
  const unused = new Set(columns.filter(({ use }) => use === 'left out' || use === 'target').map(({ name }) => name));
  const places = [...names.keys()].filter((place) => missing[place] > 0 && !unused.has(names[place]));
  if (places.length === 0) return [];
  const cells = places.reduce((sum, place) => sum + missing[place], 0);
  const empty = places.filter((place) => missing[place] > mostlyEmpty * rowCount).map((place) => names[place]);
  const most = places.reduce((a, b) => (missing[b] > missing[a] ? b : a));
  return [
    {
      kind: 'missing',
      level: empty.length > 0 ? 'warning' : 'note',
      statement: `${countOf(cells, 'cell')} in ${countOf(places.length, 'column')} ${cells === 1 ? 'is' : 'are'} missing, most of them in “${names[most]}” (${formatPercent(missing[most] / rowCount, 0)} of its rows)`,
      ...(empty.length > 0 && advised('leaveOut', empty)),
    },
  ];
}

function smallClasses({ target, balanceClasses, weights }: Dataset): DataFinding[] {
  const { classNames = [], classCounts = [] } = describeTarget(target);
  if (classNames.length < 2) return [];
  const rowCount = classCounts.reduce((sum, count) => sum + count, 0);
  const even = rowCount / classNames.length;
  const small = [...classNames.keys()].filter(
    (place) => classCounts[place] < fewRows || classCounts[place] < smallShare * even,
  );
  if (small.length === 0) return [];
  const told = small.map((place) => `“${classNames[place]}” has ${countOf(classCounts[place], 'row')}`);
  return [
    {
      kind: 'classes',
      level: 'warning',
      statement: `Classes are far from equally frequent: ${listed(told)} of ${formatCount(rowCount)}. Balanced accuracy shows whether small classes are found`,
      ...(!balanceClasses &&
        weights === undefined && {
          advice: [{ option: 'classWeights', values: ['balanced'], purpose: 'to let all classes count alike' }],
        }),
    },
  ];
}

/** What a rule left out can be used all the same. */
function ruledOut(columns: readonly ColumnRecord[], asked: readonly string[]): DataFinding[] {
  const ruled = columns.filter(({ name, use }) => use === 'left out' && !asked.includes(name));
  if (ruled.length === 0) return [];
  const isEmpty = ({ note }: ColumnRecord) => note === 'every cell is missing';
  const keepable = ruled.filter((column) => !isEmpty(column)).map(({ name }) => name);
  return [
    {
      kind: 'left out',
      level: 'note',
      statement: `Not used: ${listed(ruled.map(({ name, note }) => `“${name}” (${note})`))}`,
      ...(keepable.length > 0 && advised('keep', keepable, 'to use it all the same')),
    },
  ];
}

function redundant({ dataset, redundant: found }: PreparedRows, columns: ReadonlyMap<string, number>): DataFinding[] {
  const { featureNames } = dataset;
  const isColumn = (feature: number): boolean => columns.has(featureNames[feature]);
  const constant = found.constant.filter(isColumn).map((feature) => featureNames[feature]);
  const copies = [...found.repeats].filter(([feature]) => isColumn(feature));
  const findings: DataFinding[] = [];
  if (constant.length > 0) {
    findings.push({
      kind: 'constant',
      level: 'note',
      ...advised('leaveOut', constant),
      statement: `${countOf(constant.length, 'column')} ${constant.length === 1 ? 'has' : 'have'} one value alone and will not be selected from: ${listed(constant.map((name) => `“${name}”`))}`,
    });
  }
  if (copies.length > 0) {
    const told = copies.map(([copy, first]) => `“${featureNames[copy]}” repeats “${featureNames[first]}”`);
    findings.push({
      kind: 'repeats',
      level: 'note',
      ...advised(
        'leaveOut',
        copies.map(([copy]) => featureNames[copy]),
      ),
      statement: `${countOf(copies.length, 'column')} ${copies.length === 1 ? 'is' : 'are'} the same as another and will not be selected from: ${listed(told)}`,
    });
  }
  return findings;
}

function advised(
  option: string,
  columns: readonly string[],
  purpose?: string,
): Pick<DataFinding, 'columns' | 'advice'> {
  const values = [columns.slice(0, mostNamed).join(',')];
  return { columns, advice: [{ option, values, ...(purpose !== undefined && { purpose }) }] };
}

function listed(words: readonly string[]): string {
  const few = words.slice(0, mostNamed).join(', ');
  return words.length > mostNamed ? `${few} and ${formatCount(words.length - mostNamed)} more` : few;
}
