/**
 * Stochastic gates: every feature is multiplied by a random gate whose mean is learnt together with a dense network,
 * under a penalty on gates that are open (Yamada et al., Feature Selection using Stochastic Gates, ICML 2020).
 *
 *   z_j = clamp(mu_j + 0.5 + sigma * noise, 0, 1)
 *   minimise  loss(network(z * x)) + lambda * P,   P = mean (or sum) over features of Phi((mu_j + 0.5) / sigma)
 *
 * Features are ranked by mu itself: gates clamped to 0 or 1 would tie. The article sums the penalty over the features,
 * the authors' package takes the mean; the mean is the default here, because the lambda of the NeuroFS paper (0.5) was
 * used with the package, and because it means the same for any number of features.
 *
 * Differences from the authors' package `stg`: the weights begin as Glorot's do (the package draws all of them from
 * +-0.2, which lets three layers of 1000 explode), all gates begin exactly half open (the package adds noise of 0.01 to
 * mu, which would decide between features that are alike), and weight decay acts on the weights alone, not on mu.
 */

import { yieldToEventLoop } from '../../compute/yield.js';
import { shuffle } from '../../maths/random.js';
import { allRows } from '../../matrix/all-rows.js';
import { DenseEpochs } from '../../network/dense/dense-epochs.js';
import { GatedNetwork } from '../../network/dense/gated-network.js';
import type { Activation } from '../../network/sparse/network.js';
import type { Scores, Target } from '../../types.js';
import type { OptionSpecs, SelectContext, SelectionMethod } from '../contract.js';
import { rankScores } from '../rank-scores.js';
import { type DenseRun, runDense } from './dense-run.js';
import { networkTargets } from './network-targets.js';
import { sparseNetworkOptions } from './neurofs.js';

const penalties = ['mean', 'sum'] as const;

export interface StgOptions {
  readonly hidden: readonly number[];
  readonly activation: Activation;
  readonly lambda: number;
  readonly penalty: (typeof penalties)[number];
  readonly sigma: number;
  readonly epochs: number;
  readonly batchSize: number | 'auto';
  readonly learningRate: number;
  readonly momentum: number;
  readonly weightDecay: number;
}

const options: OptionSpecs<StgOptions> = {
  hidden: sparseNetworkOptions.hidden,
  activation: { ...sparseNetworkOptions.activation, default: 'relu' },
  lambda: { type: 'number', min: 0, default: 0.5, help: 'weight of the penalty on open gates' },
  penalty: {
    type: 'choice',
    choices: penalties,
    default: 'mean',
    help: 'penalty over the features: their mean, as the authors take it in code, or their sum, as in the article',
  },
  sigma: { type: 'number', min: 1e-3, default: 0.5, help: 'deviation of the noise on the gates' },
  epochs: sparseNetworkOptions.epochs,
  batchSize: sparseNetworkOptions.batchSize,
  learningRate: sparseNetworkOptions.learningRate,
  momentum: sparseNetworkOptions.momentum,
  weightDecay: { ...sparseNetworkOptions.weightDecay, default: 1e-3 },
};

export const stg: SelectionMethod<StgOptions, Target, 'several' | 'weights'> = {
  name: 'stg',
  summary: 'a dense network behind random gates whose means are learnt; ranked by the means',
  goodFor: 'many rows, not too many columns, and effects that no line describes',
  options,
  ...networkTargets,
  kChanges: 'nothing',
  select: (given, k, chosen, context) =>
    runDense(given, k, chosen.batchSize, context, (run) => {
      const { training, batchSize } = run;
      const penalty = chosen.penalty === 'mean' ? chosen.lambda / training.matrix.columnCount : chosen.lambda;
      const shape = { ...chosen, penalty, batchSize, step: chosen };
      const random = context.random.fork('network');
      const network = new GatedNetwork(context.engine, training, shape, random, context.stopwatch);
      return trainGates(network, run, chosen, context);
    }),
};

async function trainGates(
  network: GatedNetwork,
  { training: { matrix }, batchSize, working }: DenseRun,
  { epochs, learningRate }: StgOptions,
  context: SelectContext,
): Promise<Scores> {
  const { means } = network.gates;
  const order = allRows(matrix);
  const orderRandom = context.random.fork('row order');
  const strengths = new Float32Array(means.length);
  const report = (epoch: number, loss: number | undefined): void => {
    // A feature's strength is how far its gate is open without noise.
    for (let j = 0; j < means.length; j++) strengths[j] = Math.max(0, Math.min(1, means[j] + 0.5));
    const activeCount = strengths.reduce((sum, strength) => sum + Number(strength > 0), 0);
    context.onEpoch?.({ epoch, epochCount: epochs, loss, activeCount, removedCount: 0, wokenCount: 0, strengths });
    context.onProgress?.(epoch / epochs);
  };
  const { rowCount } = matrix;
  const { signal } = context;
  const pass = await DenseEpochs.begin(network, { rowCount, working, batchSize, learningRate, signal });
  report(0, undefined);
  for (let epoch = 1; epoch <= epochs; epoch++) {
    const loss = await pass.train(shuffle(order, orderRandom), (rows, from, count) =>
      network.trainBatch(rows, from, count),
    );
    report(epoch, loss);
    await yieldToEventLoop();
  }
  return rankScores(means.slice());
}
