/** Whether all cells are finite, as fast as memory can be read: any other cell times 0 is NaN, and so is every sum with it. */
import type { NumericArray } from '../types.js';

export function areFinite(cells: NumericArray): boolean {
  // Four sums, since each addition waits for the one before it.
  let [a, b, c, d] = [0, 0, 0, 0];
  const whole = cells.length - (cells.length % 4);
  for (let at = 0; at < whole; at += 4) {
    a += cells[at] * 0;
    b += cells[at + 1] * 0;
    c += cells[at + 2] * 0;
    d += cells[at + 3] * 0;
  }
  for (let at = whole; at < cells.length; at++) a += cells[at] * 0;
  return a + b + c + d === 0;
}
