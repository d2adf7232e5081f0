/**
 * Strength of the input neurons, by which they are dropped and, in the end, ranked.
 *
 *   weight:   sum over the neuron's connections of |w|                       (the paper)
 *   movement: sum of |w - its first value|, so that large first weights cannot hide what was learnt
 *   attribution: how much the outputs of the network answer to the feature (attribution.ts)
 */
import { nowhere } from '../../compute/address.js';
import { evenBounds } from '../../compute/engine.js';
import type { SparseLayer } from './layer.js';

export const strengthMeasures = ['movement', 'weight', 'attribution'] as const;
export type StrengthMeasure = (typeof strengthMeasures)[number];

/** Writes the strength of every input neuron, 0 where it has no connection. */
export function measureStrength(strengths: Float32Array, layer: SparseLayer, measure: 'movement' | 'weight'): void {
  const { engine, inCount, outCount, rowStart, column, weight, initial } = layer;
  const { memory } = engine;
  const mark = memory.mark();
  const measured = memory.float32(inCount);
  engine.run(
    'measureStrength',
    evenBounds(inCount, engine.threadCount),
    measured.pointer,
    rowStart.pointer,
    column.pointer,
    weight.pointer,
    measure === 'movement' ? initial.pointer : nowhere,
    outCount,
  );
  strengths.set(measured.view);
  memory.release(mark);
}
