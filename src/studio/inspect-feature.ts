/**
 * One feature looked at closely, on the training rows alone: how its values lie in every class, and which other features
 * go with it (Pearson correlation). A column that became several features is shown by its categories.
 */

import { columnOf } from '../matrix/column-of.js';
import { lookedAtAs } from '../target/looked-at-as.js';
import type { ClassTarget, Dataset, Matrix } from '../types.js';
import { standardised } from './standardised.js';

export interface FeatureView {
  readonly feature: number;
  readonly classNames: readonly string[];
  /** The middle of every bin, or the name of every category. */
  readonly bins: readonly (number | string)[];
  /** `[class][bin]`: share of the rows of the class. */
  readonly shares: readonly (readonly number[])[];
  /** Those that go with it most, by the size of the correlation. */
  readonly related: readonly { readonly feature: number; readonly correlation: number }[];
}

const binCount = 16;
const relatedCount = 6;
/** More columns would keep the worker busy for seconds. */
const mostCompared = 20_000;

export function inspectFeature(dataset: Dataset, rows: Int32Array, feature: number): FeatureView {
  const { groups, featureNames, matrix } = dataset;
  const classes = lookedAtAs(dataset.target);
  const { labels, classNames } = classes;
  const columns = groups
    ? Array.from(groups.groupOf.keys()).filter((column) => groups.groupOf[column] === feature)
    : [feature];
  const counts = classNames.map(() => 0);
  for (const row of rows) counts[labels[row]]++;
  const found =
    columns.length > 1
      ? byCategory(classes, matrix, rows, columns)
      : byValue(classes, rows, columnOf(matrix, columns[0]));
  return {
    feature,
    classNames,
    bins: columns.length > 1 ? columns.map((column) => featureNames[column]) : found.bins,
    shares: found.counts.map((each, label) => each.map((count) => count / Math.max(1, counts[label]))),
    related: columns.length > 1 || groups ? [] : relatedTo(matrix, rows, feature),
  };
}

interface Binned {
  readonly bins: readonly number[];
  readonly counts: number[][];
}

function byValue({ labels, classNames }: ClassTarget, rows: Int32Array, cells: ArrayLike<number>): Binned {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const row of rows) {
    if (cells[row] < low) low = cells[row];
    if (cells[row] > high) high = cells[row];
  }
  const width = (high - low) / binCount || 1;
  const counts = classNames.map(() => new Array<number>(binCount).fill(0));
  for (const row of rows) {
    if (Number.isNaN(cells[row])) continue;
    counts[labels[row]][Math.min(binCount - 1, Math.floor((cells[row] - low) / width))]++;
  }
  return { bins: Array.from({ length: binCount }, (_, bin) => low + (bin + 0.5) * width), counts };
}

function byCategory(
  { labels, classNames }: ClassTarget,
  matrix: Matrix,
  rows: Int32Array,
  columns: readonly number[],
): Binned {
  const counts = classNames.map(() => columns.map(() => 0));
  columns.forEach((column, bin) => {
    const cells = columnOf(matrix, column);
    for (const row of rows) if (cells[row] === 1) counts[labels[row]][bin]++;
  });
  return { bins: columns, counts };
}

function relatedTo(matrix: Matrix, rows: Int32Array, feature: number): FeatureView['related'] {
  if (matrix.columnCount > mostCompared) return [];
  const own = standardised(columnOf(matrix, feature), rows);
  const found: { feature: number; correlation: number }[] = [];
  for (let other = 0; other < matrix.columnCount; other++) {
    if (other === feature) continue;
    const cells = standardised(columnOf(matrix, other), rows);
    let correlation = 0;
    for (let at = 0; at < own.length; at++) correlation += own[at] * cells[at];
    found.push({ feature: other, correlation });
  }
  found.sort((a, b) => Math.abs(b.correlation) - Math.abs(a.correlation) || a.feature - b.feature);
  return found.slice(0, relatedCount);
}
