/**
 * The sampled rows of growth as entries, and the deltas of the first layer beside them as [row][output neuron]
 * (kernels/entry-growth.ts).
 */
import type { Address } from '../../compute/address.js';
import type { InputEntries } from '../input-entries.js';
import { createLoadedEntries } from './batch-entries.js';
import { type Network, paddedWidth, type Workspace } from './network.js';

export interface EntrySample {
  /** The record of the entries. */
  readonly entries: Address;
  /** [row][stride] */
  readonly delta: Address;
  readonly stride: number;
  /** Brings in the entries of the sampled rows and the deltas that `work` holds of them. */
  load(sample: Int32Array, work: Workspace): void;
}

export function createEntrySample(
  { engine, layers: [layer] }: Network,
  inputs: InputEntries,
  sampleCount: number,
): EntrySample {
  const { outCount } = layer;
  const stride = paddedWidth(outCount);
  const loaded = createLoadedEntries(engine, inputs, layer, sampleCount, false);
  const delta = engine.memory.float32(sampleCount * stride);
  return {
    entries: loaded.pointer,
    delta: delta.pointer,
    stride,
    load(sample, work) {
      loaded.load(sample, 0, sample.length);
      const deltas = work.deltas[0].view;
      for (let o = 0; o < outCount; o++) {
        let sum = 0;
        for (let b = 0; b < sample.length; b++) {
          const each = deltas[o * work.stride + b];
          delta.view[b * stride + o] = each;
          sum += each;
        }
        loaded.deltaSum[o] = sum;
      }
    },
  };
}
