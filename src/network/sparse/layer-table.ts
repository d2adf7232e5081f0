/** Tells the kernels of a network's layers: one record a layer, as kernels/layer-record.ts has it. */
import { type Address, shifted } from '../../compute/address.js';
import { layouts } from '../../compute/kernels-interface.js';
import type { Block, ComputeMemory } from '../../compute/memory.js';
import { recordAt } from '../../compute/records.js';
import type { SparseLayer } from './layer.js';

/** Nothing in a record changes while a run lasts: connections move inside the blocks, the blocks stay. */
export function writeLayerTable(
  memory: ComputeMemory,
  layers: readonly SparseLayer[],
  outputs: readonly Block<Float32Array>[],
  deltas: readonly Block<Float32Array>[],
): Address {
  const { bytes } = layouts.Layer;
  const table = memory.uint8(bytes * layers.length).pointer;
  let firstOutput = 0;
  layers.forEach((layer, index) => {
    recordAt(memory, 'Layer', shifted(table, index * bytes)).set({
      outCount: layer.outCount,
      inCount: layer.inCount,
      firstOutput,
      rowStart: layer.rowStart.pointer,
      column: layer.column.pointer,
      weight: layer.weight.pointer,
      velocity: layer.velocity.pointer,
      bias: layer.bias.pointer,
      biasVelocity: layer.biasVelocity.pointer,
      columnStart: layer.columnStart.pointer,
      row: layer.row.pointer,
      transposed: layer.transposed?.weight.pointer ?? 0,
      place: layer.transposed?.place.pointer ?? 0,
      output: outputs[index].pointer,
      delta: deltas[index].pointer,
    });
    firstOutput += layer.outCount;
  });
  return table;
}
