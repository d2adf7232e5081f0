/**
 * Robust feature selection: the W that minimises ||X W - Y||_2,1 + gamma ||W||_2,1, both sums of row norms, with Y
 * the one-hot classes, or the numbers to be told, standardised so that gamma means the same in any unit, and no bias; a feature's score is the norm of its row of W.
 *
 * Source: Nie et al., Efficient and Robust Feature Selection via Joint l2,1-Norms Minimization (NIPS 2010), solved by
 * their reweighted least squares with scikit-feature's start and stop. One step, with u_j = 2 ||w_j|| and
 * v_i = 2 ||e_i|| of the step before (e = (Y - X W) / gamma; all 1 at the start), is
 *   (X diag(u) X' + diag(c)) Z = Y,  c = gamma^2 v + 1e-6,  W = diag(u) X' Z,  E = gamma diag(v) Z,
 * an n x n system. By the matrix inversion lemma a system of as many equations as there are features gives the same Z,
 * so the smaller of the two is solved; features whose weight has vanished are left out of it.
 * scikit-feature inverts a dense (n + d) x (n + d) diagonal matrix at each step instead.
 */

import { Pacer } from '../../compute/pacer.js';
import { standardise } from '../../target/standardise.js';
import type { ClassTarget, Matrix, TrainingSet, ValueTarget } from '../../types.js';
import { checkTraining } from '../check-training.js';
import type { OptionSpecs, SelectContext, SelectionMethod } from '../contract.js';
import { rankScores } from '../rank-scores.js';
import { ReweightedSystem } from './reweighted-system.js';

export interface RfsOptions {
  readonly gamma: number;
  readonly tolerance: number;
  readonly relativeTolerance: number;
  readonly iterations: number;
}

const options: OptionSpecs<RfsOptions> = {
  gamma: { type: 'number', min: 1e-6, default: 10, help: 'weight of the row norms of W: larger gives fewer features' },
  tolerance: { type: 'number', min: 0, default: 1e-3, help: 'stop when the objective changes by less than this' },
  // 0.001 is out of reach for large sums.
  relativeTolerance: {
    type: 'number',
    min: 0,
    default: 5e-6,
    help: 'also stop when the objective changes by less than this share of itself; scikit-feature has 0',
  },
  iterations: { type: 'number', integer: true, min: 1, default: 1000, help: 'most reweighting steps' },
};

const smallestNorm = 1e-16;
const ridge = 1e-6;

export const rfs: SelectionMethod<RfsOptions, ClassTarget | ValueTarget, 'several'> = {
  name: 'rfs',
  summary: 'robust feature selection: a linear model whose error and weights are both measured by sums of row norms',
  goodFor: 'one set of columns for several classes or numbers, with outlying rows among them',
  options,
  targets: ['classes', 'values'],
  takesSeveral: true,
  kChanges: 'nothing',
  isDeterministic: true,
  select: async (training, k, chosen, context) => {
    checkTraining(training, k);
    const mark = context.engine.memory.mark();
    try {
      return rankScores(await minimise(standardise(training), chosen, context));
    } finally {
      context.engine.memory.release(mark);
    }
  },
};

async function minimise(
  training: TrainingSet<Matrix, ClassTarget | ValueTarget>,
  chosen: RfsOptions,
  context: SelectContext,
): Promise<Float64Array> {
  const { rowCount, columnCount } = training.matrix;
  const system = new ReweightedSystem(training, context.engine, new Pacer(context));
  const featureWeight = new Float64Array(columnCount).fill(1);
  const rowWeight = new Float64Array(rowCount).fill(1);
  const diagonal = new Float64Array(rowCount);
  let last = Number.POSITIVE_INFINITY;
  for (let step = 0; step < chosen.iterations; step++) {
    // The change falls by about a constant factor each step, so the steps left are unknown: halve what is left.
    const done = 1 - 1 / (1 + step / 20);
    for (let i = 0; i < rowCount; i++) diagonal[i] = chosen.gamma * chosen.gamma * rowWeight[i] + ridge;
    const { rowNorms, featureNorms } = await system.solve(featureWeight, diagonal, done);
    let objective = 0;
    for (let i = 0; i < rowCount; i++) {
      objective += diagonal[i] * rowNorms[i];
      rowWeight[i] = 2 * Math.max(smallestNorm, chosen.gamma * rowWeight[i] * rowNorms[i]);
    }
    for (let j = 0; j < columnCount; j++) {
      const norm = featureWeight[j] * featureNorms[j];
      objective += chosen.gamma * norm;
      featureWeight[j] = 2 * Math.max(smallestNorm, norm);
    }
    if (Math.abs(last - objective) < Math.max(chosen.tolerance, chosen.relativeTolerance * objective)) break;
    last = objective;
  }
  context.onProgress?.(1);
  return featureWeight.map((weight) => weight / 2);
}
