import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { appendFileSync, renameSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { encodeTable } from '../../src/encode/encode-table.js';
import { UserError } from '../../src/errors.js';
import { classesOf } from '../../src/target/class-target.js';
import { loadTable } from './load-table.js';

const folder = await mkdtemp(join(tmpdir(), 'neurofs-load-'));
after(() => rm(folder, { recursive: true }));

async function file(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

const isData = (message: RegExp) => (error: unknown) =>
  error instanceof UserError && error.code === 'data' && message.test(error.message);

test('a gzip file is known by its content, read, and its stored bytes are hashed', async () => {
  const stored = gzipSync('a,b\n1,2\n3,4\n');
  const { table, file: loaded } = await loadTable(await file('table.csv', stored));
  assert.equal(table.rowCount, 2);
  assert.equal(loaded.format, 'csv.gz');
  assert.equal(loaded.bytes, stored.length);
  assert.equal(loaded.sha256, createHash('sha256').update(stored).digest('hex'));
});

test('gzip files of several members, as bgzip writes them, are read to the end', async () => {
  const stored = Buffer.concat([gzipSync('a,b\n1,2\n'), gzipSync('3,4\n')]);
  assert.equal((await loadTable(await file('members.csv.gz', stored))).table.rowCount, 2);
});

test('a file that is written over, appended to or replaced while it is read is refused', async () => {
  const rows = '1,2\n'.repeat(400_000);
  const other = await file('other.csv', `a,b\n${rows}`);
  const changes = [
    (path: string) => writeFileSync(path, `a,b\n${rows.replaceAll('1', '3')}`),
    (path: string) => appendFileSync(path, '5,6\n'),
    (path: string) => renameSync(other, path),
  ];
  for (const change of changes) {
    const path = await file('changing.csv', `a,b\n${rows}`);
    // Times of files are coarse; a change in the same tick as the writing would look like none.
    await pause(20);
    let isChanged = false;
    const onProgress = () => {
      if (!isChanged) change(path);
      isChanged = true;
    };
    await assert.rejects(loadTable(path, { onProgress }), isData(/changing\.csv: changed while it was read/));
  }
});

test('a Parquet file with a damaged page is refused by its name', async () => {
  const bytes = await readFile(new URL('../../../test/data/gzip.parquet', import.meta.url));
  bytes.fill(0x5a, 40, 48);
  const path = await file('damaged.parquet', bytes);
  const refusal = isData(
    /damaged\.parquet: cannot be read as Parquet: the file is damaged \(.+\); write the file again/,
  );
  await assert.rejects(loadTable(path), refusal);
});

test('files that are absent, empty, folders, cut short or too large are refused', async () => {
  await assert.rejects(loadTable(join(folder, 'none.csv')), isData(/none\.csv: there is no such file/));
  await assert.rejects(loadTable(folder), isData(/is a folder/));
  await assert.rejects(loadTable(await file('empty.csv', '')), isData(/the file is empty/));
  const stored = gzipSync(`a,b\n${'1,2\n'.repeat(100_000)}`);
  await assert.rejects(
    loadTable(await file('cut.csv.gz', stored.subarray(0, stored.length - 20))),
    isData(/cannot be decompressed .*; is the file damaged or cut short\?/),
  );
  await assert.rejects(
    loadTable(await file('bomb.csv.gz', stored), { maxDecompressedBytes: 1000 }),
    isData(/more than 1000 bytes/),
  );
});

test('an interrupted read stops', async () => {
  const controller = new AbortController();
  controller.abort();
  await assert.rejects(
    loadTable(await file('stop.csv', 'a,b\n1,2\n'), { signal: controller.signal }),
    (error: unknown) => error instanceof UserError && error.code === 'interrupted',
  );
});

const data = process.env.NEUROFS_DATA;
test('Isolet is read as published', { skip: data ? false : 'NEUROFS_DATA is not set' }, async () => {
  const manifest = JSON.parse(await readFile(join(data!, 'manifest.json'), 'utf8'));
  const isolet = manifest.find((set: { key: string }) => set.key === 'isolet');
  const { table, file: loaded } = await loadTable(join(data!, isolet.file), { target: 'class' });
  assert.equal(loaded.sha256, isolet.sha256);
  const dataset = encodeTable(table, { target: 'class' });
  assert.equal(dataset.matrix.rowCount, isolet.rows);
  assert.equal(dataset.matrix.columnCount, isolet.features);
  assert.equal(classesOf(dataset.target).classNames.length, isolet.classes);
});
