/**
 * Finds the n smallest of many values without sorting them.
 *
 * The bits of a float, with all but the sign turned over where it is negative, are a whole number in the order of the
 * floats: its key. So the n-th smallest is found by counting: first how often each upper half of the keys occurs, then
 * each lower half under the upper half that holds it.
 */
const halfCount = 65536;
const upperCounts = new Int32Array(halfCount);
const lowerCounts = new Int32Array(halfCount);

const keyOf = (bits: number): number => bits ^ ((bits >> 31) & 0x7fffffff);

function bitsOf(values: Float32Array): Int32Array {
  return new Int32Array(values.buffer, values.byteOffset, values.length);
}

/** The key of the n-th smallest value, n from 1. */
function nthSmallestKey(values: Float32Array, n: number): number {
  const bits = bitsOf(values);
  upperCounts.fill(0);
  for (let at = 0; at < bits.length; at++) upperCounts[(keyOf(bits[at]) >> 16) + halfCount / 2]++;
  let left = n;
  let place = 0;
  while (upperCounts[place] < left) left -= upperCounts[place++];
  const upper = place - halfCount / 2;
  lowerCounts.fill(0);
  for (let at = 0; at < bits.length; at++) {
    const key = keyOf(bits[at]);
    if (key >> 16 === upper) lowerCounts[key & 0xffff]++;
  }
  let lower = 0;
  while (lowerCounts[lower] < left) left -= lowerCounts[lower++];
  return (upper << 16) | lower;
}

/** The n-th smallest value, n from 1. */
export function nthSmallest(values: Float32Array, n: number): number {
  return new Float32Array(Int32Array.of(keyOf(nthSmallestKey(values, n))).buffer)[0];
}

/** Marks the n smallest values with 1 and the others with 0; among equal values the lower index goes first. */
export function markSmallest(isSmall: Uint8Array, values: Float32Array, n: number): void {
  isSmall.fill(0, 0, values.length);
  if (n <= 0) return;
  const bits = bitsOf(values);
  const threshold = nthSmallestKey(values, n);
  let marked = 0;
  for (let at = 0; at < bits.length; at++) {
    const isBelow = keyOf(bits[at]) < threshold ? 1 : 0;
    isSmall[at] = isBelow;
    marked += isBelow;
  }
  for (let at = 0; marked < n; at++) {
    if (keyOf(bits[at]) !== threshold) continue;
    isSmall[at] = 1;
    marked++;
  }
}
