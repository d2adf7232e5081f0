/**
 * Weights under which every class counts alike on the training rows: rows / (classes x rows of the class), as scikit-learn's
 * `balanced`, times the weight that a row has already.
 */
import type { AnyMatrix, Dataset } from '../types.js';

export function balanceClasses<M extends AnyMatrix>(dataset: Dataset<M>, train: Int32Array): Dataset<M> {
  const { target, weights, balanceClasses: isAsked } = dataset;
  if (!isAsked || target.kind !== 'classes') return dataset;
  const counts = new Float64Array(target.classNames.length);
  for (const row of train) counts[target.labels[row]]++;
  const present = counts.filter((count) => count > 0).length;
  const ofClass = counts.map((count) => (count > 0 ? train.length / (present * count) : 0));
  const balanced = Float64Array.from(target.labels, (label, row) => ofClass[label] * (weights ? weights[row] : 1));
  return { ...dataset, weights: balanced };
}
