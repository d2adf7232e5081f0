/**
 * Finds the few directions in which the deltas of a layer lie, so that growth can bound most gradients instead of
 * computing them (kernels/screen.ts).
 *
 * The deltas of all neurons are mixed from those of the classes, so about as many directions as there are classes hold
 * nearly all of them. They are found as a randomised range finder does (Halko, Martinsson and Tropp, 2011), with rows of
 * the deltas in place of random mixtures: orthonormalise a few deltas, multiply once by the deltas' Gram matrix,
 * orthonormalise again. The directions decide how much work is saved, never what is found.
 */
import { type Address, nowhere } from '../../compute/address.js';
import { type Engine, evenBounds } from '../../compute/engine.js';
import { kernelNumbers, layouts } from '../../compute/kernels-interface.js';
import { recordAt } from '../../compute/records.js';
import { groupRecords } from './screen-groups.js';

/** Directions at most, a direction for every class in whole vectors; and floats of a record behind its coefficients. */
const { groupSize, mostRank, recordTail, screenVectors } = kernelNumbers;
/** Fewer sampled rows than this for a direction, and bounding costs about as much as computing. */
const leastRowsForRank = 3;
/** Floats the kernel that mixes the deltas reads behind the last record. */
const readBehind = 16;
/** More directions than this, or fewer input neurons, and output neurons are not grouped. */
const mostGroupedRank = 8;
const leastGroupedInputs = 4096;
/** Groups native code reads at a time. */
const groupsAtOnce = 4;

/** Floats of scratch that the growth kernels need for one thread. */
export function growthScratch(outCount: number): number {
  return 4 * (2 * outCount + screenVectors + Math.ceil(outCount / 16));
}

export interface Screen {
  /** Address for the kernels; 0 where nothing would be saved. */
  readonly pointer: Address;
  /** Fits the screen to the deltas at `delta`, for a search among the connections of `inCount` input neurons. */
  aim(delta: Address, outCount: number, inCount: number): void;
}

export interface ScreenShape {
  readonly outputCount: number;
  readonly mostOutputs: number;
  /** Floats from one neuron's deltas to the next, and how many of them count. */
  readonly stride: number;
  readonly width: number;
}

export function createScreen(engine: Engine, { outputCount, mostOutputs, stride, width }: ScreenShape): Screen {
  const rank = Math.min(mostRank, Math.ceil(outputCount / 4) * 4);
  if (rank * leastRowsForRank > width) return { pointer: nowhere, aim: () => {} };
  const { memory } = engine;
  const { pointer } = memory.uint8(layouts.Screen.bytes);
  const basis = memory.float32(rank * stride);
  const records = memory.float32(mostOutputs * (rank + recordTail) + readBehind);
  const sorted = memory.float32(mostOutputs * (rank + recordTail));
  const order = memory.int32(mostOutputs);
  const groups = memory.float32((Math.ceil(mostOutputs / groupSize) + groupsAtOnce) * (2 * rank + recordTail));
  const mixing = memory.float32(engine.threadCount * 256 * 16);
  const record = recordAt(memory, 'Screen', pointer);
  record.set({
    rank,
    margin: roundingMargin(rank, width),
    basis: basis.pointer,
    records: records.pointer,
    order: order.pointer,
    groups: groups.pointer,
  });

  const project = (delta: Address, outCount: number): void => {
    engine.run('projectDeltas', evenBounds(outCount, engine.threadCount), pointer, delta, stride, width);
  };
  const mixDeltas = (delta: Address, outCount: number): void => {
    engine.run(
      'denseBackpropagate',
      evenBounds(rank, engine.threadCount),
      basis.pointer,
      nowhere,
      delta,
      records.pointer,
      mixing.pointer,
      stride,
      stride,
      rank + recordTail,
      outCount,
      width,
      0,
    );
  };
  return {
    pointer,
    aim(delta, outCount, inCount) {
      const deltas = new Float32Array(memory.buffer, delta, outCount * stride);
      for (let j = 0; j < rank; j++) {
        const from = Math.floor((j * outCount) / rank) * stride;
        basis.view.set(deltas.subarray(from, from + width), j * stride);
      }
      orthonormalise(basis.view, rank, stride, width);
      project(delta, outCount);
      mixDeltas(delta, outCount);
      orthonormalise(basis.view, rank, stride, width);
      project(delta, outCount);
      // In many directions no two neurons are alike, and for few inputs grouping takes longer than it saves.
      const isWorthwhile = rank <= mostGroupedRank && inCount >= leastGroupedInputs;
      const grouped = isWorthwhile ? groupRecords(records.view, outCount, rank) : undefined;
      if (grouped === undefined) {
        for (let o = 0; o < outCount; o++) order.view[o] = o;
        record.set({ sorted: records.pointer, groupCount: 0 });
        return;
      }
      sorted.view.set(grouped.sorted);
      order.view.set(grouped.order);
      groups.view.set(grouped.groups);
      record.set({ sorted: sorted.pointer, groupCount: grouped.groupCount });
    },
  };
}

/**
 * A bound on all rounding between the true and the computed values, relative to |x| |d|: every dot product over `width`
 * columns in four lanes errs by at most (width / 4 + 8) * 2^-24 of the norms' product, the projections enter `rank`
 * times (by Cauchy and Schwarz, with the square root of it), and the basis is orthonormal to 1e-6. Eight is to spare.
 */
function roundingMargin(rank: number, width: number): number {
  return 8 * (1 + Math.sqrt(rank)) * ((width / 4 + 8) * 2 ** -24 + 1e-6);
}

/** Makes the rows orthonormal, in double precision and twice over; a row that depends on those before it becomes 0. */
function orthonormalise(rows: Float32Array, count: number, stride: number, width: number): void {
  const done: Float64Array[] = [];
  for (let j = 0; j < count; j++) {
    const stored = rows.subarray(j * stride, j * stride + width);
    const row = Float64Array.from(stored);
    const size = Math.sqrt(dot(row, row));
    for (let pass = 0; pass < 2; pass++) {
      for (const other of done) {
        const share = dot(row, other);
        for (let b = 0; b < width; b++) row[b] -= share * other[b];
      }
    }
    const left = Math.sqrt(dot(row, row));
    const scale = left > 1e-6 * size && left > 0 ? 1 / left : 0;
    for (let b = 0; b < width; b++) row[b] *= scale;
    stored.set(row);
    done.push(row);
  }
}

/** In four sums, so that an addition need not wait for the one before it. */
function dot(a: Float64Array, b: Float64Array): number {
  let [s0, s1, s2, s3] = [0, 0, 0, 0];
  let at = 0;
  for (; at + 3 < a.length; at += 4) {
    s0 += a[at] * b[at];
    s1 += a[at + 1] * b[at + 1];
    s2 += a[at + 2] * b[at + 2];
    s3 += a[at + 3] * b[at + 3];
  }
  for (; at < a.length; at++) s0 += a[at] * b[at];
  return s0 + s1 + (s2 + s3);
}
