/** Some rows of a dataset as a dataset of their own. */
import { allRows } from './matrix/all-rows.js';
import { takeRows } from './matrix/take-rows.js';
import { describeClasses } from './target/class-target.js';
import { takeTargetRows } from './target/take-target-rows.js';
import type { AnyMatrix, Dataset } from './types.js';

export function datasetRows(dataset: Dataset<AnyMatrix>, rows: Int32Array): Dataset<AnyMatrix> {
  const { groupOfRow, weights } = dataset;
  return {
    ...dataset,
    matrix: takeRows(dataset.matrix, rows),
    target: takeTargetRows(dataset.target, rows),
    ...(groupOfRow && { groupOfRow: renumber(rows.map((row) => groupOfRow[row])) }),
    ...(weights && { weights: Float64Array.from(rows, (row) => weights[row]) }),
  };
}

/**
 * The rows of classes that have two rows or more: folds of the others would have a class to test that they could not learn.
 * All rows where fewer than two classes would be left.
 */
export function withoutLoneClasses(dataset: Dataset<AnyMatrix>): Dataset<AnyMatrix> {
  const { target } = dataset;
  if (target.kind !== 'classes') return dataset;
  const { classNames, classCounts } = describeClasses(target);
  const kept = classCounts.flatMap((count, label) => (count > 1 ? [label] : []));
  if (kept.length === classNames.length || kept.length < 2) return dataset;
  const placeOf = new Map(kept.map((label, place) => [label, place]));
  const rows = allRows(dataset.matrix).filter((row) => placeOf.has(target.labels[row]));
  const labels = rows.map((row) => placeOf.get(target.labels[row])!);
  return {
    ...datasetRows(dataset, rows),
    target: { ...target, labels, classNames: kept.map((label) => classNames[label]) },
  };
}

/** Groups without gaps between their numbers. */
function renumber(groups: Int32Array): Int32Array {
  const numbers = new Map([...new Set(groups)].sort((a, b) => a - b).map((group, number) => [group, number]));
  return groups.map((group) => numbers.get(group)!);
}
