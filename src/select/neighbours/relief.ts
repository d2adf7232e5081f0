/**
 * ReliefF: a feature is good if it differs between a row and its neighbours of other classes, and agrees with those of
 * its own class. With diff(f, a, b) = |a_f - b_f| / range of f,
 *
 *   score(f) = mean over rows r of  - mean over the k nearest rows h of r's class of diff(f, r, h)
 *              + sum over other classes c of  P(c) / (1 - P(class of r)) x mean over the k nearest rows m of c of diff(f, r, m),
 *
 * near by the sum of diff over all features, ties by the lower row.
 *
 * Source: Kononenko, Estimating Attributes: Analysis and Extensions of RELIEF (ECML 1994); Robnik-Sikonja and Kononenko,
 * Theoretical and Empirical Analysis of ReliefF and RReliefF (Machine Learning 53, 2003). A class with fewer than k other
 * rows gives those it has. Beyond `rows` training rows, r goes over so many of them, drawn at random; neighbours are
 * always looked for among all.
 */
import { Pacer } from '../../compute/pacer.js';
import { type Random, shuffle } from '../../maths/random.js';
import type { TrainingSet } from '../../types.js';
import { checkTraining } from '../check-training.js';
import type { OptionSpecs, SelectContext, SelectionMethod } from '../contract.js';
import { rankScores } from '../rank-scores.js';
import { distance, gatherRangeRows, type RangeRows } from './range-rows.js';

export interface ReliefOptions {
  readonly neighbours: number;
  readonly rows: number;
}

const options: OptionSpecs<ReliefOptions> = {
  neighbours: { type: 'number', integer: true, min: 1, default: 10, help: 'k: nearest rows of every class' },
  rows: {
    type: 'number',
    integer: true,
    min: 1,
    default: 1000,
    help: 'rows whose neighbours are looked at; with more training rows, so many are drawn at random',
  },
};

export const relief: SelectionMethod<ReliefOptions> = {
  name: 'relief',
  summary: 'ReliefF: features that differ between near rows of different classes and agree within a class',
  options,
  kChanges: 'nothing',
  select: async (training, k, chosen, context) => {
    checkTraining(training, k);
    const scores = await scoreByNeighbours(training, chosen, context);
    context.onProgress?.(1);
    return rankScores(scores);
  },
};

async function scoreByNeighbours(
  training: TrainingSet,
  chosen: ReliefOptions,
  context: SelectContext,
): Promise<Float64Array> {
  const pacer = new Pacer(context);
  const rows = await gatherRangeRows(training, pacer);
  const { rowCount, featureCount } = rows;
  const looked = drawRows(rowCount, chosen.rows, context.random);
  const nearest = new NearestOfClasses(training, chosen.neighbours);
  const shares = classShares(training);
  const scores = new Float64Array(featureCount);
  for (let i = 0; i < looked.length; i++) {
    const row = looked[i];
    nearest.clear();
    for (let other = 0; other < rowCount; other++) {
      if (pacer.isDue(featureCount)) await pacer.rest(i / looked.length);
      if (other !== row) nearest.offer(other, distance(rows, row, other));
    }
    const own = training.target.labels[row];
    for (let label = 0; label < shares.length; label++) {
      const near = nearest.of(label);
      const weight = label === own ? -1 : shares[label] / (1 - shares[own]);
      for (const other of near) addDifferences(scores, rows, row, other, weight / near.length / looked.length);
    }
  }
  return scores;
}

/** All rows in order, or as many as wanted, drawn without repetition and then in order. */
function drawRows(rowCount: number, wanted: number, random: Random): Int32Array {
  const all = Int32Array.from({ length: rowCount }, (_, row) => row);
  return rowCount <= wanted ? all : shuffle(all, random).slice(0, wanted).sort();
}

function classShares({ target: { labels, classNames } }: TrainingSet): Float64Array {
  const shares = new Float64Array(classNames.length);
  for (const label of labels) shares[label] += 1 / labels.length;
  return shares;
}

function addDifferences(scores: Float64Array, rows: RangeRows, a: number, b: number, weight: number): void {
  const { featureCount, values } = rows;
  const [p, q] = [a * featureCount, b * featureCount];
  for (let j = 0; j < featureCount; j++) scores[j] += weight * Math.abs(values[p + j] - values[q + j]);
}

/** The k nearest rows of every class, kept in order as rows are offered. */
class NearestOfClasses {
  readonly #labels: Int32Array;
  readonly #k: number;
  readonly #rows: readonly number[][];
  readonly #distances: readonly number[][];

  constructor({ target: { labels, classNames } }: TrainingSet, k: number) {
    this.#labels = labels;
    this.#k = k;
    this.#rows = classNames.map(() => []);
    this.#distances = classNames.map(() => []);
  }

  clear(): void {
    for (const list of [...this.#rows, ...this.#distances]) list.length = 0;
  }

  /** Rows are offered in ascending order, so that of equally near ones the lower is kept. */
  offer(row: number, far: number): void {
    const rows = this.#rows[this.#labels[row]];
    const distances = this.#distances[this.#labels[row]];
    if (rows.length === this.#k) {
      if (far >= distances[this.#k - 1]) return;
      rows.pop();
      distances.pop();
    }
    let place = rows.length;
    while (place > 0 && distances[place - 1] > far) place--;
    rows.splice(place, 0, row);
    distances.splice(place, 0, far);
  }

  of(label: number): readonly number[] {
    return this.#rows[label];
  }
}
