import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { runProgram } from '../program.js';

const folder = await mkdtemp(join(tmpdir(), 'neurofs-datasets-'));
after(() => rm(folder, { recursive: true }));

/** Runs the program and keeps what it writes. */
async function run(
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>> = { NEUROFS_DATA: folder },
) {
  const written = { stdout: '', stderr: '' };
  const stream = (name: 'stdout' | 'stderr') => ({
    write: (text: string) => {
      written[name] += text;
    },
  });
  const { signal } = new AbortController();
  const streams = { stdout: stream('stdout'), stderr: stream('stderr') };
  const code = await runProgram({ words, env, ...streams, signal, now: () => performance.now() });
  return { code, ...written };
}

test('the list names every set, what is here, and the folder', async () => {
  const { code, stdout } = await run(['datasets']);
  assert.equal(code, 0);
  const line = (name: string) => stdout.split('\n').find((each) => each.startsWith(name));
  assert.match(line('coil20')!, /1440 +1024 +20 +minmax +- /);
  assert.match(line('mnist')!, /70000 +784 +10 +minmax +yes /);
  assert.match(stdout, new RegExp(`Folder: ${folder}`));
  const listed = JSON.parse((await run(['datasets', '--json'])).stdout);
  assert.equal(listed.sets.length, 11);
  assert.equal(listed.sets[0].here, null);
});

test('a set that is not in the catalogue is an error of use', async () => {
  const { code, stderr } = await run(['datasets', 'get', 'coil']);
  assert.equal(code, 2);
  assert.match(stderr, /there is no data set "coil"; did you mean "coil20"\?/);
});

test('a set that is here need not be fetched', async () => {
  assert.match((await run(['datasets', 'get', 'mnist'])).stdout, /^mnist is in .*train-images-idx3-ubyte/);
});

test('a selection by a name that is not here says how to get it', async () => {
  const kept = process.env.NEUROFS_DATA;
  process.env.NEUROFS_DATA = folder;
  try {
    const { code, stderr } = await run(['select', 'coil20', '--k', '5', '--method', 'fisher', '--json']);
    assert.equal(code, 3);
    assert.match(stderr, /run: neurofs datasets get coil20/);
  } finally {
    if (kept === undefined) delete process.env.NEUROFS_DATA;
    else process.env.NEUROFS_DATA = kept;
  }
});

test('given rows are the split, and a target must be named where the file has none of its own', async () => {
  const table = join(folder, 'table.csv');
  const split = join(folder, 'split.json');
  const rows = Array.from({ length: 12 }, (_, row) => `${row % 5},${(row * 7) % 11},${row % 2}`);
  await writeFile(table, `a,b,y\n${rows.join('\n')}\n`);
  await writeFile(split, JSON.stringify({ train: [0, 1, 2, 3, 4, 5, 6, 7], test: [8, 9, 10] }));
  const words = ['select', table, '--k', '1', '--method', 'fisher', '--json'];
  const { code, stdout } = await run([...words, '--target', 'y', '--split', split]);
  assert.equal(code, 0);
  const { measured } = JSON.parse(stdout);
  assert.equal(measured[0].trainRowCount, 8);
  assert.equal(measured[0].testRowCount, 3);
  const untold = await run(words);
  assert.equal(untold.code, 2);
  assert.match(untold.stderr, /name the column to predict: --target/);
});

const data = process.env.NEUROFS_DATA;
test('a set of the catalogue is selected from with its own split and scaling', {
  skip: data ? false : 'NEUROFS_DATA is not set',
}, async () => {
  const { code, stdout } = await run(['select', 'prostate-ge', '--k', '5', '--method', 'fisher', '--json']);
  assert.equal(code, 0);
  const selection = JSON.parse(stdout);
  const split = JSON.parse(await readFile(join(data!, 'splits', 'prostate-ge.json'), 'utf8'));
  assert.equal(selection.parameters.scaling, 'minmax');
  assert.equal(selection.measured[0].testRowCount, split.test.length);
});
