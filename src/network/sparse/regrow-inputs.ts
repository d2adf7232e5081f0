/**
 * One epoch's update of the input layer (Algorithm 1, II): drop the weakest neurons, drop the smallest connections of
 * the others, wake inactive neurons, and grow as many connections as went.
 *
 * The number of connections is kept, unless the neurons left have no room for all of them: then they are connected to
 * every neuron of the next layer.
 */
import type { Growth } from './growth.js';
import { type SparseLayer, settleIndex, transposeIndex } from './layer.js';
import { type PruneScratch, pruneInputs } from './prune.js';
import { insertConnections, type NewConnections } from './rewire.js';
import type { EpochPlan } from './schedule.js';

export interface RegrowResult {
  readonly removedCount: number;
  readonly wokenCount: number;
}

export async function regrowInputs(
  layer: SparseLayer,
  strengths: Float32Array,
  plan: Pick<EpochPlan, 'growCount' | 'activeAfter'>,
  fraction: number,
  growth: Growth,
  scratch: PruneScratch,
): Promise<RegrowResult> {
  const before = layer.connectionCount;
  const active = neuronsWhere(layer, true);
  const inactive = neuronsWhere(layer, false);
  // A layer with fewer connections than neurons cannot keep more of them active than it has connections.
  const goal = Math.min(plan.activeAfter, before);
  const growCount = Math.min(inactive.length, goal, Math.max(plan.growCount, goal - active.length));
  const pruneCount = active.length + growCount - goal;

  const pruned = pruneInputs(layer, strengths, active, pruneCount, fraction, scratch);
  transposeIndex(layer);

  const freed = before - layer.connectionCount;
  const woken = await growth.chooseNeurons(inactive, Math.min(growCount, freed));
  const reserved = new Int32Array(layer.inCount).fill(-1);
  for (let place = 0; place < woken.neuron.length; place++) reserved[woken.neuron[place]] = woken.output[place];
  // The connections of the neurons that went are gone, those of the woken ones are still to come.
  const inputs = neuronsIn(layer.inCount, (neuron) => isConnected(layer, neuron) || reserved[neuron] >= 0);
  const room = inputs.length * layer.outCount - layer.connectionCount;
  const due = Math.min(freed, room);
  const chosen = await growth.chooseConnections(0, inputs, due - woken.neuron.length, reserved);
  insertConnections(layer, join(chosen, { count: woken.neuron.length, input: woken.neuron, output: woken.output }));
  settleIndex(layer);

  check(layer, before - freed + due, active.length - pruned.length + woken.neuron.length);
  return { removedCount: pruned.length, wokenCount: woken.neuron.length };
}

/** The input neurons that have (or lack) connections, ascending. */
export function neuronsWhere(layer: SparseLayer, isActive: boolean): Int32Array {
  return neuronsIn(layer.inCount, (neuron) => isConnected(layer, neuron) === isActive);
}

function isConnected({ columnStart: { view } }: SparseLayer, neuron: number): boolean {
  return view[neuron + 1] > view[neuron];
}

function neuronsIn(inCount: number, isIn: (neuron: number) => boolean): Int32Array {
  const found = new Int32Array(inCount);
  let count = 0;
  for (let neuron = 0; neuron < inCount; neuron++) if (isIn(neuron)) found[count++] = neuron;
  return found.slice(0, count);
}

function join(a: NewConnections, b: NewConnections): NewConnections {
  return {
    count: a.count + b.count,
    input: concatenate(a.input, b.input),
    output: concatenate(a.output, b.output),
  };
}

function concatenate(a: Int32Array, b: Int32Array): Int32Array {
  const joined = new Int32Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
}

function check(layer: SparseLayer, connectionCount: number, activeCount: number): void {
  if (layer.connectionCount !== connectionCount) {
    throw new Error(`the input layer has ${layer.connectionCount} connections where ${connectionCount} were due`);
  }
  const active = neuronsWhere(layer, true).length;
  if (active !== activeCount) throw new Error(`${active} input neurons are active where ${activeCount} were due`);
}
