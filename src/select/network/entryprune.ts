/**
 * EntryPrune: features take turns as inputs of a small dense network, and rank by how much of the network's change they
 * drew to themselves when they came in (Zimmer, Okanovic and Hoefler, EntryPrune: Neural Network Feature Selection using
 * First Impressions, arXiv 2410.02344; RelChaNet in its first version).
 *
 *   change(i)   = sum over the hidden neurons of |weight from i now - at the start of the round|
 *   relative(i) = (change(i) - mean over the inputs) / their deviation
 *   score(i)    = the largest relative(i) of the rounds in which i was a candidate
 *
 * A round is so many steps of training. The network has K + candidates * (features - K) inputs. After a round the K with
 * the highest scores stay, the others leave, and other features come in, their weights beginning at 0. Scores of those
 * that stay do not change: the first impression counts.
 *
 * Differences from the authors' package `entryprune`: SGD with momentum, as every network here (the package has Adam); the
 * change of the weights, which the package offers, in place of the sum of their gradients, which is the same thing up to
 * the learning rate; candidates are dealt, so that all features come in equally often (the package draws them); new
 * weights are 0 (there +-1e-8); a fixed number of rounds in place of early stopping.
 */
import { yieldToEventLoop } from '../../compute/yield.js';
import { type Random, shuffle } from '../../maths/random.js';
import { allRows } from '../../matrix/all-rows.js';
import { DenseEpochs } from '../../network/dense/dense-epochs.js';
import { EntryNetwork } from '../../network/dense/entry-network.js';
import type { Scores, Target } from '../../types.js';
import type { OptionSpecs, SelectContext, SelectionMethod } from '../contract.js';
import { rankScores } from '../rank-scores.js';
import { type DenseRun, runDense } from './dense-run.js';
import { networkTargets } from './network-targets.js';
import { sparseNetworkOptions } from './neurofs.js';

export interface EntryPruneOptions {
  readonly hidden: number;
  readonly candidates: number;
  readonly rounds: number;
  readonly roundSteps: number;
  readonly batchSize: number | 'auto';
  readonly learningRate: number;
  readonly momentum: number;
}

const options: OptionSpecs<EntryPruneOptions> = {
  hidden: { type: 'number', integer: true, min: 1, default: 100, help: 'neurons of the hidden layer' },
  candidates: {
    type: 'number',
    min: 0.001,
    max: 1,
    default: 0.2,
    help: 'share of the features beyond the K that are inputs at a time',
  },
  rounds: { type: 'number', integer: true, min: 1, default: 50, help: 'how often inputs are exchanged' },
  roundSteps: { type: 'number', integer: true, min: 1, default: 50, help: 'steps of training between two exchanges' },
  batchSize: sparseNetworkOptions.batchSize,
  learningRate: sparseNetworkOptions.learningRate,
  momentum: sparseNetworkOptions.momentum,
};

export const entryPrune: SelectionMethod<EntryPruneOptions, Target, 'several' | 'weights'> = {
  name: 'entryprune',
  summary: 'a small dense network whose inputs take turns; ranked by how fast it took to a feature that came in',
  goodFor: 'many columns by a small network; quick among networks',
  options,
  ...networkTargets,
  select: (given, k, chosen, context) =>
    runDense(given, k, chosen.batchSize, context, (run) => takeTurns(run, k, chosen, context)),
};

async function takeTurns(
  { training, batchSize, working }: DenseRun,
  k: number,
  { hidden, candidates, rounds, roundSteps, learningRate, momentum }: EntryPruneOptions,
  context: SelectContext,
): Promise<Scores> {
  const { rowCount, columnCount } = training.matrix;
  const { engine, random, signal } = context;
  const inputCount = k + Math.ceil(candidates * (columnCount - k));
  const dealFeatures = dealer(columnCount, random.fork('candidates'));
  const dealRows = dealer(rowCount, random.fork('row order'));
  const none = new Uint8Array(columnCount);
  const network = new EntryNetwork(
    engine,
    training,
    dealFeatures(inputCount, none).sort(),
    { hidden, batchSize, step: { learningRate, momentum, weightDecay: 0 } },
    random.fork('network'),
    context.stopwatch,
  );
  const pass = await DenseEpochs.begin(network, { rowCount, working, batchSize, learningRate, signal });
  const scores = new Float64Array(columnCount).fill(Number.NEGATIVE_INFINITY);
  let isKept = none;
  for (let round = 1; round <= rounds; round++) {
    const before = network.inputWeights();
    const loss = await pass.train(dealRows(roundSteps * batchSize), (rows, from, count) =>
      network.trainBatch(rows, from, count),
    );
    const { features } = network;
    relativeChanges(before, network.inputWeights(), features.length).forEach((change, place) => {
      const feature = features[place];
      if (!isKept[feature]) scores[feature] = Math.max(scores[feature], change);
    });
    const best = rankScores(scores).ranking.slice(0, k);
    isKept = new Uint8Array(columnCount);
    for (const feature of best) isKept[feature] = 1;
    report(context, { round, rounds, loss, scores, activeCount: features.length });
    if (round < rounds && inputCount < columnCount) {
      const entering = dealFeatures(inputCount - k, isKept);
      network.exchange(Int32Array.from([...best, ...entering]).sort());
    }
    await yieldToEventLoop();
  }
  return rankScores(finite(scores));
}

/** For every input, how far its weights moved, in deviations from the mean of all; 0 where all moved as far. */
export function relativeChanges(before: Float32Array, after: Float32Array, inputCount: number): Float64Array {
  const changes = new Float64Array(inputCount);
  for (let at = 0; at < after.length; at++) changes[at % inputCount] += Math.abs(after[at] - before[at]);
  const mean = changes.reduce((sum, change) => sum + change, 0) / inputCount;
  const square = changes.reduce((sum, change) => sum + (change - mean) ** 2, 0);
  const deviation = Math.sqrt(square / Math.max(1, inputCount - 1));
  return changes.map((change) => (deviation > 0 ? (change - mean) / deviation : 0));
}

/** Deals numbers below `count` from one shuffled order after another, passing over those that are marked. */
function dealer(count: number, random: Random): (wanted: number, isTaken?: Uint8Array) => Int32Array {
  const order = allRows({ rowCount: count });
  let at = count;
  return (wanted, isTaken) => {
    const dealt = new Int32Array(wanted);
    const isDealt = new Uint8Array(count);
    for (let found = 0; found < wanted; ) {
      if (at === count) {
        shuffle(order, random);
        at = 0;
      }
      const next = order[at++];
      // Features are inputs once; rows may come again.
      if (isTaken && (isTaken[next] || isDealt[next])) continue;
      isDealt[next] = 1;
      dealt[found++] = next;
    }
    return dealt;
  };
}

/** A feature that never came in stands below all that did. */
function finite(scores: Float64Array): Float64Array {
  const least = scores.reduce((low, score) => (score > Number.NEGATIVE_INFINITY ? Math.min(low, score) : low), 0);
  return scores.map((score) => (score === Number.NEGATIVE_INFINITY ? least - 1 : score));
}

interface Round {
  readonly round: number;
  readonly rounds: number;
  readonly loss: number;
  readonly scores: Float64Array;
  readonly activeCount: number;
}

function report(context: SelectContext, { round, rounds, loss, scores, activeCount }: Round): void {
  const strengths = Float32Array.from(scores, (score) => Math.max(0, score));
  const change = { removedCount: 0, wokenCount: 0 };
  context.onEpoch?.({ epoch: round, epochCount: rounds, loss, activeCount, ...change, strengths });
  context.onProgress?.(round / rounds);
}
