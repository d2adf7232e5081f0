/**
 * The connections of one input neuron, to be looked at. A layer keeps its weights by output neuron, so each is found
 * there by bisection: meant for the few neurons that a picture shows, not for all.
 */
import type { NeuronConnections } from '../../types.js';
import type { SparseLayer } from './layer.js';

export function connectionsOf(layer: SparseLayer, input: number): NeuronConnections {
  const columnStart = layer.columnStart.view;
  const hidden = layer.row.view.slice(columnStart[input], columnStart[input + 1]);
  const weights = Float32Array.from(hidden, (output) => layer.weight.view[placeOf(layer, input, output)]);
  return { hidden, weights, hiddenCount: layer.outCount };
}

/** Where the connection stands among those by output neuron; columns ascend inside a row. */
function placeOf(layer: SparseLayer, input: number, output: number): number {
  const column = layer.column.view;
  let low = layer.rowStart.view[output];
  let high = layer.rowStart.view[output + 1] - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (column[middle] < input) low = middle + 1;
    else high = middle;
  }
  if (column[low] !== input) throw new Error(`expected connection ${input} -> ${output}, found ${column[low]}`);
  return low;
}
