/**
 * Everything that is fitted on training rows, in one place: what stands for missing cells, which features are constant
 * or repeat an earlier one, and the scaling. Test rows have no say in any of it, unless the scaling is asked to be
 * fitted on all rows, as the paper did.
 *
 * Redundant features leave before the selection. A copy would share the strength of its original, so that neither is
 * found; a constant would take up neurons.
 */
import { checkChoice } from '../check-choice.js';
import { UserError } from '../errors.js';
import { allRows } from '../matrix/all-rows.js';
import { columnRangeSteps } from '../matrix/column-range.js';
import { takeColumnsSteps } from '../matrix/take-columns.js';
import { takeRowsSteps } from '../matrix/take-rows.js';
import { takeTargetRows } from '../target/take-target-rows.js';
import { finish, inTurns, type Steps } from '../turns.js';
import {
  type AnyMatrix,
  type Dataset,
  type FeatureGroups,
  type Matrix,
  type PreparedRows,
  type Redundant,
  type Scaling,
  type ScalingMethod,
  type Split,
  scalingMethods,
  type Target,
  type TrainingSet,
} from '../types.js';
import { balanceClasses } from './balance-classes.js';
import { fillMissingSteps } from './fill-missing.js';
import { findRedundantSteps } from './find-redundant.js';
import { fitScalingSteps } from './fit-scaling.js';

export interface Preparation {
  readonly scaling: ScalingMethod;
  /** Which rows the scaling is fitted on: training rows, or all as the paper did. */
  readonly scaleOn: 'train' | 'all';
}

/** What a reproduction may ask for besides. */
export interface PreparationAsked extends Preparation {
  /** Features that repeat another stay, as they did in the paper; they leave where nothing is said. */
  readonly copies?: 'kept' | undefined;
}

export const preparationDefaults: Preparation = { scaling: 'minmax', scaleOn: 'train' };

/** Throws where there is no such scaling. */
export function checkPreparation({ scaling, scaleOn }: Preparation): void {
  checkChoice({ option: 'scaling' }, scalingMethods, scaling);
  checkChoice({ option: 'scaleOn' }, ['train', 'all'], scaleOn);
}

/** What is fitted on the training rows, without the rows taken apart for a method. */
export type FittedRows<M extends AnyMatrix = Matrix> = Omit<PreparedRows<M>, 'training'>;

export function fitRows(
  given: Dataset,
  split: Split,
  preparation: PreparationAsked,
  signal?: AbortSignal,
): Promise<FittedRows>;
export function fitRows(
  given: Dataset<AnyMatrix>,
  split: Split,
  preparation: PreparationAsked,
  signal?: AbortSignal,
): Promise<FittedRows<AnyMatrix>>;
export function fitRows(
  given: Dataset<AnyMatrix>,
  split: Split,
  preparation: PreparationAsked,
  signal?: AbortSignal,
): Promise<FittedRows<AnyMatrix>> {
  return inTurns(fitSteps(given, split, preparation), signal);
}

function* fitSteps(
  given: Dataset<AnyMatrix>,
  split: Split,
  preparation: PreparationAsked,
): Steps<FittedRows<AnyMatrix>> {
  checkPreparation(preparation);
  const { scaling: method, scaleOn } = preparation;
  const dataset = balanceClasses(yield* fillMissingSteps(given, split.train), split.train);
  const { matrix } = dataset;
  const range = yield* columnRangeSteps(matrix, split.train);
  const scaling =
    scaleOn === 'all'
      ? yield* fitScalingSteps(matrix, allRows(matrix), method)
      : yield* fitScalingSteps(matrix, split.train, method, range);
  const found = yield* findRedundantSteps(matrix, split.train, range);
  const redundant = preparation.copies === 'kept' ? { ...found, repeats: new Map<number, number>() } : found;
  const kept = keptColumns(matrix.columnCount, redundant);
  return { split, dataset, scaling, redundant, kept };
}

export function prepareRows(given: Dataset, split: Split, preparation: PreparationAsked): PreparedRows;
export function prepareRows(
  given: Dataset<AnyMatrix>,
  split: Split,
  preparation: PreparationAsked,
): PreparedRows<AnyMatrix>;
export function prepareRows(
  given: Dataset<AnyMatrix>,
  split: Split,
  preparation: PreparationAsked,
): PreparedRows<AnyMatrix> {
  return finish(prepareSteps(given, split, preparation));
}

/** `prepareRows`, which goes over all cells a few times, with turns of the event loop between; the signal ends it. */
export function prepareInTurns(
  given: Dataset,
  split: Split,
  preparation: PreparationAsked,
  signal: AbortSignal | undefined,
): Promise<PreparedRows>;
export function prepareInTurns(
  given: Dataset<AnyMatrix>,
  split: Split,
  preparation: PreparationAsked,
  signal: AbortSignal | undefined,
): Promise<PreparedRows<AnyMatrix>>;
export function prepareInTurns(
  given: Dataset<AnyMatrix>,
  split: Split,
  preparation: PreparationAsked,
  signal: AbortSignal | undefined,
): Promise<PreparedRows<AnyMatrix>> {
  return inTurns(prepareSteps(given, split, preparation), signal);
}

function* prepareSteps(
  given: Dataset<AnyMatrix>,
  split: Split,
  preparation: PreparationAsked,
): Steps<PreparedRows<AnyMatrix>> {
  const fitted = yield* fitSteps(given, split, preparation);
  const { dataset, scaling, kept } = fitted;
  if (kept.length === 0) {
    throw new UserError('data', `every feature has the same value in all ${split.train.length} training rows`);
  }
  const isAllRows = split.train.length === dataset.matrix.rowCount && split.train.every((row, at) => row === at);
  const isAllColumns = kept.length === dataset.matrix.columnCount;
  const rows = isAllRows ? dataset.matrix : yield* takeRowsSteps(dataset.matrix, split.train);
  const training: TrainingSet<AnyMatrix, Target> = {
    matrix: isAllColumns ? rows : yield* takeColumnsSteps(rows, kept),
    target: isAllRows ? dataset.target : takeTargetRows(dataset.target, split.train),
    ...(dataset.weights && { weights: Float64Array.from(split.train, (row) => dataset.weights![row]) }),
    ...(dataset.groups && { groups: groupsOf(dataset.groups, kept) }),
    scaling: isAllColumns ? scaling : scalingOf(scaling, kept),
  };
  return { ...fitted, training };
}

function keptColumns(count: number, { constant, repeats }: Redundant): Int32Array {
  const leaves = new Uint8Array(count);
  for (const column of constant) leaves[column] = 1;
  for (const column of repeats.keys()) leaves[column] = 1;
  return Int32Array.from({ length: count }, (_, column) => column).filter((column) => leaves[column] === 0);
}

function groupsOf({ groupOf }: FeatureGroups, columns: Int32Array): Int32Array {
  return columns.map((column) => groupOf[column]);
}

/** The scaling of some columns. */
export function scalingOf({ offset, factor, ...rest }: Scaling, columns: Int32Array): Scaling {
  return {
    ...rest,
    offset: Float64Array.from(columns, (column) => offset[column]),
    factor: Float64Array.from(columns, (column) => factor[column]),
  };
}
