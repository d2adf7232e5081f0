/** Places of numbers in their order, from 1; equal ones share the mean of theirs. */
import { Sorter } from './sort-order.js';

/** Ranks of the values where row i stands there `counts[i]` times. */
export function rankedBy(values: Float64Array): (counts?: Float64Array) => Float64Array {
  const ascending = new Sorter().order(values, values.length).slice();
  return (counts) => {
    const ranks = new Float64Array(values.length);
    let below = 0;
    for (let start = 0; start < ascending.length; ) {
      let [tied, end] = [0, start];
      for (; end < ascending.length && values[ascending[end]] === values[ascending[start]]; end++) {
        tied += counts?.[ascending[end]] ?? 1;
      }
      for (let place = start; place < end; place++) ranks[ascending[place]] = below + (tied + 1) / 2;
      below += tied;
      start = end;
    }
    return ranks;
  };
}
