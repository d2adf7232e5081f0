/** The tests of bits on Node 24, whose V8 compiles the kernels with another compiler than Node 20's and makes wider vectors. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const script = join(fileURLToPath(new URL('../..', import.meta.url)), 'scripts', 'test-node24.mjs');

test('the bits are the same on Node 24', { timeout: 600_000 }, async (context) => {
  const { stdout: node } = await run(process.execPath, [script, '--where']);
  if (node === '') {
    context.skip('there is no Node 24: node scripts/test-node24.mjs --install');
    return;
  }
  // What Node's test runner tells its children would make those of the inner run silent.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const options = { env, maxBuffer: 2 ** 26, signal: context.signal };
  const { stdout } = await run(process.execPath, [script], options).catch((error: { stdout?: string }) => {
    throw new Error(`on Node 24:\n${String(error.stdout).slice(-4000)}`, { cause: error });
  });
  const counts = stdout.trim().split('\n').at(-1) ?? '';
  context.diagnostic(counts);
  assert.match(counts, /^[1-9]\d* passed, 0 failed, \d+ skipped$/);
});
