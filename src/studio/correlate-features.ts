/**
 * How the chosen features go with each other on the training rows: Pearson correlations, with features that say the same
 * beside each other. The order is that of average-linkage clustering by 1 - |r|.
 */
import { columnOf } from '../matrix/column-of.js';
import type { Dataset } from '../types.js';
import { standardised } from './standardised.js';

export interface Correlations {
  /** Features in the order of the picture. */
  readonly features: readonly number[];
  /** `[place][place]`, row-major, in that order. */
  readonly values: Float64Array;
}

/** Features that became several columns (`groups`) have no one value to correlate. */
export function correlateFeatures(dataset: Dataset, rows: Int32Array, wanted: readonly number[]): Correlations {
  if (dataset.groups !== undefined) return { features: [], values: new Float64Array(0) };
  const columns = wanted.map((feature) => standardised(columnOf(dataset.matrix, feature), rows));
  const count = wanted.length;
  const between = (a: number, b: number): number =>
    a === b ? 1 : columns[a].reduce((sum, value, row) => sum + value * columns[b][row], 0);
  const plain = Array.from({ length: count * count }, (_, at) => between(Math.floor(at / count), at % count));
  const order = clusteredOrder(count, (a, b) => 1 - Math.abs(plain[a * count + b]));
  return {
    features: order.map((place) => wanted[place]),
    values: Float64Array.from(order.flatMap((a) => order.map((b) => plain[a * count + b]))),
  };
}

/** Merges the two nearest clusters until one is left; the leaves from left to right. Ties go to the lower numbers. */
export function clusteredOrder(count: number, distance: (a: number, b: number) => number): number[] {
  const clusters = Array.from({ length: count }, (_, leaf) => [leaf]);
  const mean = (a: readonly number[], b: readonly number[]): number =>
    a.reduce((sum, x) => sum + b.reduce((part, y) => part + distance(x, y), 0), 0) / (a.length * b.length);
  const between = clusters.map((a) => clusters.map((b) => mean(a, b)));
  while (clusters.length > 1) {
    let [left, right] = [0, 1];
    for (let a = 0; a < clusters.length; a++) {
      for (let b = a + 1; b < clusters.length; b++) if (between[a][b] < between[left][right]) [left, right] = [a, b];
    }
    const [p, q] = [clusters[left].length, clusters[right].length];
    // The mean distance to two clusters together is the mean of both, by their sizes.
    for (let other = 0; other < clusters.length; other++) {
      const joined = (p * between[left][other] + q * between[right][other]) / (p + q);
      between[left][other] = joined;
      between[other][left] = joined;
    }
    clusters[left] = [...clusters[left], ...clusters[right]];
    clusters.splice(right, 1);
    between.splice(right, 1);
    for (const row of between) row.splice(right, 1);
  }
  return clusters[0] ?? [];
}
