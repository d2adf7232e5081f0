/**
 * First weights: uniform in +-sqrt(6 / (in + out)) (Glorot and Bengio, 2010), as for a dense layer; or scaled up by
 * 1 / sqrt(density), so that a sparse layer passes on as much signal as a dense one would ("fan-in-aware").
 */
import type { Random } from '../../maths/random.js';
import { type SparseLayer, transposeIndex } from './layer.js';

export function initialiseWeights(layer: SparseLayer, fanInAware: boolean, random: Random): void {
  const { inCount, outCount, connectionCount } = layer;
  const density = connectionCount / (inCount * outCount);
  const limit = Math.sqrt(6 / (inCount + outCount)) / (fanInAware ? Math.sqrt(density) : 1);
  const weight = layer.weight.view;
  for (let k = 0; k < connectionCount; k++) weight[k] = (2 * random.float() - 1) * limit;
  layer.initial.view.set(weight);
  transposeIndex(layer);
}
