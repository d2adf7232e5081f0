/** The same seed gives the same bits: from run to run, for any number of threads, and on every machine. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { EngineName } from '../node/engines/choose-backend.js';
import { createRevectorisedBackend } from '../node/engines/revectorised-backend.js';
import { createNodeEngine, startNodeThread } from '../node/threads/threads.js';
import type { Engine } from '../src/compute/engine.js';
import { createEngine } from '../src/compute/pool.js';
import type { Scores } from '../src/types.js';
import { noNative } from './fixtures/comparing-engine.js';
import { fingerprint, type GoldenMethod, goldenBits, runGolden, runMostlyZero } from './golden-run.js';

async function run(threadCount: number, ...rest: [seed: number, name?: GoldenMethod]): Promise<Scores> {
  return runOn('wasm', threadCount, (engine) => runGolden(engine, ...rest));
}

const wide = await createRevectorisedBackend();
const noWide = 'missing' in wide && `256-bit vectors: ${wide.missing}`;

type Computing = EngineName | 'revectorised';

async function openEngine(name: Computing, threadCount: number): Promise<Engine> {
  if (name !== 'revectorised') return createNodeEngine(threadCount, undefined, name);
  const backend = await createRevectorisedBackend();
  if ('missing' in backend) throw new Error(backend.missing);
  return createEngine(threadCount, startNodeThread, backend);
}

async function runOn(name: Computing, threadCount: number, select: (engine: Engine) => Promise<Scores>) {
  const engine = await openEngine(name, threadCount);
  try {
    return await select(engine);
  } finally {
    engine.dispose();
  }
}

describe('the scores of a run', () => {
  for (const threadCount of [1, 2, 3, 8]) {
    test(`are the golden bits with ${threadCount} threads`, async () => {
      assert.equal(fingerprint(await run(threadCount, 7)), goldenBits);
    });
  }

  for (const threadCount of [1, 3]) {
    test(`are the golden bits with native code on ${threadCount} threads`, { skip: noNative }, async () => {
      assert.equal(fingerprint(await runOn('native', threadCount, (engine) => runGolden(engine, 7))), goldenBits);
    });
  }

  for (const threadCount of [1, 2, 3]) {
    test(`are the golden bits with wide vectors on ${threadCount} threads`, { skip: noWide }, async () => {
      assert.equal(fingerprint(await runOn('revectorised', threadCount, (engine) => runGolden(engine, 7))), goldenBits);
    });
  }

  test('of data that is mostly zero do not depend on threads, wide vectors or native code', async () => {
    const runs: [Computing, number][] = [1, 2, 3, 8].map((threadCount) => ['wasm', threadCount]);
    if (!noWide) runs.push(['revectorised', 1], ['revectorised', 2]);
    if (!noNative) runs.push(['native', 2]);
    const expected = await runOn('wasm', 1, runMostlyZero);
    for (const [name, threadCount] of runs) {
      assert.deepEqual(await runOn(name, threadCount, runMostlyZero), expected, `${name}, ${threadCount} threads`);
    }
  });

  test('differ for another seed', async () => {
    assert.notEqual(fingerprint(await run(1, 8)), goldenBits);
  });

  for (const name of ['quickselection', 'lassonet', 'stg'] as const) {
    test(`of ${name} do not depend on the threads either`, async () => {
      assert.deepEqual(await run(1, 7, name), await run(3, 7, name));
    });

    test(`of ${name} are the same with wide vectors`, { skip: noWide }, async () => {
      assert.deepEqual(await runOn('revectorised', 2, (engine) => runGolden(engine, 7, name)), await run(1, 7, name));
    });

    test(`of ${name} are the same with native code`, { skip: noNative }, async () => {
      assert.deepEqual(await runOn('native', 2, (engine) => runGolden(engine, 7, name)), await run(1, 7, name));
    });
  }
});
