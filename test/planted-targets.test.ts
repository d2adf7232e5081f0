/** NeuroFS finds planted features of numbers, heavy tails, several numbers at once and survival times. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createSerialEngine, type Engine } from '../src/compute/engine.js';
import { createRandom } from '../src/maths/random.js';
import { findMethod } from '../src/select/registry.js';
import { resolveOptions } from '../src/select/resolve-options.js';
import {
  hazard,
  heavyTails,
  linearNumber,
  type PlantedTarget,
  pairedNumber,
  quadraticNumber,
  twoNumbers,
} from './planted-targets.js';

let engine: Engine;
before(async () => {
  engine = await createSerialEngine();
});
after(() => engine.dispose());

/** How many of the planted features are among as many selected ones. */
async function found({ training, planted }: PlantedTarget): Promise<number> {
  const method = findMethod('neurofs');
  const options = resolveOptions(method);
  const settled = method.settle?.(options, training.matrix) ?? options;
  const context = { engine, random: createRandom(1) };
  const { ranking } = await method.select(training, planted.size, settled, context);
  return ranking.subarray(0, planted.size).filter((feature) => planted.has(feature)).length;
}
describe('neurofs finds all planted features', () => {
  test('whose sum is a number: 10 among 1,000, from 500 rows, R² of the truth 0.8', async () => {
    assert.equal(await found(linearNumber(1)), 10);
  });

  test('under noise with heavy tails', async () => {
    assert.equal(await found(heavyTails(1)), 10);
  });

  test('that act by their square: 10 among 400, from 1,000 rows', async () => {
    assert.equal(await found(quadraticNumber(1)), 10);
  });

  test('that act in pairs, each of no use alone: 3 pairs among 100, from 2,000 rows', async () => {
    assert.equal(await found(pairedNumber(1)), 6);
  });

  test('of several numbers at once', async () => {
    assert.equal(await found(twoNumbers(1)), 10);
  });

  test('that set the hazard, with none and two of five rows lost from sight before the event; seven of ten with four', async () => {
    assert.equal(await found(hazard(1, 0)), 10);
    assert.equal(await found(hazard(1, 0.4)), 10);
    assert.ok((await found(hazard(1, 0.8))) >= 7);
  });
});
