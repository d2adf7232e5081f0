/**
 * HSIC Lasso with variational inference: the regression of HSIC Lasso under a Gaussian likelihood of unknown variance
 * and heavy-tailed priors on the coefficients, fitted by variational steps with an adaptive non-negative lasso inside.
 * Features are ranked by their coefficient; those with none follow by their own HSIC with the labels.
 *
 * One step, for c = K'L, G = K'K, N = rows * block size * permutations, w the coefficients and s their variances:
 *   M = G + sigma^2 diag(1 / (w^2 + s)),  s = sigma^2 diag(M^-1),
 *   w = proximal steps w_j <- max(0, c_j - sum_k!=j G_jk w_k - sigma^2 lambda N / |a_j|) / M_jj with a = G^-1 c
 *       (w = M^-1 c at the first step),
 *   sigma^2 = (|L - K w|^2 + tr(G Sigma)) / N,
 * until the variational bound changes by less than the tolerance, relative to itself.
 * Source: Koyama et al., Effective Nonlinear Feature Selection Method based on HSIC Lasso and with Variational
 * Inference (AISTATS 2022), and their package HSICLassoVI, including where its proximal steps stop.
 *
 * The package inverts matrices of all features, which fails where there are more than a few thousand. Here the
 * `screen` features of largest c_j take part; with no more features than that, all do. lambda has no default in the
 * package; 1e-5 is what its example uses.
 *
 * G is summed in single precision, with a small ridge against the rounding. Where features are so alike that rounding
 * outweighs the ridge, and G + ridge has no Cholesky factor, it is summed again in double precision, as the package does.
 */

import type { Precision } from '../../compute/gram.js';
import { NotPositiveDefinite } from '../../compute/linear-algebra.js';
import { Pacer } from '../../compute/pacer.js';
import type { ClassTarget, Matrix, Scores, TrainingSet, ValueTarget } from '../../types.js';
import { checkTraining } from '../check-training.js';
import type { OptionSpecs, SelectContext, SelectionMethod } from '../contract.js';
import { rankScores, scoresFromOrder } from '../rank-scores.js';
import { blockOptions, dealBlocks, type HsicLassoOptions } from './hsic-lasso.js';
import { KernelRegression } from './kernel-regression.js';
import { VariationalLasso } from './variational-lasso.js';

export interface HsicLassoViOptions extends HsicLassoOptions {
  readonly lambda: number;
  readonly nu: number;
  readonly iterations: number;
  readonly tolerance: number;
  readonly screen: number;
}

const options: OptionSpecs<HsicLassoViOptions> = {
  ...blockOptions,
  lambda: { type: 'number', min: 0, default: 1e-5, help: 'weight of the lasso: larger gives fewer features' },
  nu: { type: 'number', min: 0.1, default: 1.5, help: 'shape of the prior of the coefficients' },
  iterations: { type: 'number', integer: true, min: 1, default: 100, help: 'most variational steps' },
  tolerance: { type: 'number', min: 0, default: 1e-5, help: 'stop when the bound changes by less than this share' },
  screen: {
    type: 'number',
    integer: true,
    min: 1,
    max: 8192,
    default: 1024,
    help: 'number of features to consider, those with the largest HSIC with the labels; time grows with its cube',
  },
};

export const hsicLassoVi: SelectionMethod<HsicLassoViOptions, ClassTarget | ValueTarget> = {
  name: 'hsic-lasso-vi',
  summary: 'HSIC Lasso fitted by variational inference, with the lasso weights set by least squares',
  goodFor: 'what HSIC Lasso is good for, its weights found by variational inference',
  options,
  targets: ['classes', 'values'],
  kChanges: 'nothing',
  select: async (training, k, chosen, context) => {
    checkTraining(training, k);
    const mark = context.engine.memory.mark();
    try {
      return await fit(training, chosen, context);
    } finally {
      context.engine.memory.release(mark);
    }
  },
};

/** By the precision of G: the ridge that its rounding stays below in most data, and the progress when its sums begin. */
const summing: Readonly<Record<Precision, { readonly smallestRidge: number; readonly begun: number }>> = {
  float32: { smallestRidge: 1e-6, begun: 0.3 },
  float64: { smallestRidge: 1e-10, begun: 0.6 },
};

async function fit(
  training: TrainingSet<Matrix, ClassTarget | ValueTarget>,
  chosen: HsicLassoViOptions,
  context: SelectContext,
): Promise<Scores> {
  const pacer = new Pacer(context);
  const blocks = dealBlocks(training, chosen, context);
  const regression = new KernelRegression(training, blocks, context.engine);
  const related = await regression.relate(pacer, (share) => 0.3 * share);
  const screened = rankScores(related).ranking.slice(0, chosen.screen).sort();
  const { engine } = context;
  const weigh = async (precision: Precision): Promise<Float64Array> => {
    const { smallestRidge, begun } = summing[precision];
    const mark = engine.memory.mark();
    try {
      const done = (share: number) => begun + (0.6 - begun) * share;
      const gram = await regression.relatePairs(screened, precision, pacer, done);
      const lasso = new VariationalLasso({
        engine,
        pacer,
        gram,
        related: Float64Array.from(screened, (feature) => related[feature]),
        labelSquare: regression.labelSquare,
        sampleCount: blocks.rowCount * blocks.blockSize * blocks.permutationCount,
        smallestRidge,
        ...chosen,
      });
      return await lasso.fit();
    } finally {
      engine.memory.release(mark);
    }
  };
  const weights = await weigh('float32').catch((error) => {
    if (error instanceof NotPositiveDefinite) return weigh('float64');
    throw error;
  });
  context.onProgress?.(1);
  const found = Array.from(weights.keys()).filter((i) => weights[i] > 0);
  found.sort((a, b) => weights[b] - weights[a] || a - b);
  return scoresFromOrder(
    found.map((i) => screened[i]),
    related,
  );
}
