/**
 * How the selected features go with each other on the training rows: Pearson's correlations, with features that say the
 * same beside each other. The order is that of average-linkage clustering by 1 - |r|.
 */
import { cellAt } from '../matrix/cell-at.js';
import type { AnyMatrix, Dataset } from '../types.js';
import { createCorrelations } from './column-correlations.js';

export interface Correlations {
  /** In the order of the picture. */
  readonly names: readonly string[];
  /** `[place][place]`, row-major, in that order. */
  readonly values: Float64Array;
  /** Training rows that they are of. */
  readonly rowCount: number;
}

/** More features would be too small to be read, and more rows would change no colour. */
const mostFeatures = 60;
const mostRows = 5000;

/**
 * `selected` are features, or groups of columns, best first. Groups of several columns have no one value to correlate;
 * undefined where fewer than two features are left, and for rows that stand on disk.
 */
export function correlateFeatures(
  { matrix, groups }: Pick<Dataset<AnyMatrix>, 'matrix' | 'groups'>,
  rows: Int32Array,
  selected: readonly { readonly name: string; readonly index: number }[],
): Correlations | undefined {
  if (matrix.kind === 'stored') return undefined;
  const chosen = selected
    .flatMap(({ name, index }) => {
      const column = groups === undefined ? index : onlyColumn(groups.groupOf, index);
      return column === undefined ? [] : [{ name, column }];
    })
    .slice(0, mostFeatures);
  const count = chosen.length;
  if (count < 2) return undefined;
  const step = Math.max(1, rows.length / mostRows);
  const seen = Int32Array.from({ length: Math.min(rows.length, mostRows) }, (_, at) => rows[Math.floor(at * step)]);
  const correlation = createCorrelations((place) =>
    Float64Array.from(seen, (row) => cellAt(matrix, row, chosen[place].column)),
  );
  const places = [...chosen.keys()];
  const plain = places.map((a) => places.map((b) => (a === b ? 1 : correlation(Math.min(a, b), Math.max(a, b)))));
  const order = clusteredOrder(count, (a, b) => 1 - Math.abs(plain[a][b]));
  return {
    names: order.map((place) => chosen[place].name),
    values: Float64Array.from(order.flatMap((a) => order.map((b) => plain[a][b]))),
    rowCount: seen.length,
  };
}

/** The one column behind a group; undefined where there are several. */
function onlyColumn(groupOf: ArrayLike<number>, group: number): number | undefined {
  const found = Array.from(groupOf, (each, column) => (each === group ? column : -1)).filter((column) => column >= 0);
  return found.length === 1 ? found[0] : undefined;
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
