/** Which connections of a layer are dropped: the plain twin of kernels/prune.ts. */
import { layouts } from '../kernels-interface.js';
import type { Views } from './views.js';

const { threshold, ties } = layouts.Cut.fields;

export const pruneReference = ({ f32, i32, u8 }: Views) => ({
  rateConnections(
    magnitude: number,
    _strongest: number,
    stays: number,
    rowStart: number,
    column: number,
    weight: number,
    outCount: number,
    from: number,
    to: number,
  ): void {
    for (let i = from; i < to; i++) {
      let top = -1;
      let place = -1;
      for (let k = 0; k < i32[rowStart / 4 + outCount]; k++) {
        if (i32[column / 4 + k] !== i) continue;
        const size = Math.abs(f32[weight / 4 + k]);
        f32[magnitude / 4 + k] = stays !== 0 && u8[stays + i] === 0 ? -1 : size;
        if (size > top) [top, place] = [size, k];
      }
      if (place >= 0 && stays !== 0 && u8[stays + i] === 1) f32[magnitude / 4 + place] = Number.POSITIVE_INFINITY;
    }
  },

  /** The counts are only a means, so there are none here. */
  cutSmallest(cut: number, _counts: number, values: number, count: number, n: number): void {
    const sorted = f32.slice(values / 4, values / 4 + count).sort();
    const line = n > 0 ? sorted[n - 1] : Number.NEGATIVE_INFINITY;
    f32[(cut + threshold.at) / 4] = line;
    i32[(cut + ties.at) / 4] = n > 0 ? n - sorted.filter((value) => value < line).length : 0;
  },
});
