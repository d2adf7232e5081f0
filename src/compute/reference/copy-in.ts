/** Rows of the data matrix into a batch: the plain twin of kernels/copy-in.ts. */
import type { Views } from './views.js';

export const copyInReference = ({ f32, f64, i32, u8 }: Views) => ({
  copyIn(
    out: number,
    rows: number,
    feature: number,
    offset: number,
    factor: number,
    outStride: number,
    rowCount: number,
    width: number,
    firstFeature: number,
    type: number,
    compact: number,
    from: number,
    to: number,
  ): void {
    const cells = new DataView(u8.buffer);
    for (let a = from; a < to; a++) {
      const f = i32[feature / 4 + a];
      const into = out / 4 + (compact ? a : f) * outStride;
      for (let r = 0; r < rowCount; r++) {
        const value = readCell(cells, i32[rows / 4 + r], f - firstFeature, type);
        f32[into + r] = (value - f64[offset / 8 + f]) * f64[factor / 8 + f];
      }
      f32.fill(0, into + rowCount, into + width);
    }
  },
});

function readCell(cells: DataView, base: number, index: number, type: number): number {
  if (type === 0) return cells.getFloat32(base + index * 4, true);
  if (type === 1) return cells.getFloat64(base + index * 8, true);
  if (type === 2) return cells.getUint8(base + index);
  if (type === 3) return cells.getUint16(base + index * 2, true);
  if (type === 4) return cells.getUint32(base + index * 4, true);
  if (type === 5) return cells.getInt8(base + index);
  if (type === 6) return cells.getInt16(base + index * 2, true);
  return cells.getInt32(base + index * 4, true);
}
