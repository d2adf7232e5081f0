/**
 * Boruta: a feature matters if its importance is above that of noise. In every run each feature still in question is
 * copied with its rows shuffled (a shadow); a forest is grown on features and shadows, and a feature whose importance
 * is above that of all shadows has a hit. A feature with more hits than a fair coin would give is confirmed, one with
 * fewer is rejected and leaves, until all are decided or `iterations` runs are over; the others stay tentative.
 *
 * Source: Kursa and Rudnicki, Feature Selection with the Boruta Package (Journal of Statistical Software 36, 2010): two
 * one-sided binomial tests after every run, corrected by Bonferroni over all features; at least five shadows. It differs
 * in its importance, the mean decrease in impurity of extra trees (src/trees: Gini's for classes, variance for numbers),
 * where the article has the loss of accuracy of a random forest; the Python package has the decrease in impurity, too.
 *
 * score = hits + mean importance over the runs, plus iterations + 1 for a tentative feature, plus twice that for a
 * confirmed one: confirmed features come first, then hits decide, then importance.
 */
import { Pacer } from '../../compute/pacer.js';
import { atLeastHeads, atMostHeads } from '../../maths/fair-coin.js';
import { shuffle } from '../../maths/random.js';
import { forestTarget } from '../../trees/forest-target.js';
import { giniImportance, mostTrees } from '../../trees/gini-importance.js';
import type { ClassTarget, Matrix, TrainingSet, ValueTarget } from '../../types.js';
import { checkTraining } from '../check-training.js';
import type { OptionSpecs, SelectContext, SelectionMethod } from '../contract.js';
import { rankScores } from '../rank-scores.js';
import { gatherColumns } from './gather-columns.js';

export interface BorutaOptions {
  readonly iterations: number;
  readonly trees: number;
  readonly alpha: number;
}

const options: OptionSpecs<BorutaOptions> = {
  iterations: { type: 'number', integer: true, min: 1, max: 1000, default: 100, help: 'most runs' },
  trees: { type: 'number', integer: true, min: 1, max: mostTrees, default: 100, help: 'trees of every run' },
  alpha: {
    type: 'number',
    min: 1e-12,
    max: 1,
    default: 0.01,
    help: 'level of the tests that confirm and reject features, divided by the number of features',
  },
};

const fewestShadows = 5;

export const boruta: SelectionMethod<BorutaOptions, ClassTarget | ValueTarget, 'several' | 'weights'> = {
  name: 'boruta',
  summary: 'features whose importance in trees is above that of shuffled copies, run after run',
  goodFor: 'all columns that matter, not the fewest that are enough',
  options,
  targets: ['classes', 'values'],
  takesSeveral: true,
  takesWeights: true,
  kChanges: 'nothing',
  isSlow: true,
  select: async (training, k, chosen, context) => {
    checkTraining(training, k);
    const mark = context.engine.memory.mark();
    try {
      const scores = await contest(training, chosen, context);
      context.onProgress?.(1);
      return rankScores(scores);
    } finally {
      context.engine.memory.release(mark);
    }
  },
};

/** What is known of every feature. */
class Standings {
  readonly hits: Int32Array;
  readonly importance: Float64Array;
  /** 0 rejected, 1 tentative, 2 confirmed. */
  readonly status: Uint8Array;

  constructor(featureCount: number) {
    this.hits = new Int32Array(featureCount);
    this.importance = new Float64Array(featureCount);
    this.status = new Uint8Array(featureCount).fill(1);
  }

  /** Tests the tentative features after so many runs. */
  decide(runs: number, alpha: number): void {
    const level = alpha / this.hits.length;
    this.status.forEach((status, feature) => {
      if (status !== 1) return;
      if (atLeastHeads(this.hits[feature], runs) < level) this.status[feature] = 2;
      else if (atMostHeads(this.hits[feature], runs) < level) this.status[feature] = 0;
    });
  }

  score(feature: number, runs: number, iterations: number): number {
    return (
      this.status[feature] * (iterations + 1) + this.hits[feature] + Math.min(0.999, this.importance[feature] / runs)
    );
  }
}

async function contest(
  training: TrainingSet<Matrix, ClassTarget | ValueTarget>,
  { iterations, trees, alpha }: BorutaOptions,
  context: SelectContext,
): Promise<Float64Array> {
  const { rowCount, columnCount } = training.matrix;
  const { engine, signal, onProgress } = context;
  const pacer = new Pacer(context);
  const spare = Math.max(columnCount, fewestShadows);
  const columns = await gatherColumns(training, { engine, pacer, spare });
  const told = forestTarget(training.target, training.weights);
  const standings = new Standings(columnCount);
  let left: Int32Array = Int32Array.from({ length: columnCount }, (_, feature) => feature);
  let run = 0;
  while (run < iterations && left.length > 0 && standings.status.includes(1)) {
    const random = context.random.fork(`run ${run}`);
    const shadowCount = Math.max(left.length, fewestShadows);
    const order = Int32Array.from({ length: rowCount }, (_, row) => row);
    for (let shadow = 0; shadow < shadowCount; shadow++) {
      writeShadow(columns.view, rowCount, shadow % left.length, left.length + shadow, shuffle(order, random));
      if (pacer.isDue(20 * rowCount)) await pacer.rest(run / iterations);
    }
    const input = { ...told, featureCount: left.length + shadowCount, train: columns };
    const done = (share: number) => onProgress?.(Math.min(1, (run + share) / iterations));
    const forest = { engine, random, signal, onProgress: done };
    const importance = await giniImportance(input, { trees, featuresPerSplit: 'sqrt' }, forest);
    run++;
    const bar = importance.subarray(left.length).reduce((most, value) => Math.max(most, value), 0);
    left.forEach((feature, place) => {
      standings.importance[feature] += importance[place];
      if (importance[place] > bar) standings.hits[feature]++;
    });
    standings.decide(run, alpha);
    left = compact(columns.view, rowCount, left, standings.status);
  }
  return Float64Array.from({ length: columnCount }, (_, feature) => standings.score(feature, run, iterations));
}

/** Writes a column with its rows in the order given to another place. */
function writeShadow(columns: Float32Array, rowCount: number, from: number, to: number, order: Int32Array): void {
  const [source, target] = [from * rowCount, to * rowCount];
  for (let row = 0; row < rowCount; row++) columns[target + row] = columns[source + order[row]];
}

/** Moves the columns of the features that were not rejected to the front; returns these features. */
function compact(columns: Float32Array, rowCount: number, left: Int32Array, status: Uint8Array): Int32Array {
  let kept = 0;
  left.forEach((feature, place) => {
    if (status[feature] === 0) return;
    if (kept !== place) columns.copyWithin(kept * rowCount, place * rowCount, (place + 1) * rowCount);
    kept++;
  });
  return left.filter((feature) => status[feature] !== 0);
}
