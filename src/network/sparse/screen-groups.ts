/**
 * Groups of output neurons for a screen: those whose records are alike stand together, and each group has a box around its
 * coefficients (kernels/screen.ts). The neurons are halved again and again by the coefficient in which they differ most.
 * What is grouped how decides how much work is saved, never what is found.
 */
import { kernelNumbers } from '../../compute/kernels-interface.js';

const { groupSize, recordTail } = kernelNumbers;

/** A box that is wider than this share of what it holds, by their squares, passes over too few neurons to be worth asking. */
const mostWidth = 0.5;
/** Steps between the smallest and the largest coefficient where neurons are put in order; they leave room for a place. */
const steps = 2 ** 20;

export interface Grouped {
  /** The output neurons in the order of their places. */
  readonly order: Int32Array;
  /** Their records in that order, each as it is or times -1, which makes no difference to the size of a gradient. */
  readonly sorted: Float32Array;
  /** The record of every group, and how many there are: none where they would not help. */
  readonly groups: Float32Array;
  readonly groupCount: number;
}

export function groupRecords(records: Float32Array, outCount: number, rank: number): Grouped {
  const length = rank + recordTail;
  const turned = halfSpace(records, outCount, rank);
  const order = Int32Array.from({ length: outCount }, (_, o) => o);
  halve(order, turned, rank);
  const sorted = new Float32Array(outCount * length);
  order.forEach((o, place) => {
    sorted.set(turned.subarray(o * length, (o + 1) * length), place * length);
  });
  const count = Math.ceil(outCount / groupSize);
  const groups = new Float32Array(count * (2 * rank + recordTail));
  let width = 0;
  for (let g = 0; g < count; g++) {
    const members = sorted.subarray(g * groupSize * length, Math.min((g + 1) * groupSize, outCount) * length);
    width += (members.length / length) * writeGroup(groups.subarray(g * (2 * rank + recordTail)), members, rank);
  }
  return { order, sorted, groups, groupCount: width <= mostWidth * squaresOf(sorted, rank) ? count : 0 };
}

/** The records, turned so that the coefficient with the largest squares is not negative in any. */
function halfSpace(records: Float32Array, outCount: number, rank: number): Float32Array {
  const length = rank + recordTail;
  const squares = new Float64Array(rank);
  for (let o = 0; o < outCount; o++) for (let j = 0; j < rank; j++) squares[j] += records[o * length + j] ** 2;
  const main = squares.indexOf(Math.max(...squares));
  const turned = records.slice(0, outCount * length);
  for (let at = 0; at < turned.length; at += length) {
    if (turned[at + main] < 0) for (let j = 0; j < rank; j++) turned[at + j] = -turned[at + j];
  }
  return turned;
}

/** Puts those that are alike together, halving at whole groups. */
function halve(order: Int32Array, records: Float32Array, rank: number): void {
  if (order.length <= groupSize) return;
  const length = rank + recordTail;
  let [widest, low, width] = [0, 0, -1];
  for (let j = 0; j < rank; j++) {
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const o of order) {
      const value = records[o * length + j];
      if (value < least) least = value;
      if (value > most) most = value;
    }
    if (most - least > width) [widest, low, width] = [j, least, most - least];
  }
  // Numbers that hold value and place are sorted without asking a function which comes first.
  const scale = width > 0 && width < Number.POSITIVE_INFINITY ? steps / width : 0;
  const keys = Float64Array.from(order, (o, at) => {
    const step = Math.floor((records[o * length + widest] - low) * scale);
    return (step >= 0 && step <= steps ? step : 0) * order.length + at;
  }).sort();
  const before = order.slice();
  for (let at = 0; at < order.length; at++) order[at] = before[keys[at] % order.length];
  const middle = Math.ceil(order.length / groupSize / 2) * groupSize;
  halve(order.subarray(0, middle), records, rank);
  halve(order.subarray(middle), records, rank);
}

/** Writes the box around the members' coefficients and their largest norms; gives the sum of the squares of its half sides. */
function writeGroup(group: Float32Array, members: Float32Array, rank: number): number {
  const length = rank + recordTail;
  let width = 0;
  for (let j = 0; j < rank + 2; j++) {
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let at = j; at < members.length; at += length) {
      least = Math.min(least, members[at]);
      most = Math.max(most, members[at]);
    }
    if (j < rank) {
      group[j] = (least + most) / 2;
      // A little more, for what the middle and the half lose when they become floats.
      group[rank + j] = Math.max(most - group[j], group[j] - least) * (1 + 2 ** -20);
      width += group[rank + j] ** 2;
    } else {
      group[rank + j] = most;
    }
  }
  return width;
}

function squaresOf(sorted: Float32Array, rank: number): number {
  let sum = 0;
  for (let at = 0; at < sorted.length; at += rank + recordTail) {
    for (let j = 0; j < rank; j++) sum += sorted[at + j] ** 2;
  }
  return sum;
}
