/** Counting in sorted values, and the digamma function of whole numbers: what the nearest-neighbour estimates share. */

/** How many of the first `count` sorted values are below `bound`. */
export function countBelow(sorted: Float64Array, count: number, bound: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many of the first `count` sorted values are at most `bound`. */
export function countAtMost(sorted: Float64Array, count: number, bound: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] <= bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** 0, 1, 1 + 1/2, ...: psi(m) is the (m - 1)-th harmonic number less Euler's constant. */
export function harmonicNumbers(count: number): Float64Array {
  const sums = new Float64Array(count + 1);
  for (let i = 1; i <= count; i++) sums[i] = sums[i - 1] + 1 / i;
  return sums;
}
