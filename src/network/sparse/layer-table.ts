/** Tells the kernels of a network's layers: one record of 16 words a layer, in the order of kernels/layer-record.ts. */
import type { Block, ComputeMemory } from '../../compute/memory.js';
import type { SparseLayer } from './layer.js';

const recordInts = 16;

/** Nothing in a record changes while a run lasts: connections move inside the blocks, the blocks stay. */
export function writeLayerTable(
  memory: ComputeMemory,
  layers: readonly SparseLayer[],
  outputs: readonly Block<Float32Array>[],
  deltas: readonly Block<Float32Array>[],
): number {
  const table = memory.int32(recordInts * layers.length);
  let firstOutput = 0;
  layers.forEach((layer, index) => {
    const { outCount, inCount, rowStart, column, weight, velocity, bias, biasVelocity, columnStart, row } = layer;
    const blocks = [rowStart, column, weight, velocity, bias, biasVelocity, columnStart, row];
    const transposed = [layer.transposed?.weight, layer.transposed?.place];
    const pointers = [...blocks, ...transposed, outputs[index], deltas[index]].map((block) => block?.pointer ?? 0);
    table.view.set([outCount, inCount, firstOutput, ...pointers], index * recordInts);
    firstOutput += outCount;
  });
  return table.pointer;
}
