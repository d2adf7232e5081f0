import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runProgram } from '../program.js';

function run(words: readonly string[]) {
  const ending = new AbortController();
  const printed: string[] = [];
  const stream = { write: (piece: string) => printed.push(piece) > 0, columns: 80, isTTY: false };
  const code = runProgram({
    words,
    env: {},
    stdout: stream,
    stderr: stream,
    signal: ending.signal,
    now: () => performance.now(),
  });
  return { code, ending, text: () => printed.join('') };
}

test('studio serves the page until Ctrl-C, which is its normal end', async () => {
  const { code, ending, text } = run(['studio']);
  const hasEnded = code.then(() => true);
  const later = () => new Promise<false>((resolve) => setTimeout(resolve, 10, false));
  while (!text().includes('Ctrl-C')) assert.equal(await Promise.race([hasEnded, later()]), false, text());
  const [address] = /http:\/\/127\.0\.0\.1:\d+\//.exec(text()) ?? [];
  assert.match(await (await fetch(address!)).text(), /<title>NeuroFS Studio<\/title>/);
  ending.abort();
  assert.equal(await code, 0);
  await assert.rejects(fetch(address!));
});

test('studio refuses a port that is none', async () => {
  const { code, text } = run(['studio', '--port', 'x']);
  assert.equal(await code, 2);
  assert.match(text(), /--port must be a whole number/);
});
