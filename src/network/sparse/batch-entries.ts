/**
 * A batch whose inputs are mostly zero, in kernel memory: its entries, feature by feature (kernels/entry-record.ts).
 *
 * The first layer is then trained by input neuron: in an epoch its weights and velocities are those of the transposed index,
 * `begin` brings them there and `settle` back, to where everybody else looks for them.
 */
import type { Address } from '../../compute/address.js';
import type { Engine } from '../../compute/engine.js';
import { layouts } from '../../compute/kernels-interface.js';
import { recordAt } from '../../compute/records.js';
import type { InputEntries } from '../input-entries.js';
import type { SparseLayer } from './layer.js';
import { paddedWidth } from './network.js';

/** Entries of some rows, with what the kernels keep beside them. */
export interface LoadedEntries {
  /** The record, for the kernels. */
  readonly pointer: Address;
  /** Sums of the deltas of every output neuron, and zeros up to a multiple of 4. */
  readonly deltaSum: Float32Array;
  /** Brings rows[from .. from + count] in. */
  load(rows: Int32Array, from: number, count: number): void;
  /** Writes the inputs of a row of the batch, those of features that were left out as zeros. */
  readRow(row: number, into: Float32Array): void;
}

export interface BatchEntries extends LoadedEntries {
  readonly inputs: InputEntries;
  begin(): void;
  settle(): void;
}

export function createBatchEntries(
  engine: Engine,
  inputs: InputEntries,
  layer: SparseLayer,
  batchSize: number,
): BatchEntries {
  const { memory } = engine;
  const velocity = memory.float32(layer.capacity);
  const loaded = createLoadedEntries(engine, inputs, layer, batchSize, true);
  const rowSums = memory.float32(paddedWidth(batchSize) * paddedWidth(layer.outCount));
  recordAt(memory, 'Entries', loaded.pointer).set({ velocity: velocity.pointer, rowSums: rowSums.pointer });
  return {
    ...loaded,
    inputs,
    begin() {
      const place = layer.transposed!.place.view;
      for (let k = 0; k < layer.connectionCount; k++) velocity.view[place[k]] = layer.velocity.view[k];
    },
    settle() {
      const { place, weight } = layer.transposed!;
      for (let k = 0; k < layer.connectionCount; k++) {
        layer.weight.view[k] = weight.view[place.view[k]];
        layer.velocity.view[k] = velocity.view[place.view[k]];
      }
    },
  };
}

/** Room for the entries of `mostRows` rows, of all features or of those alone that have connections when rows are brought in. */
export function createLoadedEntries(
  { memory }: Engine,
  inputs: InputEntries,
  layer: SparseLayer,
  mostRows: number,
  connectedAlone: boolean,
): LoadedEntries {
  const room = inputs.longestRow * mostRows;
  // As they come, row by row; the kernels have them by feature.
  const rowStart = new Int32Array(mostRows + 1);
  const byRow = { feature: new Int32Array(room), value: new Float32Array(room) };
  const [row, value] = [memory.int32(room), memory.float32(room)];
  const featureStart = memory.int32(layer.inCount + 1);
  const zero = memory.float32(layer.inCount);
  zero.view.set(inputs.zero);
  const deltaSum = memory.float32(paddedWidth(layer.outCount));
  const { pointer } = memory.uint8(layouts.Entries.bytes);
  recordAt(memory, 'Entries', pointer).set({
    featureStart: featureStart.pointer,
    row: row.pointer,
    value: value.pointer,
    zero: zero.pointer,
    zeroSum: memory.float32(layer.outCount).pointer,
    deltaSum: deltaSum.pointer,
  });
  const next = new Int32Array(layer.inCount);

  /** A counting sort by feature, which leaves the rows of each ascending. */
  const listByFeature = (count: number): void => {
    const { feature: features, value: values } = byRow;
    const [rows, ownValues] = [row.view, value.view];
    const entryCount = rowStart[count];
    next.fill(0);
    for (let e = 0; e < entryCount; e++) next[features[e]]++;
    let start = 0;
    for (let j = 0; j < next.length; j++) {
      const own = next[j];
      next[j] = start;
      // As an integer of 32 bits, which V8 adds up twice as fast.
      start = (start + own) | 0;
    }
    featureStart.view.set(next);
    featureStart.view[next.length] = entryCount;
    for (let b = 0; b < count; b++) {
      for (let e = rowStart[b]; e < rowStart[b + 1]; e++) {
        const place = next[features[e]]++;
        rows[place] = b;
        ownValues[place] = values[e];
      }
    }
  };

  return {
    pointer,
    deltaSum: deltaSum.view,
    load(rows, from, count) {
      inputs.copyRows(rows, from, count, rowStart, byRow, connectedAlone ? layer.columnStart.view : undefined);
      listByFeature(count);
    },
    readRow(b, into) {
      into.set(inputs.zero);
      for (let e = rowStart[b]; e < rowStart[b + 1]; e++) into[byRow.feature[e]] += byRow.value[e];
    },
  };
}
