/** One epoch's update of a layer whose neurons all stay: drop the smallest connections and grow as many (Algorithm 1, III). */
import type { Growth } from './growth.js';
import { settleIndex, transposeIndex } from './layer.js';
import { type Network, refreshBounds } from './network.js';
import { type PruneScratch, pruneConnections } from './prune.js';
import { insertConnections } from './rewire.js';

export async function renewConnections(
  network: Network,
  index: number,
  fraction: number,
  growth: Growth,
  scratch: PruneScratch,
): Promise<void> {
  const layer = network.layers[index];
  const before = layer.connectionCount;
  const dropped = pruneConnections(layer, fraction, scratch);
  transposeIndex(layer);
  const inputs = Int32Array.from({ length: layer.inCount }, (_, neuron) => neuron);
  insertConnections(layer, await growth.chooseConnections(index, inputs, dropped, undefined));
  settleIndex(layer);
  if (layer.connectionCount !== before) {
    throw new Error(`layer ${index} has ${layer.connectionCount} connections where ${before} were due`);
  }
  refreshBounds(network, index);
}
