/** Turns cells of `size` bytes from big-endian to little-endian or back, in place. */
export function swapBytes(data: Uint8Array, size: number): void {
  if (size < 2) return;
  for (let from = 0; from + size <= data.length; from += size) {
    for (let low = from, high = from + size - 1; low < high; low++, high--) {
      const kept = data[low];
      data[low] = data[high];
      data[high] = kept;
    }
  }
}
