import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { openBlobSource } from './blob-source.js';
import { readAll } from './read-all.js';

const text = 'a,b\n1,2\n'.repeat(20_000);

test('a blob is streamed as it is, and counts what it has handed out', async () => {
  const source = await openBlobSource('t.csv', new Blob([text]));
  assert.equal(Buffer.from(await readAll(source)).toString(), text);
  assert.equal(source.bytesRead, source.size);
  assert.equal(Buffer.from(await source.slice!(4, 7)).toString(), '1,2');
});

test('a gzipped blob is unpacked, twice if asked', async () => {
  const source = await openBlobSource('t.csv.gz', new Blob([gzipSync(text)]));
  assert.equal(source.isGzip, true);
  for (let pass = 0; pass < 2; pass++) assert.equal(Buffer.from(await readAll(source)).toString(), text);
  assert.equal(source.slice, undefined);
});

test('a gzipped blob that is cut short is an error that names it', async () => {
  const packed = gzipSync(text);
  const source = await openBlobSource('t.csv.gz', new Blob([packed.subarray(0, packed.length - 20)]));
  await assert.rejects(readAll(source), /t\.csv\.gz: cannot be read to its end/);
});

test('a gzipped blob that grows past the limit is refused', async () => {
  const source = await openBlobSource('t.csv.gz', new Blob([gzipSync(text)]), { maxDecompressedBytes: 1000 });
  await assert.rejects(readAll(source), /more than 1000 bytes/);
});
