/** Rows of the data matrix into a batch: the plain twin of kernels/copy-in.ts. */
import type { Views } from './views.js';

export const copyInReference = ({ f32, f64, i32, u8 }: Views) => ({
  copyIn(
    out: number,
    staging: number,
    feature: number,
    offset: number,
    factor: number,
    outStride: number,
    rowCount: number,
    rowLength: number,
    type: number,
    compact: number,
    from: number,
    to: number,
  ): void {
    const cells = new DataView(u8.buffer);
    for (let a = from; a < to; a++) {
      const f = i32[feature / 4 + a];
      for (let r = 0; r < rowCount; r++) {
        const value = readCell(cells, staging, r * rowLength + f, type);
        const scaled = (value - f64[offset / 8 + f]) * f64[factor / 8 + f];
        f32[out / 4 + (compact ? a : f) * outStride + r] = scaled;
      }
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
