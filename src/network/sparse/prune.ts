/** Drops the weakest input neurons and the smallest connections of a layer. Each function returns what it dropped. */
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

/** Takes all connections of the `count` active input neurons of least strength; returns the neurons, ascending. */
export function pruneNeurons(
  layer: SparseLayer,
  strengths: Float32Array,
  active: Int32Array,
  count: number,
  scratch: PruneScratch,
): Int32Array {
  const pruned = new Int32Array(count);
  const isPruned = new Uint8Array(layer.inCount);
  const values = scratch.magnitude.subarray(0, active.length);
  for (let a = 0; a < active.length; a++) values[a] = strengths[active[a]];
  markSmallest(scratch.isDropped, values, count);
  let found = 0;
  for (let a = 0; a < active.length; a++) {
    if (!scratch.isDropped[a]) continue;
    pruned[found++] = active[a];
    isPruned[active[a]] = 1;
  }
  if (found !== count) throw new Error(`pruned ${found} input neurons where ${count} were due`);
  const column = layer.column.view;
  for (let k = 0; k < layer.connectionCount; k++) scratch.isDropped[k] = isPruned[column[k]];
  dropConnections(layer, scratch.isDropped);
  return pruned;
}

/** Drops the given fraction of connections, those with the smallest |weight|, and returns how many went. */
export function pruneConnections(layer: SparseLayer, fraction: number, scratch: PruneScratch): number {
  return pruneSmallest(layer, fraction, scratch, undefined);
}

/** As pruneConnections, but the strongest connection of every input neuron stays, so that no neuron falls silent. */
export function pruneInputConnections(layer: SparseLayer, fraction: number, scratch: PruneScratch): number {
  return pruneSmallest(layer, fraction, scratch, strongestConnections(layer));
}

function pruneSmallest(
  layer: SparseLayer,
  fraction: number,
  scratch: PruneScratch,
  protectedConnections: Int32Array | undefined,
): number {
  const count = layer.connectionCount;
  const magnitude = scratch.magnitude.subarray(0, count);
  const weight = layer.weight.view;
  for (let k = 0; k < count; k++) magnitude[k] = Math.abs(weight[k]);
  let protectedCount = 0;
  if (protectedConnections) {
    for (const k of protectedConnections) {
      if (k < 0) continue;
      magnitude[k] = Number.POSITIVE_INFINITY;
      protectedCount++;
    }
  }
  const due = Math.min(Math.floor(fraction * count), count - protectedCount);
  markSmallest(scratch.isDropped, magnitude, due);
  const dropped = dropConnections(layer, scratch.isDropped);
  if (dropped !== due) throw new Error(`pruned ${dropped} connections where ${due} were due`);
  return dropped;
}

/** For every input neuron the place of its connection with the largest |weight|, -1 where it has none. */
function strongestConnections(layer: SparseLayer): Int32Array {
  const strongest = new Int32Array(layer.inCount).fill(-1);
  const largest = new Float32Array(layer.inCount).fill(-1);
  const column = layer.column.view;
  const weight = layer.weight.view;
  for (let k = 0; k < layer.connectionCount; k++) {
    const size = Math.abs(weight[k]);
    const input = column[k];
    if (size > largest[input]) {
      largest[input] = size;
      strongest[input] = k;
    }
  }
  return strongest;
}
