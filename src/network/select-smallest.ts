/** Finds the n smallest of many values without sorting them. */

/**
 * The n-th smallest value (n from 1) by Hoare's selection. Reorders `values`.
 */
export function nthSmallest(values: Float32Array, n: number): number {
  let low = 0;
  let high = values.length - 1;
  const place = n - 1;
  while (low < high) {
    const pivot = values[(low + high) >> 1];
    let i = low;
    let j = high;
    while (i <= j) {
      while (values[i] < pivot) i++;
      while (values[j] > pivot) j--;
      if (i > j) break;
      const kept = values[i];
      values[i] = values[j];
      values[j] = kept;
      i++;
      j--;
    }
    if (place <= j) high = j;
    else if (place >= i) low = i;
    else break;
  }
  return values[place];
}

/**
 * Calls `take` with the index of each of the n smallest values, ascending; among equal values the lower index goes first.
 * `scratch` has room for all values.
 */
export function forEachSmallest(
  values: Float32Array,
  n: number,
  scratch: Float32Array,
  take: (index: number) => void,
): void {
  if (n <= 0) return;
  const copy = scratch.subarray(0, values.length);
  copy.set(values);
  const threshold = nthSmallest(copy, n);
  let below = 0;
  for (let index = 0; index < values.length; index++) if (values[index] < threshold) below++;
  let equalsLeft = n - below;
  for (let index = 0; index < values.length; index++) {
    if (values[index] < threshold) take(index);
    else if (values[index] === threshold && equalsLeft-- > 0) take(index);
  }
}
