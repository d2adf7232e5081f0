import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { MessageReader, packMessage } from '../../src/session/array-frames.js';

const main = fileURLToPath(new URL('../main.js', import.meta.url));

type Message = Readonly<Record<string, unknown>>;

/** `neurofs serve --stdio`, and a way to wait for a message of some kind. */
function serve() {
  const child = spawn(process.execPath, [main, 'serve', '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const messages: Message[] = [];
  const waiting: (() => void)[] = [];
  const reader = new MessageReader((message) => {
    messages.push(message);
    for (const wake of waiting.splice(0)) wake();
  });
  child.stdout.on('data', (chunk: Uint8Array) => reader.push(chunk));
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const next = async (isWanted: (message: Message) => boolean): Promise<Message> => {
    for (;;) {
      const found = messages.find(isWanted);
      if (found) return found;
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  };
  const ask = (message: object) => {
    for (const piece of packMessage(message)) child.stdin.write(piece);
  };
  return { child, ended, next, ask };
}

const values = Float32Array.from({ length: 200 * 8 }, (_, at) => Math.sin(at * at));
const labels = Int32Array.from({ length: 200 }, (_, row) => (values[row * 8 + 2] > 0 ? 1 : 0));
const data = {
  matrix: { kind: 'dense', rowCount: 200, columnCount: 8, values },
  target: { kind: 'classes', labels, classNames: ['no', 'yes'] },
};

describe('neurofs serve --stdio', { timeout: 60_000 }, () => {
  test('greets with its versions, answers several calls, and ends with its input', async () => {
    const { child, ended, next, ask } = serve();
    const { protocol, calls } = await next(({ kind }) => kind === 'greeting');
    assert.equal(protocol, 1);
    assert.deepEqual(calls, ['methods', 'select', 'compare', 'curve', 'load', 'cancel']);
    for (const id of [1, 2]) {
      ask({ id, call: 'select', words: [data, { k: 1, method: 'fisher', threads: id }] });
      const { value } = (await next((each) => each.kind !== 'event' && each.id === id)) as {
        value: { ranking: Int32Array };
      };
      assert.equal(value.ranking[0], 2);
    }
    child.stdin.end();
    assert.equal(await ended, 0);
  });

  test('ends in the middle of a selection when whoever called is gone', async () => {
    const { child, ended, next, ask } = serve();
    ask({ id: 1, call: 'select', words: [data, { k: 1, methodOptions: { epochs: 1_000_000 } }] });
    await next(({ event }) => event === 'epoch');
    child.stdin.destroy();
    child.stdout.destroy();
    assert.equal(await ended, 0);
  });

  test('refuses bytes that are no message, and ends', async () => {
    const { child, ended, next } = serve();
    child.stdin.write('select genes.csv\n');
    const { failure } = (await next(({ kind }) => kind === 'failure')) as { failure: { message: string } };
    assert.match(failure.message, /expected a line with a JSON object, got "select genes.csv"/);
    assert.equal(await ended, 0);
  });
});
