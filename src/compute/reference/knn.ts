/** Nearest neighbours by way of integers: the plain twins of kernels/knn.ts. */
import { kernelNumbers, layouts } from '../kernels-interface.js';
import type { Views } from './views.js';

const { panelRows } = kernelNumbers;
const { bytes, fields } = layouts.Neighbourhood;
/** Places in a record, in integers. */
const [countAt, overflowAt] = [fields.count.at / 4, fields.overflow.at / 4];
const [thresholdAt, heapSizeAt, heapOffset] = [fields.threshold.at / 4, fields.heapSize.at / 4, bytes / 4];

export const knnReference = ({ f64, i32 }: Views) => {
  const i16 = new Int16Array(i32.buffer);

  return {
    quantiseRows(
      out: number,
      squares: number,
      errors: number,
      x: number,
      list: number,
      centre: number,
      stride: number,
      rows: number,
      inverseStep: number,
      from: number,
      to: number,
    ): void {
      for (let row = from; row < to; row++) {
        const panel = Math.floor(row / rows);
        i32[squares / 4 + row] = 0;
        let error = 0;
        for (let f = 0; f < stride; f++) {
          const exact = (f64[x / 8 + i32[list / 4 + row] * stride + f] - f64[centre / 8 + f]) * inverseStep;
          const q = Math.max(-32767, Math.min(32767, roundToEven(exact)));
          const pair = (panel * (stride / 2) + Math.floor(f / 2)) * rows + (row % rows);
          i16[out / 2 + pair * 2 + (f % 2)] = q;
          i32[squares / 4 + row] += q * q;
          error += (exact - q) ** 2;
        }
        f64[errors / 8 + row] = Math.sqrt(error);
      }
    },

    /** Keeps every row as a candidate that is below the threshold of the rows seen so far. */
    nearestCandidates(
      records: number,
      slack: number,
      test: number,
      testSquares: number,
      train: number,
      squares: number,
      k: number,
      room: number,
      stride: number,
      rowCount: number,
      panelFrom: number,
      panelTo: number,
      from: number,
      to: number,
    ): void {
      for (let t = from * 4; t < to * 4; t++) {
        const record = records / 4 + t * (heapOffset + k + 2 * room);
        for (let row = panelFrom * panelRows; row < Math.min(panelTo * panelRows, rowCount); row++) {
          let dot = 0;
          for (let f = 0; f < stride; f++) {
            const pair = (Math.floor(row / panelRows) * (stride / 2) + Math.floor(f / 2)) * panelRows;
            dot += i16[test / 2 + t * stride + f] * i16[train / 2 + (pair + (row % panelRows)) * 2 + (f % 2)];
          }
          const distance = i32[testSquares / 4 + t] + i32[squares / 4 + row] - 2 * dot;
          addCandidate(record, k, room, f64[slack / 8 + t], row, distance);
        }
      }
    },

    nearestExact(
      neighbours: number,
      distances: number,
      records: number,
      test: number,
      train: number,
      list: number,
      k: number,
      room: number,
      stride: number,
      nearCount: number,
      farCount: number,
      from: number,
      to: number,
    ): void {
      const listed = i32.subarray(list / 4, list / 4 + nearCount + farCount);
      for (let t = from; t < to; t++) {
        const record = records / 4 + t * (heapOffset + k + 2 * room);
        const candidates = i32.subarray(record + heapOffset + k, record + heapOffset + k + i32[record + countAt]);
        const near = i32[record + overflowAt]
          ? listed.subarray(0, nearCount)
          : candidates.map((place) => listed[place]);
        const measured = [...near, ...listed.subarray(nearCount)].map((row) => ({
          row,
          distance: squaredDistance(test, t, train, row, stride),
        }));
        measured.sort((a, b) => a.distance - b.distance || a.row - b.row);
        measured.slice(0, k).forEach(({ row, distance }, i) => {
          i32[neighbours / 4 + t * k + i] = row;
          f64[distances / 8 + t * k + i] = distance;
        });
      }
    },
  };

  function squaredDistance(test: number, t: number, train: number, row: number, stride: number): number {
    let sum = 0;
    for (let f = 0; f < stride; f++) sum += (f64[test / 8 + t * stride + f] - f64[train / 8 + row * stride + f]) ** 2;
    return sum;
  }

  /** The record holds: candidates, overflow, threshold, rows in the heap, the heap, rows, rounded distances. */
  function addCandidate(record: number, k: number, room: number, slack: number, row: number, distance: number): void {
    if (i32[record + overflowAt] || distance > i32[record + thresholdAt]) return;
    const smallest = [...i32.subarray(record + heapOffset, record + heapOffset + i32[record + heapSizeAt]), distance];
    smallest.sort((a, b) => b - a);
    const kept = smallest.slice(-k);
    i32.set(kept, record + heapOffset);
    i32[record + heapSizeAt] = kept.length;
    if (kept.length === k)
      i32[record + thresholdAt] = Math.min((Math.sqrt(kept[0]) + slack) ** 2 * (1 + 1e-9) + 1, 2 ** 31 - 1);
    const rows = record + heapOffset + k;
    if (i32[record + countAt] === room) dropFarCandidates(record, rows, room);
    if (i32[record + overflowAt]) return;
    i32[rows + i32[record + countAt]] = row;
    i32[rows + room + i32[record + countAt]] = distance;
    i32[record + countAt]++;
  }

  function dropFarCandidates(record: number, rows: number, room: number): void {
    const near = Array.from({ length: room }, (_, i) => [i32[rows + i], i32[rows + room + i]]).filter(
      ([, distance]) => distance <= i32[record + thresholdAt],
    );
    near.forEach(([row, distance], i) => {
      i32[rows + i] = row;
      i32[rows + room + i] = distance;
    });
    i32[record + countAt] = near.length;
    if (near.length === room) i32[record + overflowAt] = 1;
  }
};

/** Nearest whole number, halves to the even one. */
function roundToEven(value: number): number {
  const low = Math.floor(value);
  if (value - low === 0.5) return low % 2 === 0 ? low : low + 1;
  return Math.round(value);
}
