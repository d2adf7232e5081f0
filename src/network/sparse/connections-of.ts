/**
 * The connections of one input neuron, to be looked at. A layer keeps them by output neuron, so each is looked for there by
 * bisection: meant for the few neurons that a picture shows, not for all.
 */
import { placeOf } from '../../maths/place-of.js';
import type { NeuronConnections } from '../../types.js';
import type { SparseLayer } from './layer.js';

export function connectionsOf(layer: SparseLayer, input: number): NeuronConnections {
  const outputs = Int32Array.from({ length: layer.outCount }, (_, output) => output);
  const hidden = outputs.filter((output) => connectionAt(layer, input, output) >= 0);
  const weights = Float32Array.from(hidden, (output) => layer.weight.view[connectionAt(layer, input, output)]);
  return { hidden, weights, hiddenCount: layer.outCount };
}

/** Where the connection stands among those by output neuron, -1 where there is none; columns ascend inside a row. */
function connectionAt({ column, rowStart }: SparseLayer, input: number, output: number): number {
  return placeOf(column.view, rowStart.view[output], rowStart.view[output + 1], input);
}
