/**
 * A table as it would be used: the target, named or guessed, what would be done to every column, what is worth knowing
 * before a run, and the options that a run needs. What would be refused is settled here by the mildest choice and told.
 */
import { type EncodeOptions, encodeInTurns } from '../encode/encode-table.js';
import { looksTransposed } from '../encode/looks-transposed.js';
import { findSeries } from '../encode/row-identifiers.js';
import { UserError } from '../errors.js';
import { type Deciding, decidingMeasure } from '../evaluate/measures/registry.js';
import { selectableCount } from '../rank/rank-features.js';
import { describeTarget, type TargetSummary } from '../target/describe-target.js';
import { inTurns, partsOf, type Steps } from '../turns.js';
import type { ColumnRecord, Dataset, Table } from '../types.js';
import type { Remark } from '../wording.js';
import { type DataFinding, examineDataset } from './examine-dataset.js';
import { guessColumns } from './guess-columns.js';
import { summariseColumns } from './summarise-table.js';

export interface DescribedTable {
  readonly rowCount: number;
  readonly columnCount: number;
  /** Absent where nobody named one and none can be guessed. */
  readonly target?: DescribedTarget;
  /** How many features or groups of features could be selected. */
  readonly featureCount?: number;
  /** Rows that would be used. */
  readonly usedRowCount?: number;
  /** In the order of the file. */
  readonly columns: readonly DescribedColumn[];
  /** What was guessed while reading. */
  readonly notes: readonly string[];
  readonly findings: readonly DataFinding[];
  /** The options of a run that this data needs, by their names. */
  readonly options: Partial<EncodeOptions> & { readonly transpose?: true };
}

export interface DescribedTarget extends TargetSummary {
  readonly name: string;
  readonly isGuess: boolean;
  /** What a run would be judged by. */
  readonly deciding: Deciding;
}

export interface DescribedColumn {
  readonly name: string;
  readonly holds: 'numbers' | 'text';
  /** `0 to 255`, or a few of the texts. */
  readonly shown: string;
  readonly missing: number;
  /** Absent where the target is not known. */
  readonly use?: ColumnRecord['use'];
  readonly featureCount?: number;
  readonly note?: string;
}

export async function describeTable(
  table: Table,
  given: Partial<EncodeOptions>,
  signal?: AbortSignal,
): Promise<DescribedTable> {
  const transposed = transposedFindings(table);
  const guessed = given.target !== undefined || transposed.length > 0 ? {} : await inTurns(guessColumns(table), signal);
  const { target } = { ...guessed, ...given };
  const base = { rowCount: table.rowCount, columnCount: table.columnOrder.length };
  const isGuess = given.target === undefined;
  const encoded =
    target === undefined ? undefined : await tryEncoding(table, { ...guessed, ...given, target }, isGuess, signal);
  if (target === undefined || encoded === undefined) {
    const options = transposed.length > 0 ? ({ transpose: true } as const) : {};
    const columns = await inTurns(plainColumns(table), signal);
    return { ...base, columns, notes: table.notes ?? [], findings: transposed, options };
  }
  const { dataset, settled, findings } = encoded;
  const examined = await examineDataset(dataset, table, given.leaveOut ?? [], signal);
  const deciding = decidingMeasure(dataset.target);
  return {
    ...base,
    target: {
      ...describeTarget(dataset.target),
      name: target,
      isGuess,
      deciding,
    },
    featureCount: selectableCount(dataset),
    usedRowCount: dataset.matrix.rowCount,
    columns: await inTurns(usedColumns(table, dataset), signal),
    notes: dataset.notes ?? [],
    findings: [...transposed, ...findings, ...doubts(dataset), ...examined],
    options: { ...settled, ...(given.groupBy === undefined && grouping(dataset, examined)) },
  };
}

/** The target that would be guessed, where the table lacks it and it has to be read with it: a column of obs. */
export function* guessedElsewhere(table: Table): Steps<string | undefined> {
  if (looksTransposed(table)) return undefined;
  const { target } = yield* guessColumns(table);
  return target === undefined || table.columnOrder.includes(target) ? undefined : target;
}

function transposedFindings(table: Table): DataFinding[] {
  if (!looksTransposed(table)) return [];
  return [
    {
      kind: 'transposed',
      level: 'warning',
      statement: 'this looks transposed: a line for every feature and a column for every sample',
      advice: [{ option: 'transpose' }],
    },
  ];
}

/** What is noted of a column takes as long as many cells. */
const cellsOfColumn = 8;

/** What a run would be refused for, and the mildest way round it. */
const mildest = { missing: 'mean', missingTarget: 'drop', rare: 'drop' } as const;
type Settled = Partial<EncodeOptions>;

async function encodeMildly(table: Table, options: EncodeOptions, signal: AbortSignal | undefined) {
  const findings: DataFinding[] = [];
  let settled: Settled = options;
  for (;;) {
    try {
      const dataset = await encodeInTurns(table, { ...settled, target: options.target }, signal);
      return { dataset, settled, findings };
    } catch (error) {
      const option = mendable(error, settled);
      if (option === undefined) throw error;
      settled = { ...settled, [option]: mildest[option] };
      const { statement, advice } = error as UserError;
      findings.push({ kind: option === 'rare' ? 'classes' : 'missing', level: 'warning', statement, advice });
    }
  }
}

/** Undefined where a target cannot be one after all that was guessed by its name, before anything of it was read. */
async function tryEncoding(table: Table, options: EncodeOptions, isGuess: boolean, signal: AbortSignal | undefined) {
  try {
    return await encodeMildly(table, options, signal);
  } catch (error) {
    const isBlind = isGuess && table.otherTargets?.includes(options.target);
    if (isBlind && error instanceof UserError && error.code === 'data') return undefined;
    throw error;
  }
}

function mendable(error: unknown, settled: Settled): keyof typeof mildest | undefined {
  if (!(error instanceof UserError)) return undefined;
  const advised = error.advice.flatMap((each) => (typeof each === 'string' ? [] : [each.option]));
  const names = Object.keys(mildest) as (keyof typeof mildest)[];
  return names.find((name) => advised.includes(name) && settled[name] !== mildest[name]);
}

function doubts({ remarks = [] }: Dataset): DataFinding[] {
  return remarks.map((remark: Remark) => ({ ...remark, kind: 'classes', level: 'note' }));
}

/** Rows of one subject belong on one side of a split. */
function grouping({ identifiers, target }: Dataset, findings: readonly DataFinding[]): Settled {
  const series = findSeries(identifiers, target);
  if (series !== undefined) return { groupBy: identifiers!.name, groupUntil: series.sign };
  for (const { advice = [] } of findings) {
    for (const each of advice) {
      if (typeof each !== 'string' && each.option === 'groupBy' && each.values) {
        return { groupBy: String(each.values[0]) };
      }
    }
  }
  return {};
}

function* plainColumns(table: Table): Steps<DescribedColumn[]> {
  const { names, isText, missing, shown } = yield* summariseColumns(table);
  const columns: DescribedColumn[] = [];
  for (const { from, to, cells } of partsOf(names.length, cellsOfColumn)) {
    for (let place = from; place < to; place++) {
      const holds = isText[place] ? 'text' : 'numbers';
      columns.push({ name: names[place], holds, shown: shown[place], missing: missing[place] });
    }
    yield cells;
  }
  return columns;
}

/** A column without a record is one of numbers, used as they are. */
function* usedColumns(table: Table, { columns = [] }: Dataset): Steps<DescribedColumn[]> {
  const records = new Map<string, ColumnRecord>();
  for (const record of columns) {
    records.set(record.name, record);
    yield cellsOfColumn;
  }
  const used: DescribedColumn[] = [];
  for (const column of yield* plainColumns(table)) {
    const { use, featureCount, note } = records.get(column.name) ?? { use: 'number' as const, featureCount: 1 };
    used.push({ ...column, use, featureCount, ...(note !== undefined && { note }) });
    yield cellsOfColumn;
  }
  return used;
}
