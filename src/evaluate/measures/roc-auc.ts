/**
 * Area under the receiver operating characteristic: how often a row of a class is given a higher score for it than a
 * row of another class, ties counting half (Mann and Whitney's statistic over the number of pairs). Each class against
 * the rest, the mean over the classes that have test rows and do not have all of them; for two classes both are the same.
 */
import { Sorter } from '../../maths/sort-order.js';
import type { ClassTarget } from '../../types.js';
import { meanOfDefined } from './confusion.js';
import type { Measure } from './contract.js';

export const rocAuc: Measure<ClassTarget> = {
  name: 'roc-auc',
  title: 'ROC AUC',
  target: 'classes',
  best: 'highest',
  form: 'number',
  read(truth, predicted) {
    const scores = predicted.scores ?? predicted.probabilities;
    if (scores === undefined) return undefined;
    const classCount = truth.classNames.length;
    const columns = truth.classNames.map((_, label) =>
      Float64Array.from(truth.labels, (_, row) => scores[row * classCount + label]),
    );
    const orders = columns.map((column) => new Sorter().order(column, column.length).slice());
    return (counts) =>
      meanOfDefined(columns.map((column, label) => areaOf(column, orders[label], truth.labels, label, counts)));
  },
};

function areaOf(
  scores: Float64Array,
  ascending: Int32Array,
  labels: Int32Array,
  label: number,
  counts: Float64Array | undefined,
): number | undefined {
  let [won, own, others] = [0, 0, 0];
  for (let start = 0; start < ascending.length; ) {
    let [tiedOwn, tiedOthers, end] = [0, 0, start];
    for (; end < ascending.length && scores[ascending[end]] === scores[ascending[start]]; end++) {
      const count = counts?.[ascending[end]] ?? 1;
      if (labels[ascending[end]] === label) tiedOwn += count;
      else tiedOthers += count;
    }
    won += tiedOwn * (others + tiedOthers / 2);
    own += tiedOwn;
    others += tiedOthers;
    start = end;
  }
  return own > 0 && others > 0 ? won / (own * others) : undefined;
}
