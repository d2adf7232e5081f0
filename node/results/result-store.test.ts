import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { UserError } from '../../src/errors.js';
import type { JobRow } from '../../src/experiment/result-row.js';
import { accuracies } from '../../test/fixtures/accuracies.js';
import { openResultStore } from './result-store.js';

function row(place: number, accuracy = place / 1000): JobRow {
  return {
    key: `key ${place}`,
    identity: `identity ${place}`,
    kind: 'select',
    data: 'genes',
    dataSha256: 'abc',
    sample: null,
    scaling: 'minmax',
    variant: 'fisher',
    options: {},
    code: '1',
    method: 'fisher',
    seed: 0,
    k: place,
    measures: accuracies({ svm: accuracy }),
    features: Array.from({ length: 200 }, (_, i) => place + i),
    selectSeconds: 0.1,
    evaluateSeconds: 0.2,
  };
}

async function withFile(work: (path: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'neurofs-store-'));
  try {
    await work(join(folder, 'below', 'results.jsonl'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function addAll(path: string, rows: readonly JobRow[]): Promise<void> {
  const store = await openResultStore(path);
  for (const each of rows) await store.add(each);
  await store.close();
}

test('rows are there again when the file is opened again, in their order', () =>
  withFile(async (path) => {
    await addAll(path, [row(2), row(1)]);
    const store = await openResultStore(path);
    assert.deepEqual(store.rows(), [row(2), row(1)]);
    assert.deepEqual([store.has('key 1'), store.has('key 3')], [true, false]);
  }));

test('a result stays whatever comes after it, a failure makes way, and each key is counted once', () =>
  withFile(async (path) => {
    const failed: JobRow = { ...row(2), measures: [], error: { code: 'crash', message: 'died' } };
    await addAll(path, [row(1), failed, row(1, 0.9), row(2), failed]);
    assert.deepEqual((await openResultStore(path)).rows(), [row(1), row(2)]);
  }));

test('a torn last line is left out, wherever it is torn, and does not harm the next row', () =>
  withFile(async (path) => {
    await addAll(path, [row(1)]);
    const line = JSON.stringify(row(2));
    for (const length of [1, 10, line.length - 1]) {
      await writeFile(path, `${JSON.stringify(row(1))}\n${line.slice(0, length)}`);
      await addAll(path, [row(3)]);
      assert.deepEqual((await openResultStore(path)).rows(), [row(1), row(3)]);
    }
    // Only the line end was lost: the row is whole.
    await writeFile(path, line);
    await addAll(path, [row(3)]);
    assert.deepEqual((await openResultStore(path)).rows(), [row(2), row(3)]);
  }));

test('rows of earlier versions, with accuracies in the place of measures, are read', () =>
  withFile(async (path) => {
    await addAll(path, [row(1)]);
    const { measures: _, ...rest } = row(2);
    await appendFile(path, `${JSON.stringify({ ...rest, accuracies: { svm: 0.002 } })}\n`);
    assert.deepEqual((await openResultStore(path)).rows(), [row(1), row(2)]);
  }));

test('foreign lines are left out', () =>
  withFile(async (path) => {
    await addAll(path, [row(1)]);
    await appendFile(path, 'null\n12\n{"key":3}\nhello\n');
    assert.deepEqual((await openResultStore(path)).rows(), [row(1)]);
  }));

/** Adds the rows that are not there yet, and says so on standard output after each. */
function startWriter(path: string, count: number) {
  const here = new URL('./result-store.js', import.meta.url).href;
  const program = `
    const { openResultStore } = await import(${JSON.stringify(here)});
    const store = await openResultStore(process.argv[1]);
    const like = JSON.parse(process.argv[2]);
    for (let k = 0; k < ${count}; k++) {
      const features = Array.from({ length: 200 }, (_, i) => k + i);
      const row = { ...like, key: 'key ' + k, identity: 'identity ' + k, k, measures: [{ judge: 'svm', measure: 'accuracy', value: k / 1000 }], features };
      if (!store.has(row.key)) await store.add(row);
      process.stdout.write('x');
    }`;
  return spawn(process.execPath, ['--input-type=module', '-e', program, path, JSON.stringify(row(0))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

test('a writer killed again and again loses no row that it reported, and in the end each is there once', () =>
  withFile(async (path) => {
    const count = 400;
    for (const killAfter of [1, 60, 200]) {
      const child = startWriter(path, count);
      let reported = 0;
      const ended = new Promise((resolve) => child.on('close', resolve));
      child.stdout.on('data', (text) => {
        reported += text.length;
        if (reported >= killAfter) child.kill('SIGKILL');
      });
      await ended;
      const { length } = (await openResultStore(path)).rows();
      assert.ok(length >= reported, `${length} rows are there of ${reported} reported`);
    }
    await new Promise((resolve) => startWriter(path, count).on('close', resolve));
    assert.deepEqual(
      (await openResultStore(path)).rows(),
      Array.from({ length: count }, (_, k) => row(k)),
    );
    const whole = (await readFile(path, 'utf8')).split('\n').filter((line) => line.endsWith('}'));
    assert.equal(whole.length, count, 'no row is in the file twice');
  }));

test('a row that cannot be kept is told with the reason, as something to act on', () =>
  withFile(async (path) => {
    const store = await openResultStore(path);
    // A file now stands where the folder is to be made.
    await writeFile(dirname(path), '');
    await assert.rejects(
      store.add(row(1)),
      (error: unknown) =>
        error instanceof UserError &&
        /results\.jsonl: a result cannot be kept \(EEXIST.*name another/.test(error.message),
    );
    assert.equal(store.rows().length, 0);
    await store.close();
  }));

test('a file that is taken away, with its folder, is made again with all rows', () =>
  withFile(async (path) => {
    const store = await openResultStore(path);
    await store.add(row(1));
    await store.add(row(2));
    await rm(dirname(path), { recursive: true });
    await store.add(row(3));
    const rowsOf = async () => (await openResultStore(path)).rows().map(({ key }) => key);
    assert.deepEqual(await rowsOf(), ['key 1', 'key 2', 'key 3']);
    await rm(dirname(path), { recursive: true });
    await store.close();
    assert.deepEqual(await rowsOf(), ['key 1', 'key 2', 'key 3']);
  }));
