/** The same seed gives the same bits: from run to run, for any number of threads, and on every machine. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createNodeEngine } from '../node/threads/threads.js';
import type { Scores } from '../src/types.js';
import { fingerprint, type GoldenMethod, goldenBits, runGolden } from './golden-run.js';

async function run(threadCount: number, ...rest: [seed: number, name?: GoldenMethod]): Promise<Scores> {
  const engine = await createNodeEngine(threadCount);
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

  test('differ for another seed', async () => {
    assert.notEqual(fingerprint(await run(1, 8)), goldenBits);
  });

  for (const name of ['quickselection', 'lassonet', 'stg'] as const) {
    test(`of ${name} do not depend on the threads either`, async () => {
      assert.deepEqual(await run(1, 7, name), await run(3, 7, name));
    });
  }
});
