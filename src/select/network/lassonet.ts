/**
 * LassoNet: the penalty lambda on the skip weights of a residual network at which a feature leaves (Lemhadri et al.,
 * LassoNet: A Neural Network with Feature Sparsity, JMLR 2021).
 *
 *   minimise  loss(W2 relu(W1 x + b1) + b2 + S x) + lambda * sum over features j of |S_j|
 *   with      every |W1_hj| <= M * |S_j|
 *
 * A dense network is trained first (lambda 0), then lambda grows along a path, each value starting from the weights of
 * the one before, until no feature is left. Where features leave together, those with the larger skip norm before rank
 * higher.
 *
 * Differences from the authors' package `lassonet`: plain SGD with momentum from the start, as the NeuroFS paper used it
 * (the package begins with Adam); early stopping looks at the training objective (the package at held-out rows); the
 * last short batch is kept; the path's start is found by raising lambda by a tenth at a time until the first hundredth of the
 * features has left (the package guesses it from the weights alone); a feature that has left stays out, which is what its
 * rank is made of, and makes every step of the path cheaper than the one before; and the proximal step takes momentum
 * into account, so that lambda is the one of the formula (the package's is 1 / (1 - momentum) times as large).
 */

import { yieldToEventLoop } from '../../compute/yield.js';
import { type Random, shuffle } from '../../maths/random.js';
import { allRows } from '../../matrix/all-rows.js';
import { DenseEpochs } from '../../network/dense/dense-epochs.js';
import { LassoNetwork } from '../../network/dense/lasso-network.js';
import { trainingFlops } from '../../network/training-flops.js';
import type { Scores, Target } from '../../types.js';
import type { OptionSpecs, SelectContext, SelectionMethod } from '../contract.js';
import { type DenseRun, runDense } from './dense-run.js';
import { LassoRecord } from './lasso-record.js';
import { networkTargets } from './network-targets.js';
import { sparseNetworkOptions } from './neurofs.js';

export interface LassonetOptions {
  readonly hidden: number;
  readonly layers: number;
  readonly hierarchy: number;
  readonly epochs: number;
  readonly pathEpochs: number | 'auto';
  readonly patience: number;
  readonly pathMultiplier: number;
  readonly lambdaStart: number;
  readonly batchSize: number | 'auto';
  readonly learningRate: number;
  readonly momentum: number;
}

const options: OptionSpecs<LassonetOptions> = {
  hidden: { type: 'number', integer: true, min: 1, default: 1000, help: 'neurons of a hidden layer' },
  layers: { type: 'number', integer: true, min: 1, max: 10, default: 1, help: 'hidden layers' },
  hierarchy: { type: 'number', min: 0, default: 10, help: 'M: bound on the first-layer weights, in skip norms' },
  epochs: { ...sparseNetworkOptions.epochs, help: 'most passes over the training rows before the path begins' },
  pathEpochs: {
    type: 'number',
    integer: true,
    min: 1,
    auto: true,
    default: 'auto',
    help: 'most passes at each lambda of the path; auto is enough for 50 steps, at most 20',
  },
  patience: {
    type: 'number',
    integer: true,
    min: 1,
    default: 10,
    help: 'passes without a 1 % lower objective after which training moves on to the next lambda',
  },
  pathMultiplier: { type: 'number', min: 1.0001, default: 1.02, help: 'each lambda over the one before' },
  lambdaStart: { type: 'number', min: 1e-12, default: 1e-3, help: 'lambda from which the start of the path is sought' },
  batchSize: sparseNetworkOptions.batchSize,
  learningRate: sparseNetworkOptions.learningRate,
  momentum: sparseNetworkOptions.momentum,
};

/** Steps at each lambda where the number of passes is automatic. */
const pathSteps = 50;
const mostPathEpochs = 20;
/**
 * How lambda grows until this share of the features has left; from there on by the multiplier of the path. A faster
 * run-up (1.5) leaves the weights too little time to follow: on gene data many features then leave at once.
 */
const runUpMultiplier = 1.1;
const runUpShare = 0.01;
/** An objective counts as lower when it is below this share of the best so far. */
const improvement = 0.99;

export const lassonet: SelectionMethod<LassonetOptions, Target, 'several' | 'weights'> = {
  name: 'lassonet',
  summary:
    'a dense network with skip weights under a growing penalty; ranked by the penalty at which features drop out',
  goodFor: 'a dense network’s choice along a whole path of sizes, where time does not matter',
  options,
  ...networkTargets,
  kChanges: 'nothing',
  select: (given, k, chosen, context) =>
    runDense(given, k, chosen.batchSize, context, (run) => {
      const { training, batchSize } = run;
      const shape = { ...chosen, batchSize, step: { ...chosen, weightDecay: 0 } };
      const random = context.random.fork('network');
      const network = new LassoNetwork(context.engine, training, shape, random, context.stopwatch);
      return walkPath(network, run, chosen, context);
    }),
};

async function walkPath(
  network: LassoNetwork,
  run: DenseRun,
  chosen: LassonetOptions,
  context: SelectContext,
): Promise<Scores> {
  const { rowCount, columnCount } = run.training.matrix;
  const record = new LassoRecord(columnCount, chosen.epochs, context);
  const trainer = await createTrainer(network, run, chosen, context);
  record.report(network.skipNorms(), undefined);
  await trainer.train(0, chosen.epochs, (loss) => record.report(network.skipNorms(), loss));
  network.rest();
  const pathEpochs =
    chosen.pathEpochs === 'auto'
      ? Math.min(mostPathEpochs, Math.ceil(pathSteps / Math.ceil(rowCount / run.batchSize)))
      : chosen.pathEpochs;
  let lambda = chosen.lambdaStart;
  while (network.featureCount > 0) {
    const loss = await trainer.train(lambda, pathEpochs);
    const norms = network.skipNorms();
    const staying = record.dismiss(lambda, norms);
    if (staying.length < norms.length) network.keep(staying);
    record.report(network.skipNorms(), loss);
    lambda *= record.leftShare < runUpShare ? runUpMultiplier : chosen.pathMultiplier;
  }
  context.onProgress?.(1);
  return record.scores();
}

/** Trains at one lambda until the passes are used up or the objective has not fallen for a while. */
async function createTrainer(
  network: LassoNetwork,
  { training: { matrix }, batchSize, working }: DenseRun,
  { learningRate, patience }: LassonetOptions,
  { random, signal, onFlops }: SelectContext,
) {
  const order = allRows(matrix);
  const orderRandom: Random = random.fork('row order');
  const { rowCount } = matrix;
  const pass = await DenseEpochs.begin(network, { rowCount, working, batchSize, learningRate, signal });
  return {
    async train(lambda: number, epochs: number, onEpoch?: (loss: number) => void): Promise<number> {
      let best = Number.POSITIVE_INFINITY;
      let waited = 0;
      let loss = 0;
      for (let epoch = 0; epoch < epochs && waited < patience; epoch++) {
        loss = await pass.train(shuffle(order, orderRandom), (rows, from, count) =>
          network.trainBatch(lambda, rows, from, count),
        );
        onFlops?.(trainingFlops(network.weightCount, order.length));
        const objective = loss + lambda * network.skipNorms().reduce((sum, norm) => sum + norm, 0);
        waited = objective < improvement * best ? 0 : waited + 1;
        best = Math.min(best, objective);
        onEpoch?.(loss);
        await yieldToEventLoop();
      }
      return loss;
    },
  };
}
