/** The same seed gives the same bits: from run to run, for any number of threads, and on every machine. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { EngineName } from '../node/engines/choose-backend.js';
import { createNodeEngine } from '../node/threads/threads.js';
import type { Scores } from '../src/types.js';
import { noNative } from './fixtures/comparing-engine.js';
import { fingerprint, type GoldenMethod, goldenBits, runGolden } from './golden-run.js';

async function run(threadCount: number, ...rest: [seed: number, name?: GoldenMethod]): Promise<Scores> {
  return runOn('wasm', threadCount, ...rest);
}

async function runOn(name: EngineName, threadCount: number, ...rest: [seed: number, name?: GoldenMethod]) {
  const engine = await createNodeEngine(threadCount, undefined, name);
  try {
    return await runGolden(engine, ...rest);
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
      assert.equal(fingerprint(await runOn('native', threadCount, 7)), goldenBits);
    });
  }

  test('differ for another seed', async () => {
    assert.notEqual(fingerprint(await run(1, 8)), goldenBits);
  });

  for (const name of ['quickselection', 'lassonet', 'stg'] as const) {
    test(`of ${name} do not depend on the threads either`, async () => {
      assert.deepEqual(await run(1, 7, name), await run(3, 7, name));
    });

    test(`of ${name} are the same with native code`, { skip: noNative }, async () => {
      assert.deepEqual(await runOn('native', 2, 7, name), await run(1, 7, name));
    });
  }
});
