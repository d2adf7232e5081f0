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
    const sorter = new Sorter();
    const orders = truth.classNames.map((_, label) => orderOf(scores, truth, label, sorter));
    const once = new Float64Array(truth.labels.length).fill(1);
    const below = new Float64Array(truth.labels.length + 1);
    return (counts = once) => meanOfDefined(orders.map((order) => areaOf(order, counts, below)));
  },
};

/** The rows by their score for a class, ascending, and where those of the class stand among them. */
interface ScoreOrder {
  readonly rows: Int32Array;
  /** Of every row of the class: its place, and the first place and the one after the last with its score. */
  readonly places: Int32Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

function orderOf(
  scores: ArrayLike<number>,
  { labels, classNames }: ClassTarget,
  label: number,
  sorter: Sorter,
): ScoreOrder {
  const column = new Float64Array(labels.length);
  for (let row = 0; row < column.length; row++) column[row] = scores[row * classNames.length + label];
  const rows = sorter.order(column, column.length).slice();
  const places: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (let start = 0; start < rows.length; ) {
    let end = start + 1;
    while (end < rows.length && column[rows[end]] === column[rows[start]]) end++;
    for (let place = start; place < end; place++) {
      if (labels[rows[place]] !== label) continue;
      places.push(place);
      starts.push(start);
      ends.push(end);
    }
    start = end;
  }
  return { rows, places: Int32Array.from(places), starts: Int32Array.from(starts), ends: Int32Array.from(ends) };
}

/**
 * Rows of the class are counted against all rows first, which takes one pass without a question; against each other they
 * win half of their pairs. Counts are whole, so the sums are exact. `below` is room for the rows counted up to each place.
 */
function areaOf(
  { rows, places, starts, ends }: ScoreOrder,
  counts: Float64Array,
  below: Float64Array,
): number | undefined {
  let all = 0;
  for (let place = 0; place < rows.length; place++) {
    below[place] = all;
    all += counts[rows[place]];
  }
  below[rows.length] = all;
  let won = 0;
  let own = 0;
  for (let i = 0; i < places.length; i++) {
    const count = counts[rows[places[i]]];
    won += count * (below[starts[i]] + below[ends[i]]);
    own += count;
  }
  const others = all - own;
  return own > 0 && others > 0 ? (won - own * own) / 2 / (own * others) : undefined;
}
