/** Data several times the stated memory: the whole command in a process of its own, and what it takes at its peak. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runProgram } from '../cli/program.js';
import { writeImages } from './write-images.js';

const home = mkdtempSync(join(tmpdir(), 'neurofs-large-data-'));
after(() => rmSync(home, { recursive: true, force: true }));
const run = fileURLToPath(new URL('./large-run.js', import.meta.url));
const main = fileURLToPath(new URL('../cli/main.js', import.meta.url));

/** What the command writes to standard output. */
async function output(words: readonly string[]): Promise<string> {
  let text = '';
  const stdout = { write: (part: string) => (text += part) };
  const { signal } = new AbortController();
  const code = await runProgram({
    words,
    env: {},
    stdout,
    stderr: { write() {} },
    signal,
    now: () => performance.now(),
  });
  assert.equal(code, 0);
  return text;
}

describe('data larger than memory', () => {
  const budgetMegabytes = 300;
  const scratch = join(home, 'scratch');
  mkdirSync(scratch);
  const select = (path: string, out: string, more: readonly string[]) => [
    ...['select', path, '--k', '10', '--epochs', '1', '--hidden', '20', '--epsilon', '2', '--batch-size', '500'],
    ...['--test-fraction', '0.1', '--seed', '3', '--out', join(home, out), '--scratch', scratch, ...more],
  ];

  test('is selected from within the memory stated, and its temporary file is gone afterwards', {
    timeout: 300_000,
  }, () => {
    const path = writeImages(home, 'wide', 220_000, 32);
    // More threads than there is memory for.
    const memory = ['--memory', `${budgetMegabytes}MB`, '--threads', '8'];
    const { exitCode, peakMegabytes } = JSON.parse(
      execFileSync(process.execPath, [run, ...select(path, 'from-disk', memory)], { encoding: 'utf8' }),
    );
    assert.equal(exitCode, 0);
    const dataMegabytes = (220_000 * 1024 * 4) / 1e6;
    assert.ok(dataMegabytes > 3 * budgetMegabytes, `${dataMegabytes} MB of data`);
    assert.ok(peakMegabytes < budgetMegabytes, `${peakMegabytes} MB at the peak, ${budgetMegabytes} MB allowed`);
    assert.deepEqual(readdirSync(scratch), [], 'nothing is left on disk');
    const { features } = JSON.parse(readFileSync(join(home, 'from-disk', 'selection.json'), 'utf8'));
    for (const { name } of features) assert.equal((Number(name.slice(1)) - 1) % 16, 0, `${name} tells the class`);
  });

  test('gives the selection and the evaluation that memory gives', { timeout: 300_000 }, async () => {
    const path = writeImages(home, 'both', 3200, 32);
    const limited = ['--memory', '220MB', '--scratch', scratch];
    const chosen = [
      'select',
      path,
      '--k',
      '10',
      '--epochs',
      '2',
      '--hidden',
      '20',
      '--test-fraction',
      '0.05',
      '--json',
    ];
    const { features, history, measured } = JSON.parse(await output(chosen));
    const fromDisk = JSON.parse(await output([...chosen, ...limited]));
    assert.deepEqual({ ...fromDisk.features }, { ...features });
    assert.deepEqual(fromDisk.history, history);
    assert.deepEqual(
      fromDisk.measured.filter((row: { features: string }) => row.features !== 'all'),
      measured.filter((row: { features: string }) => row.features !== 'all'),
    );
    const judged = [
      'evaluate',
      path,
      '--features',
      'f1,f17,f20',
      '--classifier',
      'knn',
      '--test-fraction',
      '0.05',
      '--json',
    ];
    assert.deepEqual(
      JSON.parse(await output([...judged, ...limited])).evaluations,
      JSON.parse(await output(judged)).evaluations,
    );
  });

  test('leaves nothing on disk when it is interrupted', { timeout: 60_000 }, async () => {
    const path = writeImages(home, 'small', 20_000, 32);
    const words = select(path, 'stopped', ['--memory', '260MB', '--epochs', '500']);
    const child = spawn(process.execPath, [main, ...words], { stdio: ['ignore', 'ignore', 'pipe'] });
    let told = '';
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    await new Promise<void>((resolve) => {
      child.stderr.on('data', (text) => {
        told += text;
        if (told.includes('are kept in')) resolve();
      });
    });
    child.kill('SIGINT');
    assert.equal(await ended, 130, told);
    assert.match(told, /The data does not fit in --memory: \d+.MB are kept in .*scratch until the run ends/);
    assert.deepEqual(readdirSync(scratch), []);
  });
});
