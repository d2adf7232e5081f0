/** Where `value` stands among the ascending values from place `from` up to `to`; -1 where it is not among them. */
export function placeOf(sorted: ArrayLike<number>, from: number, to: number, value: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = low + ((high - low) >>> 1);
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low < to && sorted[low] === value ? low : -1;
}
