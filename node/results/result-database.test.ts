import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { JobRow } from '../../src/experiment/result-row.js';
import { createRandom } from '../../src/maths/random.js';
import { openDatabase, openResultDatabase } from './result-database.js';

const folder = mkdtempSync(join(tmpdir(), 'neurofs-db-'));
after(() => rmSync(folder, { recursive: true }));

const sampleRow = (key: string, change: Partial<JobRow> = {}): JobRow => ({
  key,
  identity: key,
  kind: 'select',
  data: 'COIL-20',
  method: 'neurofs',
  variant: 'neurofs',
  k: 50,
  seed: 3,
  accuracies: { svm: 0.1 + 0.2, 'extra-trees': 0.5 },
  features: [5, 1],
  selectSeconds: 1.5,
  evaluateSeconds: 0.25,
  peakBytes: 2 ** 33,
  dataSha256: 'abc',
  sample: null,
  scaling: 'minmax',
  options: { hidden: [3] },
  code: 'c',
  ...change,
});

describe('the result database', () => {
  test('gives rows back as they were, in the order in which they came, also to the next one who opens it', async () => {
    const path = join(folder, 'new', 'results.duckdb');
    const rows = [
      sampleRow('b', { data: `<script>'"; drop table results; --`, sample: { train: 5, test: 3, seed: 0 } }),
      sampleRow('a', { accuracies: {}, error: { code: 'limit', message: 'late', limitSeconds: 3 } }),
      sampleRow('c', { details: { strengths: [{ epoch: 1, activeCount: 2, values: [0.5, 1] }] } }),
    ];
    const store = await openResultDatabase(path);
    for (const row of rows) await store.add(row);
    assert.deepEqual(store.rows(), rows);
    await store.close();
    const again = await openResultDatabase(path);
    assert.deepEqual(again.rows(), rows);
    await again.close();
  });

  test('keeps a result whatever comes after it, and replaces a failure', async () => {
    const path = join(folder, 'twice.duckdb');
    const store = await openResultDatabase(path);
    const failure = sampleRow('a', { accuracies: {}, error: { code: 'crash', message: 'died' } });
    await store.add(failure);
    await store.add(sampleRow('a'));
    await store.add(sampleRow('a', { accuracies: { svm: 0.9 } }));
    await store.add(failure);
    await store.close();
    const again = await openResultDatabase(path);
    assert.deepEqual(again.rows(), [sampleRow('a')]);
    await again.close();
  });

  test('lets others look while it is not being written, and both write in turns', async () => {
    const path = join(folder, 'shared.duckdb');
    const writer = await openResultDatabase(path);
    await writer.add(sampleRow('a'));
    const other = spawn(process.execPath, [
      fileURLToPath(new URL('../../test/fixtures/write-rows.js', import.meta.url)),
      path,
      'b',
      '3',
    ]);
    await new Promise((resolve) => other.once('close', resolve));
    await writer.add(sampleRow('c'));
    await writer.close();
    const reader = await openDatabase(path, 'read');
    const counted = await reader.connection.runAndReadAll('select count(*) from results');
    reader.close();
    assert.equal(Number(counted.getRows()[0][0]), 5);
  });

  test('comes back whole after SIGKILL at random moments, with every row that was told written, once', async () => {
    const path = join(folder, 'killed.duckdb');
    const random = createRandom(7);
    const written = new Set<string>();
    for (let turn = 0; turn < 12; turn++) {
      const program = fileURLToPath(new URL('../../test/fixtures/write-rows.js', import.meta.url));
      const child = spawn(process.execPath, [program, path, `turn${turn}-`, '100000']);
      let text = '';
      child.stdout.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      const least = 1 + random.below(20);
      while (text.split('\n').length <= least) await new Promise((resolve) => child.stdout.once('data', resolve));
      await new Promise((resolve) => setTimeout(resolve, random.float() * 20));
      child.kill('SIGKILL');
      await new Promise((resolve) => child.once('close', resolve));
      for (const key of text.split('\n').slice(0, -1)) written.add(key);
      const store = await openResultDatabase(path);
      const keys = store.rows().map((row) => row.key);
      await store.close();
      assert.equal(new Set(keys).size, keys.length, 'nothing is there twice');
      assert.deepEqual(
        [...written].filter((key) => !keys.includes(key)),
        [],
        'nothing is lost',
      );
    }
    assert.ok(written.size > 12, `${written.size} rows were written`);
  });
});
