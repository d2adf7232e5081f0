import assert from 'node:assert/strict';
import test from 'node:test';
import { createSerialEngine } from '../compute/engine.js';
import { methods } from '../select/registry.js';
import { estimateSeconds } from './estimate-cost.js';
import { measureMachine } from './measure-machine.js';
import { costBase, methodCosts } from './method-costs.js';

test('every method has its costs, and says what it is good for', () => {
  const own = methods.filter(({ standsFor }) => standsFor === undefined);
  assert.deepEqual(Object.keys(methodCosts).sort(), own.map(({ name }) => name).sort());
  for (const { name, goodFor } of methods) assert.ok(goodFor && !/^[A-Z]|\.$/.test(goodFor), name);
});

test('a table of the base costs what was measured, and a larger one more by its exponents', () => {
  const { seconds, exponents } = methodCosts.neurofs;
  assert.equal(estimateSeconds('neurofs', costBase), seconds);
  const twice = estimateSeconds('neurofs', { ...costBase, rowCount: 2 * costBase.rowCount })!;
  assert.ok(Math.abs(twice / seconds - 2 ** exponents.rowCount) < 1e-9);
  assert.equal(estimateSeconds('a method of one’s own', costBase), undefined);
});

test('a machine whose clock goes twice as fast is twice as slow', async () => {
  const engine = await createSerialEngine();
  let reads = 0;
  const clock = (speed: number) => () => speed * reads++;
  const once = await measureMachine(engine, clock(1));
  reads = 0;
  assert.ok(Math.abs((await measureMachine(engine, clock(2))) / once - 2) < 1e-9);
  engine.dispose();
});
