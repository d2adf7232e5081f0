/** Gradients of connections that do not exist: the plain twin of kernels/growth.ts and kernels/candidates.ts.
 * Screens and histograms only save work, so there are none here. */
import { layouts } from '../kernels-interface.js';
import type { Views } from './views.js';

const header = layouts.CandidateList;

interface Candidate {
  readonly value: number;
  readonly input: number;
  readonly output: number;
}

/** The output neurons that input neuron i is connected to, or is to be. */
export function takenOutputs(
  { i32 }: Views,
  i: number,
  columnStart: number,
  row: number,
  reserved: number,
): ReadonlySet<number> {
  const start = columnStart / 4 + i;
  const taken = new Set(i32.subarray(row / 4 + i32[start], row / 4 + i32[start + 1]));
  return reserved ? taken.add(i32[reserved / 4 + i]) : taken;
}

export const growthReference = (views: Views) => {
  const { f32, i32 } = views;

  const gradient = (x: number, d: number, width: number): number => {
    let sum = 0;
    for (let b = 0; b < width; b++) sum += f32[x / 4 + b] * f32[d / 4 + b];
    return Math.abs(sum);
  };

  return {
    bestGradient(
      best: number,
      bestOut: number,
      _scratch: number,
      _screen: number,
      input: number,
      delta: number,
      inStride: number,
      deltaStride: number,
      width: number,
      outCount: number,
      floor: number,
      from: number,
      to: number,
      _part: number,
    ): void {
      for (let a = from; a < to; a++) {
        f32[best / 4 + a] = -1;
        for (let o = 0; o < outCount; o++) {
          const g = Math.fround(gradient(input + 4 * a * inStride, delta + 4 * o * deltaStride, width));
          if (g > f32[best / 4 + a]) {
            f32[best / 4 + a] = g;
            i32[bestOut / 4 + a] = o;
          }
        }
        if (f32[best / 4 + a] < floor) {
          f32[best / 4 + a] = -1;
          i32[bestOut / 4 + a] = 0;
        }
      }
    },

    collectGradients(
      list: number,
      listBytes: number,
      wanted: number,
      capacity: number,
      _scratch: number,
      _screen: number,
      input: number,
      delta: number,
      neuron: number,
      columnStart: number,
      row: number,
      reserved: number,
      inStride: number,
      deltaStride: number,
      width: number,
      outCount: number,
      from: number,
      to: number,
      thread: number,
    ): void {
      const mine = list + thread * listBytes;
      const candidates = readList(views, mine, capacity);
      for (let a = from; a < to; a++) {
        const i = i32[neuron / 4 + a];
        const connected = takenOutputs(views, i, columnStart, row, reserved);
        for (let o = 0; o < outCount; o++) {
          const value = Math.fround(gradient(input + 4 * a * inStride, delta + 4 * o * deltaStride, width));
          if (!connected.has(o) && value > f32[(mine + header.fields.threshold.at) / 4])
            candidates.push({ value, input: i, output: o });
        }
      }
      writeList(views, mine, capacity, best(candidates, wanted));
    },

    keepLargest(list: number, capacity: number, wanted: number): void {
      writeList(views, list, capacity, best(readList(views, list, capacity), wanted));
    },

    mergeCandidates(list: number, other: number, capacity: number, wanted: number): void {
      const all = [...readList(views, list, capacity), ...readList(views, other, capacity)];
      writeList(views, list, capacity, best(all, wanted));
    },
  };
};

export function best(candidates: Candidate[], wanted: number): Candidate[] {
  return candidates.sort((a, b) => b.value - a.value || a.input - b.input || a.output - b.output).slice(0, wanted);
}

export function readList({ f32, i32 }: Views, list: number, capacity: number): Candidate[] {
  const first = (list + header.bytes) / 4;
  return Array.from({ length: i32[(list + header.fields.count.at) / 4] }, (_, at) => ({
    value: f32[first + at],
    input: i32[first + capacity + at],
    output: i32[first + 2 * capacity + at],
  }));
}

export function writeList({ f32, i32 }: Views, list: number, capacity: number, candidates: readonly Candidate[]): void {
  const first = (list + header.bytes) / 4;
  i32[(list + header.fields.count.at) / 4] = candidates.length;
  candidates.forEach(({ value, input, output }, at) => {
    f32[first + at] = value;
    i32[first + capacity + at] = input;
    i32[first + 2 * capacity + at] = output;
  });
}
