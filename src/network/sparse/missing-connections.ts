/** The connections that a layer does not have. Output neuron reserved[i] counts as connected to input neuron i too. */
import type { SparseLayer } from './layer.js';
import type { NewConnections } from './rewire.js';

/** How many connections of the listed input neurons are missing. */
export function countMissing(layer: SparseLayer, inputs: Int32Array, reserved: Int32Array | undefined): number {
  const columnStart = layer.columnStart.view;
  let missing = 0;
  for (const i of inputs) {
    missing += layer.outCount - (columnStart[i + 1] - columnStart[i]);
    if (reserved && reserved[i] >= 0) missing--;
  }
  return missing;
}

/** All of them, of which `count` says how many there are. */
export function listMissing(
  layer: SparseLayer,
  inputs: Int32Array,
  count: number,
  reserved: Int32Array | undefined,
): NewConnections {
  const columnStart = layer.columnStart.view;
  const row = layer.row.view;
  const input = new Int32Array(count);
  const output = new Int32Array(count);
  let found = 0;
  for (const i of inputs) {
    const kept = reserved ? reserved[i] : -1;
    let next = columnStart[i];
    for (let o = 0; o < layer.outCount; o++) {
      if (next < columnStart[i + 1] && row[next] === o) next++;
      else if (o !== kept) {
        input[found] = i;
        output[found++] = o;
      }
    }
  }
  if (found !== count) throw new Error(`${found} connections are missing where ${count} were counted`);
  return { count, input, output };
}
