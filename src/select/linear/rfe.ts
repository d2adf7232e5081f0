/**
 * Recursive feature elimination with a linear model, a support vector machine for classes and ridge regression for
 * numbers: train, drop the features with the smallest squared weights, and again, until one is left. A feature ranks by how long it stays; those dropped together by their squared
 * weight then.
 *
 * Source: Guyon, Weston, Barnhill and Vapnik, Gene Selection for Cancer Classification using Support Vector Machines
 * (Machine Learning 46, 2002). With more than two classes there is a machine for each against all others, and the squared
 * weights of a feature are summed over them, as in scikit-learn's RFE with LinearSVC (squared hinge, C = 1; Guyon's has
 * the plain hinge). Each step drops a share of the features that are left, where scikit-learn drops a share of all.
 * Features are standardised here, as in the article. Each machine goes on from its solution at the step before, so a
 * limit of passes delays what it learns and does not lose it; see dual-svm.ts.
 *
 * Numbers: scikit-learn's RFE with Ridge(alpha = 1 / 2C), which is LinearSVR with squared loss and epsilon 0, solved
 * exactly at each step; see ridge-weights.ts. Weights of rows are `sample_weight` in both.
 */
import { Pacer } from '../../compute/pacer.js';
import { log } from '../../maths/deterministic-math.js';
import type { ClassTarget, Matrix, TrainingSet, ValueTarget } from '../../types.js';
import { checkTraining } from '../check-training.js';
import type { OptionSpecs, SelectContext, SelectionMethod } from '../contract.js';
import { scoresFromOrder } from '../rank-scores.js';
import type { Pace } from './dual-forms.js';
import type { DualSvmOptions } from './dual-svm.js';
import { Machines, machineSigns } from './machines.js';
import { RidgeWeights } from './ridge-weights.js';
import { StandardisedColumns } from './standardised.js';

export interface RfeOptions extends DualSvmOptions {
  readonly dropShare: number;
}

const options: OptionSpecs<RfeOptions> = {
  c: { type: 'number', min: 1e-6, default: 1, help: 'C: how much an error costs against large weights' },
  dropShare: {
    type: 'number',
    min: 0,
    max: 0.9,
    default: 0.1,
    help: 'share of the features left that is dropped at a step, at least one; 0 drops one at a time',
  },
  tolerance: {
    type: 'number',
    min: 0,
    default: 0.1,
    help: 'a machine for classes is trained when its gradients agree this far',
  },
  passes: {
    type: 'number',
    integer: true,
    min: 1,
    default: 50,
    help: 'most passes over the rows to train a machine for classes at one step',
  },
};

export const rfe: SelectionMethod<RfeOptions, ClassTarget | ValueTarget, 'several' | 'weights'> = {
  name: 'rfe',
  summary: 'recursive elimination: train a linear model, drop the features with the smallest weights, and again',
  goodFor: 'columns that only count beside others in a linear model',
  options,
  targets: ['classes', 'values'],
  takesSeveral: true,
  takesWeights: true,
  kChanges: 'nothing',
  isDeterministic: true,
  select: async (training, k, chosen, context) => {
    checkTraining(training, k);
    const mark = context.engine.memory.mark();
    try {
      const order = await eliminate(training, chosen, context);
      context.onProgress?.(1);
      return scoresFromOrder(order, new Float64Array(training.matrix.columnCount));
    } finally {
      context.engine.memory.release(mark);
    }
  },
};

/** All features, the one that stays longest first. */
async function eliminate(
  training: TrainingSet<Matrix, ClassTarget | ValueTarget>,
  chosen: RfeOptions,
  context: SelectContext,
): Promise<Int32Array> {
  const { columnCount } = training.matrix;
  let left = Int32Array.from({ length: columnCount }, (_, feature) => feature);
  // Every step drops the same share, so the logarithm of what is left tells the steps.
  const progress = () => 0.99 * (1 - log(left.length) / Math.max(1, log(columnCount)));
  const pace = { pacer: new Pacer(context), progress };
  const columns = await StandardisedColumns.fit(training, pace.pacer);
  const model = createModel(training, columns, chosen, context, pace);
  const order: number[] = [];
  while (left.length > 0) {
    const squares = await model.squaredWeights(left);
    const dropCount = Math.min(left.length, Math.max(1, Math.floor(chosen.dropShare * left.length)));
    const ascending = [...left.keys()].sort((a, b) => squares[a] - squares[b] || left[b] - left[a]);
    for (const place of ascending.slice(0, dropCount)) order.push(left[place]);
    const dropped = Int32Array.from(ascending.slice(0, dropCount)).sort();
    const isDropped = new Uint8Array(left.length);
    for (const place of dropped) isDropped[place] = 1;
    await model.drop?.(dropped.map((place) => left[place]));
    left = left.filter((_, place) => isDropped[place] === 0);
  }
  return Int32Array.from(order.reverse());
}

/** A linear model that is trained on fewer and fewer features. */
interface ShrinkingModel {
  /** Trains on the features; the squared weight of each. */
  squaredWeights(features: Int32Array): Promise<Float64Array>;
  /** Takes features out that will not be asked for again. */
  drop?(features: Int32Array): Promise<void>;
}

function createModel(
  training: TrainingSet<Matrix, ClassTarget | ValueTarget>,
  columns: StandardisedColumns,
  chosen: RfeOptions,
  { engine }: SelectContext,
  pace: Pace,
): ShrinkingModel {
  const { target, weights } = training;
  if (target.kind === 'values') return new RidgeWeights({ ...training, target }, columns, chosen.c, engine, pace);
  return new Machines(columns, { signs: machineSigns(target), weights }, chosen, pace);
}
