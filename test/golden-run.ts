/** Small network runs whose scores must have the same bits everywhere. Runs in Node and in a browser. */
import type { Engine } from '../src/compute/engine.js';
import { createRandom } from '../src/maths/random.js';
import { findMethod } from '../src/select/registry.js';
import { resolveOptions } from '../src/select/resolve-options.js';
import type { DenseMatrix, Scores } from '../src/types.js';
import { plantedSignal } from './training-sets.js';

/**
 * The bits, as every machine must give them. They change only with the algorithm or a kernel's arithmetic: then run
 * the test, find out why they changed, and write down the new ones.
 */
export const goldenBits = 'c4b06cdd74d0a2e5';

const common = { hidden: [50, 37, 20], epochs: 12, batchSize: 22 };
const goldenOptions = {
  neurofs: { ...common, growthSamples: 90, preset: 'paper', initialisation: 'hidden', strength: 'movement' },
  quickselection: common,
  lassonet: { ...common, hidden: 37, pathEpochs: 2, pathMultiplier: 1.2 },
  stg: common,
};

export type GoldenMethod = keyof typeof goldenOptions;

export function runGolden(engine: Engine, seed: number, name: GoldenMethod = 'neurofs'): Promise<Scores> {
  const training = plantedSignal({ rowCount: 130, featureCount: 60, informative: [3, 11, 40], seed: 1 });
  const method = findMethod(name);
  const options = resolveOptions(method, goldenOptions[name]);
  return method.select(training, 5, options, { engine, random: createRandom(seed) });
}

/** The same of data whose cells are mostly zero, which a network takes by its entries, in batches that no two threads share evenly. */
export function runMostlyZero(engine: Engine): Promise<Scores> {
  const dense = plantedSignal({ rowCount: 130, featureCount: 400, informative: [3, 11, 40], seed: 1 });
  const { values } = dense.matrix as DenseMatrix;
  // About one cell in thirty is left.
  const matrix = { ...(dense.matrix as DenseMatrix), values: values.map((value) => (value > 0.475 ? value : 0)) };
  const method = findMethod('neurofs');
  const options = resolveOptions(method, { hidden: [37], epochs: 6, batchSize: 20, prior: 'none' });
  return method.select({ ...dense, matrix }, 5, options, { engine, random: createRandom(7) });
}

/** A 64-bit fingerprint of all scores, bit by bit (FNV-1a, two streams). */
export function fingerprint({ scores }: Scores): string {
  let a = 0x811c9dc5;
  let b = 0x01234567;
  for (const byte of new Uint8Array(scores.buffer)) {
    a = Math.imul(a ^ byte, 0x01000193);
    b = Math.imul(b ^ byte, 0x01000193) + 1;
  }
  return [a, b].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}
