/**
 * Damaged files of every format: a reader gives a correct table or an error with a message, and never crashes, hangs or
 * takes more memory than the limit. NEUROFS_MUTATIONS sets how many files are damaged per format (10000 for a full run).
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { loadFile } from '../node/files/load-file.js';
import { encodeTable } from '../src/encode/encode-table.js';
import { UserError } from '../src/errors.js';
import { createRandom } from '../src/maths/random.js';
import { checkMatrix } from '../src/matrix/check-matrix.js';
import { type ReadOptions, readTable } from '../src/read/read-table.js';
import { bytesSource } from '../src/read/source/source.js';
import type { Table } from '../src/types.js';
import { mutate } from './fixtures/mutate.js';

const mutations = Number(process.env.NEUROFS_MUTATIONS ?? 150);
/** Of the processor, not of the clock: other work on the machine must not fail the test. */
const longestMilliseconds = 5000;
const here = fileURLToPath(new URL('../../test/data/', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'neurofs-mutations-'));
after(() => rm(folder, { recursive: true }));

const csv = `name,a,"b ""c""",d\n${Array.from({ length: 12 }, (_, row) => `r${row},${row / 3},"${row}",x${row % 2}`).join('\r\n')}\n`;
const svmlight = Array.from({ length: 12 }, (_, row) => `${row % 2} 1:${row} ${row + 2}:0.5 # n`).join('\n');
const arff = '@relation r\n@attribute a real\n@attribute "b c" integer\n@attribute y {p, q}\n@data\n';
const idx = Uint8Array.of(0, 0, 8, 3, 0, 0, 0, 4, 0, 0, 0, 2, 0, 0, 0, 3, ...Array(24).keys());
const golden = (name: string) => readFile(join(here, name));
const bytesOf = (text: string) => new TextEncoder().encode(text);

/** `startsThread`: a damaged file costs a thread, which takes as long as ten other files. */
const cases: readonly {
  name: string;
  bytes: () => Promise<Uint8Array>;
  options?: ReadOptions;
  isFile?: true;
  startsThread?: true;
}[] = [
  { name: 'CSV', bytes: async () => bytesOf(csv) },
  { name: 'CSV in gzip', bytes: async () => gzipSync(csv), isFile: true },
  { name: 'svmlight', bytes: async () => bytesOf(svmlight) },
  { name: 'dense ARFF', bytes: async () => bytesOf(`${arff}1.5,2,p\n?,3,'q'\n4,5,q\n`) },
  { name: 'sparse ARFF', bytes: async () => bytesOf(`${arff}{0 1.5}\n{1 3, 2 'q'}\n{}\n`) },
  { name: 'JSON lines', bytes: () => golden('lines.jsonl') },
  { name: '.npy', bytes: () => golden('f8-big.npy') },
  { name: '.npz', bytes: () => golden('plain.npz') },
  { name: 'compressed .npz', bytes: () => golden('compressed-text.npz') },
  { name: '.mat', bytes: () => golden('plain.mat') },
  { name: 'compressed .mat', bytes: () => golden('compressed.mat') },
  { name: 'sparse .mat', bytes: () => golden('sparse.mat') },
  { name: 'IDX', bytes: async () => idx },
  { name: 'Parquet by hyparquet', bytes: () => golden('snappy.parquet') },
  { name: 'Parquet by hyparquet, Zstandard', bytes: () => golden('zstd.parquet') },
  { name: 'Parquet by DuckDB', bytes: () => golden('gzip.parquet'), isFile: true },
  { name: 'Arrow by apache-arrow', bytes: () => golden('schema-in-index.arrow') },
  { name: 'Feather', bytes: () => golden('lz4.feather') },
  { name: 'Feather, Zstandard', bytes: () => golden('zstd.feather') },
  {
    name: 'HDF5',
    bytes: () => golden('plain.h5'),
    options: { x: 'data/X', target: 'data/y' },
    isFile: true,
    startsThread: true,
  },
  {
    name: 'HDF5 with text',
    bytes: () => golden('text.h5'),
    options: { x: 'X', target: 'y' },
    isFile: true,
    startsThread: true,
  },
  {
    name: 'AnnData',
    bytes: () => golden('csr.h5ad'),
    options: { target: 'cell_type' },
    isFile: true,
    startsThread: true,
  },
  {
    name: 'AnnData by column',
    bytes: () => golden('csc.h5ad'),
    options: { target: 'cell_type' },
    isFile: true,
    startsThread: true,
  },
  {
    name: 'dense AnnData',
    bytes: () => golden('dense.h5ad'),
    options: { target: 'cell_type' },
    isFile: true,
    startsThread: true,
  },
  {
    name: 'MATLAB 7.3',
    bytes: () => golden('matlab73.mat'),
    options: { x: 'X', target: 'Y' },
    isFile: true,
    startsThread: true,
  },
];

for (const { name, bytes, options = {}, isFile, startsThread } of cases) {
  test(`${name}: damaged files give an error or a correct table`, async () => {
    const original = new Uint8Array(await bytes());
    const random = createRandom(1).fork(name);
    const limited: ReadOptions = { ...options, maxBytes: 2 ** 26 };
    let refused = 0;
    const files = startsThread === true ? Math.ceil(mutations / 10) : mutations;
    for (let count = 0; count < files; count++) {
      const damaged = mutate(original, random);
      const started = process.cpuUsage();
      try {
        checkTable(await read(damaged, limited, isFile === true));
      } catch (error) {
        if (!(error instanceof UserError)) {
          const kept = join(tmpdir(), 'neurofs-damaged-file');
          await writeFile(kept, damaged);
          throw new Error(`${name}, mutation ${count} (kept as ${kept}): ${(error as Error).stack}`);
        }
        assert.ok(error.message.length > 10);
        assert.doesNotMatch(error.message, /Cannot (read|destructure)|is not (a function|iterable)|undefined/);
        refused++;
      }
      const { user, system } = process.cpuUsage(started);
      assert.ok((user + system) / 1000 < longestMilliseconds, `mutation ${count} took too long`);
    }
    assert.ok(refused > 0, 'no damage was noticed');
  });
}

async function read(bytes: Uint8Array, options: ReadOptions, isFile: boolean): Promise<Table> {
  if (!isFile) return (await readTable(bytesSource('damaged', bytes, 1000), options)).table;
  const path = join(folder, 'damaged');
  await writeFile(path, bytes);
  const { labels: _, ...rest } = options;
  return (await loadFile(path, { ...rest, maxDecompressedBytes: 2 ** 26 })).table;
}

/** What every table promises, and that the next stage takes it or refuses it with a message. */
function checkTable(table: Table): void {
  checkMatrix(table.numeric);
  assert.equal(table.numeric.rowCount, table.rowCount);
  assert.equal(table.numeric.columnCount, table.numericNames.length);
  assert.equal(table.columnOrder.length, table.numericNames.length + table.text.length);
  assert.equal(new Set(table.columnOrder).size, table.columnOrder.length);
  for (const column of table.text) assert.equal(column.values.length, table.rowCount);
  encodeTable(table, { target: table.columnOrder[table.columnOrder.length - 1], missing: 'drop-columns' });
}
