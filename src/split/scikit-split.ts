/** The split of scikit-learn's `train_test_split(rows, test_size=0.2, random_state=42)`, row for row, in its order. */
import { createMersenneTwister } from '../maths/mersenne-twister.js';
import type { Split } from '../types.js';

export function scikitSplit(rowCount: number, testFraction = 0.2, seed = 42): Split {
  const order = permutation(rowCount, seed);
  const testCount = Math.ceil(rowCount * testFraction);
  return { train: order.slice(testCount), test: order.slice(0, testCount) };
}

/** `numpy.random.RandomState(seed).permutation(count)`. */
export function permutation(count: number, seed: number): Int32Array {
  const random = createMersenneTwister(seed);
  const order = Int32Array.from({ length: count }, (_, place) => place);
  for (let last = count - 1; last > 0; last--) {
    const other = random.upTo(last);
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}
