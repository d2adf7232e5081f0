/**
 * Harrell's concordance: among the pairs of rows whose order in time is known, the share in which the row with the
 * earlier event was given the higher risk, equal risks counting half. The order of a pair is known where the earlier
 * time is that of an event; of equal times, an event comes before the end of a watch, and two events are no pair.
 *
 * Rows are taken from the latest time on, their risks counted in a Fenwick tree, so that a row finds in log(rows) steps
 * how many of the later ones have a lower risk.
 */
import { Sorter } from '../../maths/sort-order.js';
import type { SurvivalTarget } from '../../types.js';
import type { Measure } from './contract.js';

export const concordance: Measure<SurvivalTarget> = {
  name: 'concordance',
  title: 'concordance',
  target: 'survival',
  best: 'highest',
  form: 'number',
  read({ times, events }, { risks }) {
    const latestFirst = new Sorter().order(times, times.length).slice().reverse();
    const rankOf = denseRanks(risks);
    const rankCount = rankOf.reduce((most, rank) => Math.max(most, rank), 0);
    return (counts) => {
      const later = new Float64Array(rankCount + 1);
      const count = (row: number) => counts?.[row] ?? 1;
      let [won, pairs, waiting] = [0, 0, 0];
      for (let start = 0; start < latestFirst.length; ) {
        let end = start;
        while (end < latestFirst.length && times[latestFirst[end]] === times[latestFirst[start]]) end++;
        const together = latestFirst.subarray(start, end);
        const enter = (row: number) => {
          add(later, rankOf[row], count(row));
          waiting += count(row);
        };
        for (const row of together) if (!events[row]) enter(row);
        for (const row of together) {
          if (!events[row]) continue;
          const lower = sumUpTo(later, rankOf[row] - 1);
          const equal = sumUpTo(later, rankOf[row]) - lower;
          won += count(row) * (lower + equal / 2);
          pairs += count(row) * waiting;
        }
        for (const row of together) if (events[row]) enter(row);
        start = end;
      }
      return pairs > 0 ? won / pairs : undefined;
    };
  },
};

/** Ranks from 1 on; equal values share one. */
function denseRanks(values: Float64Array): Int32Array {
  const ascending = new Sorter().order(values, values.length);
  const ranks = new Int32Array(values.length);
  let rank = 0;
  ascending.forEach((row, place) => {
    if (place === 0 || values[row] !== values[ascending[place - 1]]) rank++;
    ranks[row] = rank;
  });
  return ranks;
}

/** Fenwick's tree (1994): `tree[i]` holds the sum of as many places up to i as its lowest set bit says. */
function add(tree: Float64Array, place: number, value: number): void {
  for (let i = place; i < tree.length; i += i & -i) tree[i] += value;
}

function sumUpTo(tree: Float64Array, place: number): number {
  let sum = 0;
  for (let i = place; i > 0; i -= i & -i) sum += tree[i];
  return sum;
}
