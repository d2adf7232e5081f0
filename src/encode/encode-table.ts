/**
 * Table -> Dataset: the target becomes what is to be told of every row, the other columns a matrix of features.
 *
 * First every column is planned, then missing cells are dealt with, then the matrix is built. Under `mean`, `median`
 * and `indicator` the missing cells stay NaN here: `fillMissing` fills them once the training rows are known, so that
 * test rows have no say in it.
 */

import { checkChoice } from '../check-choice.js';
import { UserError } from '../errors.js';
import { refuseUnknown } from '../refuse-unknown.js';
import { showValue } from '../show-value.js';
import type { ClassWeights } from '../target/class-weights.js';
import { type Task, tasks } from '../target/task.js';
import { finish, inTurns, type Steps } from '../turns.js';
import type { AnyMatrix, Dataset, Table } from '../types.js';
import { assembleFeatures, listFeatures } from './assemble-features.js';
import { checkFinite } from './check-finite.js';
import { encodeTarget } from './encode-target.js';
import { encodeWeights } from './encode-weights.js';
import { findMissing, type MissingCells, refuseMissing } from './find-missing.js';
import { count } from './messages.js';
import { numberGroups } from './number-groups.js';
import { type PlannedColumn, planColumns } from './plan-columns.js';
import { recordColumns } from './record-columns.js';
import { findIdentifiers, seriesNotes } from './row-identifiers.js';
import {
  type MissingTargetChoice,
  missingTargetChoices,
  type RareChoice,
  rareChoices,
  settleTargetRows,
} from './settle-target-rows.js';
import { takeTableRows } from './take-table-rows.js';
import { targetCells, targetColumns } from './target-cells.js';

export const missingChoices = ['refuse', 'drop-rows', 'drop-columns', 'mean', 'median', 'indicator'] as const;
export type MissingChoice = (typeof missingChoices)[number];

export interface EncodeOptions {
  /** The column to tell; or several columns of numbers, with commas between them. */
  readonly target: string;
  /** What the target is: classes or a number; `auto` goes by what the column holds. */
  readonly task?: Task;
  /** The column that says whether the event came (1) or not (0) at the time that the target gives: survival. */
  readonly event?: string;
  /** A column of weights: how much every row counts. */
  readonly weights?: string;
  /** How much the rows of every class count. */
  readonly classWeights?: ClassWeights;
  /** What to do with missing cells. `indicator` adds a feature that marks them, and fills with the mean. */
  readonly missing?: MissingChoice;
  /** What to do with rows whose target is missing; `missing` says nothing of them, unless it drops rows. */
  readonly missingTarget?: MissingTargetChoice;
  /** What to do with classes of fewer rows than `rareBelow`. */
  readonly rare?: RareChoice;
  readonly rareBelow?: number;
  /** A column whose equal cells must stay on one side of a split; never a feature. */
  readonly groupBy?: string;
  /** Only what stands before the last such sign tells groups apart: with `_`, 309_1 and 309_2 are one. */
  readonly groupUntil?: string;
  /** The column that names the rows in every output; never a feature. Found by itself where it is plain. */
  readonly id?: string;
  readonly leaveOut?: readonly string[];
  /** Columns to use although they look like identifiers or have many categories. */
  readonly keep?: readonly string[];
  /** Text columns with more categories are left out. */
  readonly mostCategories?: number;
}

export const encodeDefaults = {
  task: 'auto',
  missing: 'refuse',
  missingTarget: 'refuse',
  rare: 'refuse',
  rareBelow: 2,
  leaveOut: [],
  keep: [],
  mostCategories: 50,
} as const;

export const encodeOptionNames = [
  'target',
  'task',
  'event',
  'weights',
  'classWeights',
  'missing',
  'missingTarget',
  'rare',
  'rareBelow',
  'groupBy',
  'groupUntil',
  'id',
  'leaveOut',
  'keep',
  'mostCategories',
] as const satisfies readonly (keyof EncodeOptions)[];

export function encodeTable(table: Table, options: EncodeOptions): Dataset;
export function encodeTable(table: Table<AnyMatrix>, options: EncodeOptions): Dataset<AnyMatrix>;
export function encodeTable(table: Table<AnyMatrix>, options: EncodeOptions): Dataset<AnyMatrix> {
  return finish(encodeSteps(table, options));
}

/** As `encodeTable`, and can be interrupted. */
export function encodeInTurns(table: Table, options: EncodeOptions, signal: AbortSignal | undefined): Promise<Dataset>;
export function encodeInTurns(
  table: Table<AnyMatrix>,
  options: EncodeOptions,
  signal: AbortSignal | undefined,
): Promise<Dataset<AnyMatrix>>;
export function encodeInTurns(
  table: Table<AnyMatrix>,
  options: EncodeOptions,
  signal: AbortSignal | undefined,
): Promise<Dataset<AnyMatrix>> {
  return inTurns(encodeSteps(table, options), signal);
}

function* encodeSteps(given: Table<AnyMatrix>, options: EncodeOptions): Steps<Dataset<AnyMatrix>> {
  const { missing, ...rules } = { ...encodeDefaults, ...options };
  checkRules(rules, missing);
  if (given.numeric.kind === 'stored') refuseInMemoryOnly(missing);
  const { event, weights: weightColumn } = rules;
  const targets = targetColumns(given, rules.target);
  const apart = [...targets, event, weightColumn].filter((name) => name !== undefined);
  const { table, rowNumbers: withTarget, notes: targetNotes } = settleTargetRows(given, apart, rules);
  const cellCount = table.rowCount * table.numeric.columnCount;
  yield cellCount;
  const planned = yield* planColumns(table, { ...rules, targets });
  const settled = yield* settleMissing(table, planned, apart, missing);
  const { target, doubt } = encodeTarget(settled.table, rules);
  const weights = encodeWeights(settled.table, target, rules);
  const withIndicator = new Set(missing === 'indicator' ? settled.left.map((column) => column.name) : []);
  yield table.rowCount;
  const features = yield* listFeatures(settled.table, settled.plan, withIndicator);
  if (features.length === 0) throw noFeature(rules.target, settled.plan);
  const { matrix, names, groups, columnNames } = yield* assembleFeatures(settled.table, features);
  yield* checkFinite(matrix, names);
  const { groupBy, groupUntil } = rules;
  const groupOfRow = groupBy === undefined ? undefined : numberGroups(settled.table, groupBy, groupUntil);
  const identifiers = findIdentifiers(settled.table, settled.plan, rules.id);
  const rowNumbers = rowsOfRows(withTarget, settled.rowNumbers);
  const notes = [
    ...(table.notes ?? []),
    ...targetNotes,
    ...droppedNotes(table.rowCount, settled.rowNumbers),
    ...groupNotes(groupBy, groupOfRow),
    ...seriesNotes(identifiers, target, groupBy),
  ];
  const remarks = doubt === undefined ? [] : [doubt];
  return {
    matrix,
    featureNames: names,
    target,
    targetName: rules.target,
    ...(weights && { weights }),
    ...(rules.classWeights === 'balanced' && { balanceClasses: true as const }),
    columns: yield* recordColumns(namingRows(settled.plan, identifiers?.name), features, settled.left),
    ...(table.imageShape &&
      !groups &&
      features.length === table.numericNames.length && { imageShape: table.imageShape }),
    ...(groups && { groups }),
    ...(columnNames && { columnNames }),
    ...(rowNumbers && { rowNumbers }),
    ...(identifiers && { identifiers }),
    ...(groupOfRow && { groupOfRow }),
    ...(notes.length > 0 && { notes }),
    ...(remarks.length > 0 && { remarks }),
    ...(settled.left.length > 0 && { missing: missing === 'median' ? 'median' : 'mean' }),
  };
}

function checkRules(rules: EncodeOptions, missing: unknown): void {
  refuseUnknown(rules, encodeOptionNames);
  if (typeof rules.target !== 'string') {
    throw new UserError('usage', `must be the name of a column. Got ${showValue(rules.target)}`, {
      subject: { option: 'target' },
    });
  }
  checkChoice({ option: 'missing' }, missingChoices, missing);
  checkChoice({ option: 'task' }, tasks, rules.task);
  checkChoice({ option: 'missingTarget' }, missingTargetChoices, rules.missingTarget);
  checkChoice({ option: 'rare' }, rareChoices, rules.rare);
  if (rules.task === 'regression' && rules.rare !== undefined && rules.rare !== 'refuse') {
    throw new UserError('usage', `is for classes, and the target is to be a number. Got ${rules.rare}`, {
      subject: { option: 'rare' },
    });
  }
  const { rareBelow = encodeDefaults.rareBelow } = rules;
  if (!Number.isSafeInteger(rareBelow) || rareBelow < 2) {
    throw new UserError('usage', `must be a whole number of at least 2. Got ${rareBelow}`, {
      subject: { option: 'rareBelow' },
    });
  }
  if (rules.groupUntil !== undefined && rules.groupBy === undefined) {
    throw new UserError('usage', 'needs the column that it cuts', {
      subject: { option: 'groupUntil' },
      advice: [{ option: 'groupBy' }],
    });
  }
}

/** The column that names the rows is not left out: it is in every output. */
function namingRows(plan: readonly PlannedColumn[], id: string | undefined): readonly PlannedColumn[] {
  return plan.map((column) => (column.name === id ? { name: id, kind: 'unused', use: 'identifier' } : column));
}

/** Rows that were taken from rows that were taken. */
function rowsOfRows(first: Int32Array | undefined, second: Int32Array | undefined): Int32Array | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return second.map((row) => first[row]);
}

/** Rows are never dropped without a word. */
function droppedNotes(rowCount: number, kept: Int32Array | undefined): string[] {
  if (kept === undefined) return [];
  const dropped = rowCount - kept.length;
  return [`${dropped} of ${rowCount} rows were dropped because cells are missing in them; ${kept.length} are left.`];
}

interface Settled {
  readonly table: Table<AnyMatrix>;
  readonly plan: readonly PlannedColumn[];
  readonly rowNumbers?: Int32Array;
  /** Columns whose missing cells are to be filled later. */
  readonly left: readonly MissingCells[];
}

function* settleMissing(
  table: Table<AnyMatrix>,
  plan: readonly PlannedColumn[],
  apart: readonly string[],
  choice: MissingChoice,
): Steps<Settled> {
  const isRowMissing = new Uint8Array(table.rowCount);
  const found = yield* findMissing(table, plan, isRowMissing);
  const used = withoutEmpty(table, plan, found);
  if (used !== plan) return yield* settleMissing(table, used, apart, choice);
  if (choice === 'refuse') refuseMissing(found);
  if (choice === 'drop-columns') {
    const missing = new Map(found.map((column) => [column.name, column.count]));
    const kept = plan.map((column): PlannedColumn => {
      const cells = missing.get(column.name);
      if (cells === undefined) return column;
      return { name: column.name, kind: 'unused', use: 'left out', note: `${cells} missing` };
    });
    return { table, plan: kept, left: [] };
  }
  if (choice === 'drop-rows') return dropRows(table, plan, apart, isRowMissing);
  return { table, plan, left: found };
}

/** Columns of numbers without a single one are left out, as those of text are. */
function withoutEmpty(
  { rowCount }: Table<AnyMatrix>,
  plan: readonly PlannedColumn[],
  found: readonly MissingCells[],
): readonly PlannedColumn[] {
  const empty = new Set(found.flatMap(({ name, count }) => (count === rowCount ? [name] : [])));
  if (empty.size === 0) return plan;
  return plan.map((column) =>
    empty.has(column.name)
      ? { name: column.name, kind: 'unused', use: 'left out', note: 'every cell is missing' }
      : column,
  );
}

/** These look at all cells of a column at once, which would be a pass over the disk for every column. */
export function refuseInMemoryOnly(choice: MissingChoice): void {
  if (choice !== 'median' && choice !== 'indicator') return;
  throw new UserError(
    'usage',
    `filling missing cells by ${choice} needs all of the data in memory, and it does not fit`,
    {
      advice: [
        { option: 'missing', values: ['mean', 'drop-rows', 'drop-columns'] },
        { option: 'memory', verb: 'raise' },
      ],
    },
  );
}

function dropRows(
  table: Table<AnyMatrix>,
  plan: readonly PlannedColumn[],
  apart: readonly string[],
  isRowMissing: Uint8Array,
): Settled {
  for (const name of apart) {
    targetCells(table, name).forEach((cell, row) => {
      if (cell === undefined) isRowMissing[row] = 1;
    });
  }
  const rowNumbers = Int32Array.from([...isRowMissing.keys()].filter((row) => isRowMissing[row] === 0));
  if (rowNumbers.length === table.rowCount) return { table, plan, left: [] };
  if (rowNumbers.length === 0) {
    throw new UserError('data', 'every row has a missing cell: drop-rows leaves nothing', {
      advice: [{ option: 'missing', values: ['drop-columns', 'mean'] }],
    });
  }
  const kept = takeTableRows(table, rowNumbers);
  const texts = new Map(kept.text.map((column) => [column.name, column]));
  const keptPlan = plan.map((column): PlannedColumn => {
    if (column.kind !== 'text') return column;
    const text = texts.get(column.name)!;
    // No cell of a row that is left is missing.
    if (column.plan.use === 'one-hot') return { ...column, text, plan: { ...column.plan, hasMissing: false } };
    const { values } = column.plan;
    return { ...column, text, plan: { ...column.plan, values: Float64Array.from(rowNumbers, (row) => values[row]) } };
  });
  return { table: kept, plan: keptPlan, rowNumbers, left: [] };
}

/** Groups of one row each keep nothing together: the column is not the one that was meant. */
function groupNotes(name: string | undefined, groupOfRow: Int32Array | undefined): string[] {
  if (groupOfRow === undefined || new Set(groupOfRow).size < groupOfRow.length) return [];
  return [`grouping by "${name}" has no effect: every row has a value of its own there`];
}

function noFeature(target: string, plan: readonly PlannedColumn[]): UserError {
  const leftOut = plan.filter((column) => column.kind === 'unused' && column.use === 'left out').length;
  const said = `no feature is left besides the target "${target}"`;
  if (leftOut === 0) return new UserError('data', said);
  return new UserError('data', `${said}: ${count(leftOut, 'column was', 'columns were')} left out by rule`, {
    advice: [{ option: 'keep', verb: 'name those to use with' }],
  });
}
