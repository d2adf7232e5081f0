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
    const orders = truth.classNames.map((_, label) => orderOf(scores, truth, label));
    const once = new Float64Array(truth.labels.length).fill(1);
    return (counts = once) => meanOfDefined(orders.map((order) => areaOf(order, counts)));
  },
};

/** The rows by their score for a class, ascending. Read once for every draw of the rows, so nothing is looked up twice. */
interface ScoreOrder {
  readonly rows: Int32Array;
  /** 1 where the row is of the class. */
  readonly isOwn: Uint8Array;
  /** 1 where the score is above that of the row before. */
  readonly isHigher: Uint8Array;
}

function orderOf(scores: ArrayLike<number>, { labels, classNames }: ClassTarget, label: number): ScoreOrder {
  const column = Float64Array.from(labels, (_, row) => scores[row * classNames.length + label]);
  const rows = new Sorter().order(column, column.length).slice();
  return {
    rows,
    isOwn: Uint8Array.from(rows, (row) => Number(labels[row] === label)),
    isHigher: Uint8Array.from(rows, (row, place) => Number(place > 0 && column[row] !== column[rows[place - 1]])),
  };
}

function areaOf({ rows, isOwn, isHigher }: ScoreOrder, counts: Float64Array): number | undefined {
  let won = 0;
  let own = 0;
  let others = 0;
  let tiedOwn = 0;
  let tiedOthers = 0;
  for (let place = 0; place < rows.length; place++) {
    if (isHigher[place] === 1) {
      won += tiedOwn * (others + tiedOthers / 2);
      own += tiedOwn;
      others += tiedOthers;
      tiedOwn = 0;
      tiedOthers = 0;
    }
    if (isOwn[place] === 1) tiedOwn += counts[rows[place]];
    else tiedOthers += counts[rows[place]];
  }
  won += tiedOwn * (others + tiedOthers / 2);
  own += tiedOwn;
  others += tiedOthers;
  return own > 0 && others > 0 ? won / (own * others) : undefined;
}
