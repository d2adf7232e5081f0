/**
 * The connections of one input neuron, to be looked at. A layer keeps them by output neuron, so each is looked for there by
 * bisection: meant for the few neurons that a picture shows, not for all.
 */
import type { NeuronConnections } from '../../types.js';
import type { SparseLayer } from './layer.js';

export function connectionsOf(layer: SparseLayer, input: number): NeuronConnections {
  const outputs = Int32Array.from({ length: layer.outCount }, (_, output) => output);
  const hidden = outputs.filter((output) => placeOf(layer, input, output) >= 0);
  const weights = Float32Array.from(hidden, (output) => layer.weight.view[placeOf(layer, input, output)]);
  return { hidden, weights, hiddenCount: layer.outCount };
}

/** Where the connection stands among those by output neuron, -1 where there is none; columns ascend inside a row. */
function placeOf(layer: SparseLayer, input: number, output: number): number {
  const column = layer.column.view;
  const end = layer.rowStart.view[output + 1];
  let low = layer.rowStart.view[output];
  let high = end;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (column[middle] < input) low = middle + 1;
    else high = middle;
  }
  return low < end && column[low] === input ? low : -1;
}
