/**
 * Strength of the input neurons, by which they are dropped and, in the end, ranked.
 *
 *   weight:   sum over the neuron's connections of |w|                       (the paper)
 *   movement: sum of |w - its first value|, so that large first weights cannot hide what was learnt
 *   attribution: how much the outputs of the network answer to the feature (attribution.ts)
 */
import type { SparseLayer } from './layer.js';

export const strengthMeasures = ['movement', 'weight', 'attribution'] as const;
export type StrengthMeasure = (typeof strengthMeasures)[number];

/** Writes the strength of every input neuron, 0 where it has no connection. */
export function measureStrength(strengths: Float32Array, layer: SparseLayer, measure: 'movement' | 'weight'): void {
  const weight = layer.weight.view;
  const initial = layer.initial.view;
  const column = layer.column.view;
  const first = measure === 'movement' ? 1 : 0;
  strengths.fill(0);
  for (let k = 0; k < layer.connectionCount; k++) {
    strengths[column[k]] += Math.abs(weight[k] - first * initial[k]);
  }
}
