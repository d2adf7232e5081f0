/** Drops the weakest input neurons and the smallest connections of a layer. */
import type { SparseLayer } from './layer.js';
import { dropConnections } from './rewire.js';
import { markSmallest } from './select-smallest.js';

/** Arrays as long as the largest layer's connections and neurons, used again in every epoch. */
export interface PruneScratch {
  readonly isDropped: Uint8Array;
  readonly magnitude: Float32Array;
}

export function createPruneScratch(length: number): PruneScratch {
  return {
    isDropped: new Uint8Array(length),
    magnitude: new Float32Array(length),
  };
}

/**
 * Takes all connections of the `count` active input neurons of least strength and, of the other connections, the given
 * fraction, those with the smallest |weight|; but the strongest connection of every neuron that stays, so that none falls
 * silent. Returns the neurons taken, ascending.
 */
export function pruneInputs(
  layer: SparseLayer,
  strengths: Float32Array,
  active: Int32Array,
  count: number,
  fraction: number,
  { isDropped, magnitude }: PruneScratch,
): Int32Array {
  const column = layer.column.view;
  const weight = layer.weight.view;
  const pruned = weakestNeurons(strengths, active, count, { isDropped, magnitude });
  // The largest |weight| of every neuron, and where it stands among those that stay. Nothing exceeds that of a neuron that goes.
  const largest = new Float32Array(layer.inCount).fill(-1);
  const strongest = new Int32Array(layer.inCount).fill(-1);
  const stays = new Uint8Array(layer.inCount).fill(1);
  for (const neuron of pruned) {
    largest[neuron] = Number.POSITIVE_INFINITY;
    stays[neuron] = 0;
  }
  // Counted on instead of asked: whose turn it is to stay is a coin toss for the processor.
  let left = 0;
  for (let k = 0; k < layer.connectionCount; k++) {
    const input = column[k];
    const size = Math.abs(weight[k]);
    if (size > largest[input]) {
      largest[input] = size;
      strongest[input] = left;
    }
    magnitude[left] = size;
    left += stays[input];
  }
  let protectedCount = 0;
  for (const place of strongest) {
    if (place < 0) continue;
    magnitude[place] = Number.POSITIVE_INFINITY;
    protectedCount++;
  }
  const due = Math.min(Math.floor(fraction * left), left - protectedCount);
  markSmallest(isDropped, magnitude.subarray(0, left), due);
  // From the last one on, so that no mark is overwritten before it has moved to the place of its connection.
  for (let k = layer.connectionCount - 1, from = left; k >= 0; k--) {
    const isStaying = stays[column[k]];
    from -= isStaying;
    isDropped[k] = isDropped[from] | (1 - isStaying);
  }
  dropMarked(layer, isDropped, layer.connectionCount - left + due);
  return pruned;
}

function weakestNeurons(
  strengths: Float32Array,
  active: Int32Array,
  count: number,
  { isDropped, magnitude }: PruneScratch,
): Int32Array {
  const values = magnitude.subarray(0, active.length);
  for (let a = 0; a < active.length; a++) values[a] = strengths[active[a]];
  markSmallest(isDropped, values, count);
  const weakest = active.filter((_, a) => isDropped[a] === 1);
  if (weakest.length !== count) throw new Error(`pruned ${weakest.length} input neurons where ${count} were due`);
  return weakest;
}

/** Drops the given fraction of connections, those with the smallest |weight|, and returns how many went. */
export function pruneConnections(layer: SparseLayer, fraction: number, { isDropped, magnitude }: PruneScratch): number {
  const count = layer.connectionCount;
  const weight = layer.weight.view;
  for (let k = 0; k < count; k++) magnitude[k] = Math.abs(weight[k]);
  const due = Math.floor(fraction * count);
  markSmallest(isDropped, magnitude.subarray(0, count), due);
  return dropMarked(layer, isDropped, due);
}

function dropMarked(layer: SparseLayer, isDropped: Uint8Array, due: number): number {
  const dropped = dropConnections(layer, isDropped);
  if (dropped !== due) throw new Error(`pruned ${dropped} connections where ${due} were due`);
  return dropped;
}
