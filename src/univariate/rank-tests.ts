/**
 * What one feature alone shows of the target, by ranks, so that neither outliers nor the unit matter.
 *
 * Classes: Kruskal and Wallis, H = 12 / (n (n + 1)) * sum of R_c^2 / n_c - 3 (n + 1) for the sums R_c of the ranks of the
 * classes, over 1 - sum of (t^3 - t) / (n^3 - n) for ties; p from chi-square with C - 1 degrees of freedom. The effect of
 * two classes is the rank-biserial correlation, 2 AUC - 1, above 0 where the second class has the larger values; of more,
 * epsilon squared, H / (n - 1). A number: Spearman's correlation, p from t = r sqrt((n - 2) / (1 - r^2)).
 */
import { Sorter } from '../maths/sort-order.js';
import { chiSquareTail, studentTails } from '../maths/tail-probability.js';
import { type Column, spreadColumn } from '../select/columns.js';
import { ColumnCompressor } from './compress-column.js';

export interface TestedFeature {
  /** -1 to 1 for two classes and for numbers, 0 to 1 for several classes. */
  readonly effect: number;
  readonly p: number;
  /** The class whose rows have the highest ranks; absent for numbers. */
  readonly highest?: number;
}

export type RankTest = (column: Column) => TestedFeature;

export function testOfClasses(labels: Int32Array, classCount: number): RankTest {
  const n = labels.length;
  const counts = new Float64Array(classCount);
  for (const label of labels) counts[label]++;
  const present = counts.filter((count) => count > 0).length;
  const ranker = new ClassRanker(labels, counts);
  return (column) => {
    const { sums, ties } = ranker.rank(column);
    const means = sums.map((sum, label) => (counts[label] === 0 ? 0 : sum / counts[label]));
    const highest = means.indexOf(means.reduce((high, mean) => Math.max(high, mean), 0));
    const untied = 1 - ties / (n * n * n - n);
    if (present < 2 || untied <= 0) return { effect: 0, p: 1, highest };
    const between = sums.reduce(
      (sum, each, label) => sum + (counts[label] === 0 ? 0 : each * (each / counts[label])),
      0,
    );
    const h = Math.max(0, ((12 / (n * (n + 1))) * between - 3 * (n + 1)) / untied);
    const effect = classCount === 2 ? (2 * (means[1] - means[0])) / n : h / (n - 1);
    return { effect, p: chiSquareTail(h, present - 1), highest };
  };
}

export function testOfNumbers(target: Float64Array): RankTest {
  const n = target.length;
  const own = new Ranker(n).rank(target);
  const ranker = new Ranker(n);
  const values = new Float64Array(n);
  return (column) => {
    spreadColumn(column, values);
    const effect = correlation(ranker.rank(values), own);
    if (n < 3 || effect === 0) return { effect, p: 1 };
    const left = 1 - effect * effect;
    const p = left <= 0 ? 0 : studentTails(effect * Math.sqrt((n - 2) / left), n - 2);
    return { effect, p };
  };
}

/**
 * Sums of the ranks of every class. Rows that share the rest of a column have one rank, and how many of them are of each class is
 * known from those of the others, so they need no visit. Sums of ranks are whole or half, so their order changes no bit.
 */
class ClassRanker {
  readonly #labels: Int32Array;
  /** Rows of every class. */
  readonly #counts: Float64Array;
  readonly #sorter = new Sorter();
  readonly #compressor: ColumnCompressor;

  constructor(labels: Int32Array, counts: Float64Array) {
    this.#labels = labels;
    this.#counts = counts;
    this.#compressor = new ColumnCompressor(labels.length);
  }

  /** `ties` is the sum of t^3 - t over groups of t equal values. */
  rank(given: Column): { readonly sums: Float64Array; readonly ties: number } {
    const column = this.#compressor.compress(given);
    const { rowCount, length, values, rows, rest } = column;
    const labels = this.#labels;
    const order = this.#sorter.order(values, length);
    const sums = new Float64Array(this.#counts.length);
    let restLeft = rowCount - length;
    let [ties, before] = [0, 0];
    for (let from = 0; from < length || restLeft > 0; ) {
      const isRest = restLeft > 0 && (from === length || !(values[order[from]] < rest));
      const value = isRest ? rest : values[order[from]];
      let to = from;
      while (to < length && values[order[to]] === value) to++;
      const t = to - from + (isRest ? restLeft : 0);
      const mean = before + (1 + t) / 2;
      for (let place = from; place < to; place++) {
        const row = order[place];
        sums[labels[rows ? rows[row] : row]] += mean;
      }
      if (isRest) {
        this.#addRest(sums, mean, column);
        restLeft = 0;
      }
      ties += t * t * t - t;
      before += t;
      from = to;
    }
    return { sums, ties };
  }

  #addRest(sums: Float64Array, mean: number, { rows, length }: Column): void {
    const left = this.#counts.slice();
    if (rows) for (let i = 0; i < length; i++) left[this.#labels[rows[i]]]--;
    left.forEach((count, label) => {
      sums[label] += mean * count;
    });
  }
}

/** Ranks from 1, equal values with the mean of theirs. */
class Ranker {
  readonly #sorter = new Sorter();
  readonly #ranks: Float64Array;

  constructor(rowCount: number) {
    this.#ranks = new Float64Array(rowCount);
  }

  /** Valid until the next call. */
  rank(values: Float64Array): Float64Array {
    const order = this.#sorter.order(values, values.length);
    for (let from = 0; from < order.length; ) {
      let to = from + 1;
      while (to < order.length && values[order[to]] === values[order[from]]) to++;
      const mean = (from + 1 + to) / 2;
      for (let place = from; place < to; place++) this.#ranks[order[place]] = mean;
      from = to;
    }
    return this.#ranks;
  }
}

function correlation(a: Float64Array, b: Float64Array): number {
  const mean = (a.length + 1) / 2;
  let [ab, aa, bb] = [0, 0, 0];
  for (let row = 0; row < a.length; row++) {
    ab += (a[row] - mean) * (b[row] - mean);
    aa += (a[row] - mean) * (a[row] - mean);
    bb += (b[row] - mean) * (b[row] - mean);
  }
  const spread = Math.sqrt(aa * bb);
  return spread === 0 ? 0 : Math.max(-1, Math.min(1, ab / spread));
}
