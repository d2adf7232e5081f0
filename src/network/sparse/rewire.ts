/**
 * Takes connections out of a layer and puts new ones in, in place. Both keep rows in order and columns ascending; the
 * caller rebuilds the transposed index.
 */
import type { SparseLayer } from './layer.js';

/** Removes the connections whose flag is 1 and returns how many went. */
export function dropConnections(layer: SparseLayer, isDropped: Uint8Array): number {
  const rowStart = layer.rowStart.view;
  const column = layer.column.view;
  const weight = layer.weight.view;
  const velocity = layer.velocity.view;
  const initial = layer.initial.view;
  const before = layer.connectionCount;
  let kept = 0;
  let k = 0;
  for (let o = 0; o < layer.outCount; o++) {
    const end = rowStart[o + 1];
    for (; k < end; k++) {
      if (isDropped[k]) continue;
      column[kept] = column[k];
      weight[kept] = weight[k];
      velocity[kept] = velocity[k];
      initial[kept] = initial[k];
      kept++;
    }
    rowStart[o + 1] = kept;
  }
  layer.connectionCount = kept;
  return before - kept;
}

/** Connections to be grown, in any order; none may exist already. */
export interface NewConnections {
  readonly count: number;
  readonly input: Int32Array;
  readonly output: Int32Array;
}

/** Inserts connections with weight, velocity and first weight 0. Works from the last row backwards, so that nothing is overwritten. */
export function insertConnections(layer: SparseLayer, grown: NewConnections): void {
  const { outCount } = layer;
  const total = layer.connectionCount + grown.count;
  if (total > layer.capacity) throw new Error(`${total} connections do not fit a layer of ${layer.capacity}`);
  const { start, columns } = sortByOutput(grown, layer);
  const rowStart = layer.rowStart.view;
  const column = layer.column.view;
  const weight = layer.weight.view;
  const velocity = layer.velocity.view;
  const initial = layer.initial.view;

  let into = total - 1;
  let oldEnd = layer.connectionCount;
  for (let o = outCount - 1; o >= 0; o--) {
    const oldStart = rowStart[o];
    rowStart[o + 1] = into + 1;
    let old = oldEnd - 1;
    let fresh = start[o + 1] - 1;
    while (fresh >= start[o]) {
      if (old >= oldStart && column[old] > columns[fresh]) {
        column[into] = column[old];
        weight[into] = weight[old];
        velocity[into] = velocity[old];
        initial[into] = initial[old];
        old--;
      } else {
        column[into] = columns[fresh--];
        weight[into] = 0;
        velocity[into] = 0;
        initial[into] = 0;
      }
      into--;
    }
    // What is left of the row only moves; where nothing new stands before it, it is in place already.
    const left = old - oldStart + 1;
    into -= left;
    if (left > 0 && into + 1 !== oldStart) {
      for (const array of [column, weight, velocity, initial]) array.copyWithin(into + 1, oldStart, oldStart + left);
    }
    oldEnd = oldStart;
  }
  layer.connectionCount = total;
}

/** Groups new connections by output neuron, inputs ascending inside a group: two counting sorts, by input and by output. */
function sortByOutput(
  { count, input, output }: NewConnections,
  { inCount, outCount }: SparseLayer,
): { start: Int32Array; columns: Int32Array } {
  const next = countingStarts(input, count, inCount);
  const byInput = new Int32Array(count);
  for (let k = 0; k < count; k++) byInput[next[input[k]]++] = k;
  const start = countingStarts(output, count, outCount);
  const columns = new Int32Array(count);
  for (let place = 0; place < count; place++) columns[start[output[byInput[place]]]++] = input[byInput[place]];
  // Every start has run on to where its group ends, which is where the next one begins.
  start.copyWithin(1, 0, outCount);
  start[0] = 0;
  return { start, columns };
}

/** Where the group of every key begins when keys are sorted, and at last their number. */
function countingStarts(keys: Int32Array, count: number, keyCount: number): Int32Array {
  const starts = new Int32Array(keyCount + 1);
  for (let k = 0; k < count; k++) starts[keys[k] + 1]++;
  for (let key = 0; key < keyCount; key++) starts[key + 1] += starts[key];
  return starts;
}
