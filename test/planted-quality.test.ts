/**
 * NeuroFS finds at least nine of ten planted features, whether they act alone, are repeated, are weak ones of wide data,
 * act in pairs alone, or are mixtures of a few; and seven of ten of many weak ones of which half act by their square.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSerialEngine } from '../src/compute/engine.js';
import { createRandom } from '../src/maths/random.js';
import { findMethod } from '../src/select/registry.js';
import { resolveOptions } from '../src/select/resolve-options.js';
import { corners, halfQuadratic, madelon, type Planted, pairs, weakSignals } from './planted-sets.js';

const seeds = [1, 2, 3];

describe('neurofs finds planted features', () => {
  test('that act alone, eight classes at corners of a cube: 10 among 1,000, from 500 rows', async () => {
    assert.ok((await shareFound((seed) => corners(seed, 0), 10)) >= 0.9);
  });

  test('and only them or their mixtures, where there are 20 of these', async () => {
    assert.ok((await shareFound((seed) => corners(seed, 20), 10)) >= 0.9);
  });

  test('that are many and weak in wide data: 25 of 60 among 6,000, from 200 rows', async () => {
    assert.ok((await shareFound(weakSignals, 25)) >= 0.9);
  });

  test('that act in pairs, each of no use alone: 3 pairs among 100, from 2,000 rows', async () => {
    assert.ok((await shareFound((seed) => pairs(seed, 100), 6)) >= 0.9);
  });

  test('that act in pairs, each of no use alone: all of 3 pairs among 500, from 2,000 rows', async () => {
    assert.equal(await shareFound((seed) => pairs(seed, 500), 6), 1);
  });

  test("of madelon's kind, most of them mixtures of a few: 20 among 500, from 2,000 rows", async () => {
    assert.ok((await shareFound(madelon, 20)) >= 0.9);
  });

  test('of which half act by their square: seven of ten of 40 among 400, from 1,000 rows', async () => {
    assert.ok((await shareFound(halfQuadratic, 40)) >= 0.7);
  });
});

/** Mean over the seeds of the share of the K selected features that are planted. */
async function shareFound(make: (seed: number) => Planted, k: number): Promise<number> {
  const engine = await createSerialEngine();
  const method = findMethod('neurofs');
  let found = 0;
  for (const seed of seeds) {
    const { training, planted } = make(seed);
    const context = { engine, random: createRandom(seed) };
    const { ranking } = await method.select(training, k, resolveOptions(method), context);
    found += ranking.subarray(0, k).filter((feature) => planted.has(feature)).length / k;
  }
  return found / seeds.length;
}
