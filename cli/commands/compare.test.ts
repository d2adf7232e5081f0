/** `neurofs compare` as users meet it: a process that may be stopped at any moment and goes on where it was. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createRandom } from '../../src/maths/random.js';
import { readDuration } from '../options/compare-options.js';
import { runProgram } from '../program.js';

const main = fileURLToPath(new URL('../main.js', import.meta.url));

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neurofs-compare-'));
});
after(() => rm(folder, { recursive: true }));

/** Three features that tell the class, and seven that do not. */
function plantedCsv(rowCount = 100): string {
  const random = createRandom(5);
  const lines = [`${Array.from({ length: 10 }, (_, i) => `f${i}`).join(',')},class`];
  for (let row = 0; row < rowCount; row++) {
    const cells = Array.from({ length: 10 }, (_, i) => (random.float() + (i < 3 ? 0.6 * (row % 2) : 0)).toFixed(4));
    lines.push(`${cells.join(',')},${['ill', 'well'][row % 2]}`);
  }
  return `${lines.join('\n')}\n`;
}

async function newFolder(): Promise<string> {
  const inside = await mkdtemp(join(folder, 'run-'));
  await writeFile(join(inside, 'data.csv'), plantedCsv());
  return inside;
}

interface Ended {
  readonly code: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

/** The same without a process of its own, which is quicker; file names must be absolute. */
async function runHere(words: readonly string[]): Promise<Ended> {
  const text = { stdout: '', stderr: '' };
  const stream = (name: keyof typeof text) => ({ write: (part: string) => (text[name] += part) });
  const { signal } = new AbortController();
  const env = { NO_COLOR: '1' };
  const streams = { stdout: stream('stdout'), stderr: stream('stderr') };
  const code = await runProgram({ words, env, ...streams, signal, now: slowClock });
  return { code, ...text };
}

/** The words with the data and the output in this folder. */
function inside(cwd: string, words: readonly string[]): readonly string[] {
  const placed = words.map((word) => (word === 'data.csv' ? join(cwd, word) : word));
  return words.includes('--json') ? placed : [...placed, '--out', join(cwd, 'neurofs-compare')];
}

/** So slow that no line of progress falls due, however busy the machine is. */
const slowClock = () => performance.now() / 1000;

function run(cwd: string, words: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { cwd, env: { ...process.env, NO_COLOR: '1' } };
    execFile(process.execPath, [main, ...words], options, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

const small = [
  '--set',
  'rigl.hidden=20',
  '--set',
  'rigl.epochs=5',
  '--set',
  'neurofs.hidden=20',
  '--set',
  'neurofs.epochs=5',
];
const base = ['compare', 'data.csv', '--target', 'class', '--k', '2,5', '--threads', '1'];
const quick = [...base, '--methods', 'neurofs,rigl,fisher,mrmr', '--seeds', '2', ...small];

test('a comparison leaves a table, three files and the results, with random and all features among them', async () => {
  const cwd = await newFolder();
  const { code, stdout, stderr } = await run(cwd, quick);
  assert.deepEqual([code, stderr], [0, '']);
  assert.match(stdout, /^5 methods compared on data\.csv, 2 seeds, 20 test rows\n/);
  assert.match(stdout, /SVM +K 2 +K 5 +ranking +time( +memory)?\n/);
  assert.match(stdout, /\nrandom +\d+\.\d[ +*] ± \d/);
  assert.match(stdout, /\nAll 10 features: \d+\.\d %\n/);
  const out = join(cwd, 'neurofs-compare');
  assert.deepEqual((await readdir(out)).sort(), [
    'compare.csv',
    'compare.json',
    'frequency.csv',
    'report.html',
    'results.jsonl',
  ]);
  const json = JSON.parse(await readFile(join(out, 'compare.json'), 'utf8'));
  assert.deepEqual([json.ks, json.seeds, json.judges], [[2, 5], [0, 1], ['svm']]);
  assert.equal(json.rows.length, 1 + 3 * 4 + 2 * 2);
  assert.equal((await readFile(join(out, 'results.jsonl'), 'utf8')).split('\n').length, json.rows.length + 1);
  assert.deepEqual(json.methodOptions.rigl.hidden, [20]);
  const fisher = json.rows.find((row: { method: string; k: number }) => row.method === 'fisher' && row.k === 2);
  assert.ok(
    fisher.features.every((feature: number) => feature < 3),
    'planted features are found',
  );
  assert.equal(json.featureNames[fisher.features[0]], `f${fisher.features[0]}`);
});

test('--folds and --repeats run every method on every split, and tell which features come again', async () => {
  const cwd = await newFolder();
  const words = [...base, '--methods', 'fisher,mrmr', '--folds', '3', '--repeats', '2'];
  const { code, stdout, stderr } = await run(cwd, words);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^3 methods compared on data\.csv, 6 splits, 3[34] test rows\n/);
  assert.match(stdout, /\nfisher +\d+\.\d[ +*] ± \d/);
  assert.match(stdout, /K 2: [23] features chosen by half of the runs or more: f[012], f[012]/);
  const out = join(cwd, 'neurofs-compare');
  const json = JSON.parse(await readFile(join(out, 'compare.json'), 'utf8'));
  assert.deepEqual([json.splitCount, json.seeds.length, json.rows.length], [6, 6, 6 * (1 + 3 * 2)]);
  assert.ok(json.frequencies[0].consensus.every((feature: number) => feature < 3));
  const [header, first] = (await readFile(join(out, 'frequency.csv'), 'utf8')).split('\n');
  assert.equal(header, 'k,feature,frequency,consensus,fisher,mrmr');
  assert.match(first, /^2,f[012],[\d.]+,yes,/);
  const refused = await runHere(inside(cwd, [...base, '--folds', '3', '--test-file', 'data.csv', '--json']));
  assert.equal(refused.code, 2);
});

test('--json prints the comparison alone and writes nothing by itself', async () => {
  const cwd = await newFolder();
  const { code, stdout, stderr } = await runHere(
    inside(cwd, [...base, '--methods', 'fisher', '--seeds', '1', '--json']),
  );
  assert.deepEqual([code, stderr], [0, '']);
  assert.deepEqual(
    JSON.parse(stdout)
      .methods.map((each: { method: string }) => each.method)
      .sort(),
    ['fisher', 'random'],
  );
  assert.deepEqual(await readdir(cwd), ['data.csv']);
});

test('results that are there are not overwritten without --resume', async () => {
  const cwd = await newFolder();
  const words = [...base, '--methods', 'fisher', '--seeds', '1'];
  await runHere(inside(cwd, words));
  const again = await runHere(inside(cwd, words));
  assert.equal(again.code, 2);
  assert.match(again.stderr, /results\.jsonl already has 5 results; use --resume/);
  const resumed = await runHere(inside(cwd, [...words, '--resume']));
  assert.deepEqual([resumed.code, resumed.stderr], [0, '']);
});

test('a run over its limit is a line that says so, and the others are measured', async () => {
  const cwd = await newFolder();
  const words = [...base, '--methods', 'rigl,fisher', '--seeds', '1', '--set', 'rigl.epochs=10000000', '--limit', '2s'];
  const { code, stdout, stderr } = await runHere(inside(cwd, words));
  assert.deepEqual([code, stderr], [0, '']);
  assert.match(stdout, /\nrigl +failed +failed +0\.0\n/);
  assert.match(stdout, /! rigl has 2 results missing\. .*time limit of 2\s+seconds/);
  assert.match(stdout, /\nfisher +\d+\.\d/);
});

/** Times differ from run to run; nothing else may. */
function withoutTimes(json: string): string {
  return json.replace(/"(select|evaluate)Seconds": [\d.e-]+/g, '"$1Seconds": 0');
}

/** Starts the program, ends it with the signal once so many results are in the store, and gives its exit code. */
async function stopAfter(cwd: string, words: readonly string[], results: number, signal: NodeJS.Signals) {
  const child = spawn(process.execPath, [main, ...words], { cwd, env: { ...process.env, NO_COLOR: '1' } });
  let stderr = '';
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  const store = join(cwd, 'neurofs-compare', 'results.jsonl');
  let isSent = false;
  const watch = setInterval(async () => {
    const text = await readFile(store, 'utf8').catch(() => '');
    if (text.split('\n').length <= results) return;
    // Once only: a second Ctrl-C means "out at once".
    clearInterval(watch);
    if (!isSent) child.kill(signal);
    isSent = true;
  }, 5);
  const code = await new Promise((resolve) => child.on('close', resolve));
  clearInterval(watch);
  return { code, stderr };
}

// Long enough that the signal comes in the middle.
const longer = [...quick.slice(0, -small.length), ...small.map((word) => word.replace('epochs=5', 'epochs=400'))];

test('Ctrl-C keeps what is done, and --resume ends with the same results as a run in one piece', async () => {
  const [whole, parts] = await Promise.all([newFolder(), newFolder()]);
  const [, stopped] = await Promise.all([run(whole, longer), stopAfter(parts, longer, 3, 'SIGINT')]);
  assert.equal(stopped.code, 130, stopped.stderr);
  assert.match(stopped.stderr, /^neurofs: interrupted; \d+ results are kept in neurofs-compare, .*--resume\n$/m);
  assert.deepEqual(await readdir(join(parts, 'neurofs-compare')), ['results.jsonl']);
  const before = await readFile(join(parts, 'neurofs-compare', 'results.jsonl'), 'utf8');
  const resumed = await run(parts, [...longer, '--resume']);
  assert.equal(resumed.code, 0, resumed.stderr);
  assert.match(resumed.stderr, /^(\d+ of \d+ runs done, .*\n)*$/, 'nothing but progress');
  const read = (cwd: string, name: string) => readFile(join(cwd, 'neurofs-compare', name), 'utf8');
  assert.equal(withoutTimes(await read(parts, 'compare.json')), withoutTimes(await read(whole, 'compare.json')));
  const after = await read(parts, 'results.jsonl');
  assert.ok(after.startsWith(before), 'what was done is not done again');
  assert.equal(after.split('\n').length, (await read(whole, 'results.jsonl')).split('\n').length);
});

test('a killed process loses at most the running job, and --resume counts nothing twice', async () => {
  const cwd = await newFolder();
  for (const results of [2, 6]) {
    const words = results === 2 ? longer : [...longer, '--resume'];
    const { code } = await stopAfter(cwd, words, results, 'SIGKILL');
    assert.equal(code, null, 'killed in the middle');
  }
  const resumed = await run(cwd, [...longer, '--resume']);
  assert.equal(resumed.code, 0, resumed.stderr);
  const lines = (await readFile(join(cwd, 'neurofs-compare', 'results.jsonl'), 'utf8')).trim().split('\n');
  const keys = lines.filter((line) => line.endsWith('}')).map((line) => JSON.parse(line).key);
  assert.deepEqual([keys.length, new Set(keys).size], [17, 17]);
});

test('where every run fails, the command fails', async () => {
  const cwd = await newFolder();
  const words = [...base, '--methods', 'fisher', '--seeds', '1', '--limit', '0.000001s'];
  const { code, stderr } = await runHere(inside(cwd, words));
  assert.equal(code, 1);
  assert.match(stderr, /^neurofs: every run failed; the first error: stopped at the time limit/);
});

const refused: readonly { what: string; words: readonly string[]; code: number; message: RegExp }[] = [
  { what: 'an unknown method', words: ['--methods', 'fischer'], code: 2, message: /did you mean "fisher"/ },
  {
    what: 'K above the features',
    words: ['--k', '2,11'],
    code: 2,
    message: /at most the number of features, 10\. Got 11/,
  },
  { what: 'K that is no number', words: ['--k', '2,x'], code: 2, message: /--k .*"x"/ },
  { what: 'no test rows', words: ['--test-fraction', '0'], code: 2, message: /--test-fraction must be above 0/ },
  { what: 'a limit without a unit', words: ['--limit', '10'], code: 2, message: /--limit must be a time.*"10"/ },
  {
    what: 'a setting without a method',
    words: ['--set', 'epochs=3'],
    code: 2,
    message: /--set must be name\.option=/,
  },
  { what: 'an unknown setting', words: ['--set', 'rigl.epoch=3'], code: 2, message: /"epoch".*did you mean "epochs"/ },
  {
    what: 'a setting out of range',
    words: ['--set', 'rigl.epochs=0'],
    code: 2,
    message: /epochs must be .*at least 1/,
  },
  { what: 'an unknown classifier', words: ['--classifier', 'svn'], code: 2, message: /did you mean "svm"/ },
  { what: '--resume without a folder', words: ['--json', '--resume'], code: 2, message: /--resume with --json needs/ },
];

describe('bad input', () => {
  for (const { what, words, code, message } of refused) {
    test(`${what} is refused with exit code ${code} and nothing written`, async () => {
      const cwd = await newFolder();
      const ended = await runHere(inside(cwd, [...base, ...words]));
      assert.equal(ended.code, code, ended.stderr);
      assert.match(ended.stderr, /^neurofs: .*\n$/, 'one line');
      assert.match(ended.stderr, message);
      assert.deepEqual(await readdir(cwd), ['data.csv']);
    });
  }
});

test('durations are read in seconds, minutes and hours', () => {
  assert.deepEqual(['90s', '10m', '1.5h'].map(readDuration), [90, 600, 5400]);
  for (const text of ['', '10', '-1s', '0s', '1d', '1000h']) assert.throws(() => readDuration(text), /--limit must be/);
});
