/** Drops the weakest input neurons and the smallest connections of a layer. */
import { type Address, nowhere } from '../../compute/address.js';
import { type Engine, evenBounds } from '../../compute/engine.js';
import { kernelNumbers, layouts } from '../../compute/kernels-interface.js';
import type { Block } from '../../compute/memory.js';
import type { SparseLayer } from './layer.js';
import { markSmallest } from './select-smallest.js';

/** What pruning needs beside a layer, used again in every epoch. */
export interface PruneScratch {
  /** One for every connection: how large it is, as far as pruning is concerned. */
  readonly magnitude: Block<Float32Array>;
  /** One for every input neuron: its strongest connection, and whether the neuron stays. */
  readonly strongest: Address;
  readonly stays: Block<Uint8Array>;
  readonly counts: Address;
  readonly cut: Address;
}

/** Room for layers of at most so many connections and input neurons. */
export function createPruneScratch({ memory }: Engine, connectionCount: number, inCount: number): PruneScratch {
  return {
    magnitude: memory.float32(connectionCount),
    strongest: memory.float64(inCount).pointer,
    stays: memory.uint8(inCount),
    counts: memory.int32(kernelNumbers.cutCounts).pointer,
    cut: memory.uint8(layouts.Cut.bytes).pointer,
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
  scratch: PruneScratch,
): Int32Array {
  const columnStart = layer.columnStart.view;
  const stays = scratch.stays.view;
  const pruned = weakestNeurons(strengths, active, count);
  stays.fill(1, 0, layer.inCount);
  let going = 0;
  for (const neuron of pruned) {
    stays[neuron] = 0;
    going += columnStart[neuron + 1] - columnStart[neuron];
  }
  const left = layer.connectionCount - going;
  const protectedCount = active.length - pruned.length;
  const due = Math.min(Math.floor(fraction * left), left - protectedCount);
  rateConnections(layer, scratch, scratch.stays.pointer);
  dropSmallest(layer, going + due, scratch);
  return pruned;
}

function weakestNeurons(strengths: Float32Array, active: Int32Array, count: number): Int32Array {
  const isWeak = new Uint8Array(active.length);
  const values = new Float32Array(active.length);
  for (let a = 0; a < active.length; a++) values[a] = strengths[active[a]];
  markSmallest(isWeak, values, count);
  const weakest = active.filter((_, a) => isWeak[a] === 1);
  if (weakest.length !== count) throw new Error(`pruned ${weakest.length} input neurons where ${count} were due`);
  return weakest;
}

/** Drops the given fraction of connections, those with the smallest |weight|, and returns how many went. */
export function pruneConnections(layer: SparseLayer, fraction: number, scratch: PruneScratch): number {
  const due = Math.floor(fraction * layer.connectionCount);
  rateConnections(layer, scratch, nowhere);
  dropSmallest(layer, due, scratch);
  return due;
}

function rateConnections(layer: SparseLayer, scratch: PruneScratch, stays: Address): void {
  const { engine, inCount, outCount, rowStart, column, weight } = layer;
  engine.run(
    'rateConnections',
    evenBounds(inCount, engine.threadCount),
    scratch.magnitude.pointer,
    scratch.strongest,
    stays,
    rowStart.pointer,
    column.pointer,
    weight.pointer,
    outCount,
  );
}

/** Drops the `due` connections that are rated lowest, the first among equals. */
function dropSmallest(layer: SparseLayer, due: number, { magnitude, counts, cut }: PruneScratch): void {
  const { engine, outCount, connectionCount: before, rowStart } = layer;
  const arrays = [layer.column.pointer, layer.weight.pointer, layer.velocity.pointer, layer.initial.pointer] as const;
  engine.call('cutSmallest', cut, counts, magnitude.pointer, before, due);
  engine.call('dropConnections', rowStart.pointer, ...arrays, magnitude.pointer, cut, outCount);
  layer.connectionCount = rowStart.view[outCount];
  const dropped = before - layer.connectionCount;
  if (dropped !== due) throw new Error(`pruned ${dropped} connections where ${due} were due`);
}
