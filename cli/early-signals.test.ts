import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';

test('a signal while the program is still being loaded ends it with the code of an interrupt and a word', async () => {
  const module = new URL('./early-signals.js', import.meta.url).href;
  const program = `import { endOnSignals } from '${module}'; endOnSignals(); console.log('loading'); setInterval(() => {}, 1000);`;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program]);
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    child.stdout.once('data', () => child.kill(signal));
    const [code] = await once(child, 'close');
    assert.deepEqual([code, said], [130, 'neurofs: interrupted before the work was done\n']);
  }
});

test('once the program takes care of signals itself, they are its own', async () => {
  const module = new URL('./early-signals.js', import.meta.url).href;
  const program = `import { endOnSignals } from '${module}'; const release = endOnSignals(); process.once('SIGTERM', () => process.exit(7)); release(); console.log('on'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program]);
  child.stdout.once('data', () => child.kill('SIGTERM'));
  assert.deepEqual(await once(child, 'close'), [7, null]);
});
