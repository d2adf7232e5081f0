/** Every judge keeps one contract, that of `checkJudge`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkJudge } from '../src/evaluate/check-judge.js';
import { judges } from '../src/evaluate/registry.js';
import { resolveOptions } from '../src/select/resolve-options.js';

for (const judge of judges) {
  test(`${judge.name} keeps the contract of judges`, async () => {
    assert.deepEqual(await checkJudge(judge), []);
    assert.deepEqual(
      resolveOptions(judge, resolveOptions(judge)),
      resolveOptions(judge),
      'its defaults pass its checks',
    );
    assert.ok(judge.summary.length > 10 && judge.title !== undefined);
  });
}
