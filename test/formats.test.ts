/** Every format against small files written by other programs (test/data/make.py) and against the paper's data sets. */

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { LoadOptions } from '../node/files/load-file.js';
import { loadTable } from '../node/files/load-table.js';
import { readParquetFile } from '../node/sql/duckdb.js';
import { loadSql } from '../node/sql/load-sql.js';
import { encodeTable } from '../src/encode/encode-table.js';
import { UserError } from '../src/errors.js';
import { readParquet } from '../src/read/parquet/parquet.js';
import { readTable } from '../src/read/read-table.js';
import { bytesSource } from '../src/read/source/source.js';
import { classesOf } from '../src/target/class-target.js';
import type { Matrix, Table } from '../src/types.js';
import { matrixRows as rows } from './fixtures/matrix-rows.js';

const here = fileURLToPath(new URL('../../test/data/', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'neurofs-formats-'));
after(() => rm(folder, { recursive: true }));

const whole = (row: number, column: number) => (7 * row + 3 * column) % 11;
const real = (row: number, column: number) => whole(row, column) + column / 4;
const thin = (row: number, column: number) => (whole(row, column) < 4 ? real(row, column) : 0);
const cells = (cell: (row: number, column: number) => number) =>
  Array.from({ length: 6 }, (_, row) => Array.from({ length: 4 }, (_, column) => cell(row, column)));
const numbers = ['1', '2', '1', '2', '1', '2'];
const letters = ['a', 'b', 'a', 'b', 'a', 'b'];

async function load(name: string, options: LoadOptions = {}): Promise<Table> {
  return (await loadTable(join(here, name), options)).table;
}

const typeOf = (matrix: Matrix) => (matrix.kind === 'dense' ? matrix.values : matrix.value).constructor.name;

test('.npy arrays of every number type, byte order and layout give the same matrix', async () => {
  for (const [name, cell, type] of [
    ['u1', whole, 'Uint8Array'],
    ['i2-big', whole, 'Int16Array'],
    ['i8', whole, 'Uint8Array'],
    ['f2', real, 'Float32Array'],
    ['f4', real, 'Float32Array'],
    ['f8-big', real, 'Float64Array'],
    ['fortran', real, 'Float64Array'],
    ['bool', (row: number, column: number) => (whole(row, column) === 0 ? 0 : 1), 'Uint8Array'],
  ] as const) {
    const table = await load(`${name}.npy`);
    assert.deepEqual(rows(table.numeric), cells(cell), name);
    assert.equal(typeOf(table.numeric), type, name);
  }
});

test('.npz archives give the matrix and its target, numbers or text', async () => {
  const plain = await load('plain.npz');
  assert.deepEqual(rows(plain.numeric), cells(real));
  assert.deepEqual(plain.text, [{ name: 'y', values: numbers }]);
  const compressed = await load('compressed-text.npz', { x: 'X', target: 'y' });
  assert.deepEqual(rows(compressed.numeric), cells(whole));
  assert.equal(typeOf(compressed.numeric), 'Uint16Array');
  assert.deepEqual(compressed.text[0].values, letters);
  await assert.rejects(
    load('plain.npz', { target: 'Y2' }),
    /there is no variable "Y2"; did you mean "y"\?|the variables are/,
  );
});

test('MATLAB level 5 files are read dense and sparse, compressed and not, with labels as numbers or text', async () => {
  const plain = await load('plain.mat', { x: 'X', target: 'Y' });
  assert.deepEqual(rows(plain.numeric), cells(real));
  assert.deepEqual(plain.text, [{ name: 'Y', values: numbers }]);
  const compressed = await load('compressed.mat');
  assert.deepEqual(rows(compressed.numeric), cells(whole));
  assert.equal(typeOf(compressed.numeric), 'Uint8Array');
  assert.deepEqual(compressed.text[0].values, letters);
  const sparse = await load('sparse.mat');
  assert.equal(sparse.numeric.kind, 'sparse');
  assert.deepEqual(rows(sparse.numeric), cells(thin));
  assert.deepEqual(sparse.text[0].values, numbers);
});

test('sparse .npz archives of SciPy stay sparse, with the arrays that were added', async () => {
  const bare = await load('csr.npz');
  assert.equal(bare.numeric.kind, 'sparse');
  assert.deepEqual(rows(bare.numeric), cells(thin));
  assert.deepEqual(bare.columnOrder, ['f1', 'f2', 'f3', 'f4']);
  const columns = await load('csc.npz');
  assert.equal(columns.numeric.kind, 'sparse');
  assert.deepEqual(rows(columns.numeric), cells(thin));
  assert.deepEqual(columns.text, [{ name: 'y', values: letters }]);
  await assert.rejects(
    load('coo.npz'),
    /coo\.npz: a sparse matrix of SciPy's format "coo" is not read; save it by rows/,
  );
});

test('HDF5 files are read by the path of their data sets', async () => {
  const table = await load('plain.h5', { x: 'data/X', target: 'data/kind' });
  assert.deepEqual(rows(table.numeric), cells(real));
  assert.equal(typeOf(table.numeric), 'Float32Array');
  assert.deepEqual(table.text, [{ name: 'data/kind', values: letters }]);
  assert.deepEqual((await load('plain.h5', { target: 'data/y' })).text[0].values, numbers);
});

test('MATLAB 7.3 files are read dense and sparse', async () => {
  const table = await load('matlab73.mat', { x: 'X', target: 'Y' });
  assert.deepEqual(rows(table.numeric), cells(real));
  assert.deepEqual(table.text[0].values, numbers);
  const sparse = await load('matlab73.mat', { x: 'S', target: 'Y' });
  assert.equal(sparse.numeric.kind, 'sparse');
  assert.deepEqual(rows(sparse.numeric), cells(thin));
});

test('AnnData files give X by rows, gene names made unique, and a column of obs', async () => {
  for (const name of ['csr.h5ad', 'csc.h5ad', 'dense.h5ad']) {
    const table = await load(name, { target: 'obs:cell_type' });
    assert.equal(table.numeric.kind, name === 'dense.h5ad' ? 'dense' : 'sparse');
    assert.deepEqual(rows(table.numeric), cells(name === 'dense.h5ad' ? real : thin), name);
    assert.deepEqual(table.numericNames, ['g', 'h', 'g-1', 'k']);
    assert.deepEqual(table.text, [
      { name: 'obs:cell_type', values: letters },
      { name: '(row names)', values: ['c0', 'c1', 'c2', 'c3', 'c4', 'c5'] },
    ]);
  }
  assert.deepEqual((await load('csr.h5ad', { target: 'plate' })).text[0].values, numbers);
  await assert.rejects(load('csr.h5ad', { target: 'obs:cel_type' }), /did you mean "obs:cell_type"/);
});

test('HDF5 opened from bytes, as in a browser, gives the same table as from a path', async () => {
  const bytes = new Uint8Array(await readFile(join(here, 'csr.h5ad')));
  const { table, format } = await readTable(bytesSource('csr.h5ad', bytes), { target: 'cell_type' });
  assert.equal(format, 'hdf5');
  assert.deepEqual(rows(table.numeric), cells(thin));
});

/** p, q, r, s, n with a gap, day, y. */
function checkFrame(table: Table, name: string): void {
  assert.deepEqual(table.numericNames, ['p', 'q', 'r', 's', 'n'], name);
  const n = [1, Number.NaN, 3, 4, 5, 6];
  assert.deepEqual(
    rows(table.numeric),
    cells(real).map((row, index) => [...row, n[index]]),
    name,
  );
  assert.deepEqual(
    table.text.map((column) => column.name),
    ['day', 'y'],
    name,
  );
  assert.deepEqual(table.text[1].values, letters, name);
  const days = encodeTable(table, { target: 'y', missing: 'drop-columns' });
  const day = days.featureNames.indexOf('day');
  assert.deepEqual(
    rows(days.matrix).map((row) => row[day]),
    [0, 1, 2, 3, 4, 5].map((add) => 19723 + add),
    name,
  );
}

test('Parquet is read alike by DuckDB and by hyparquet, whatever its compression', async () => {
  for (const codec of ['snappy', 'gzip', 'zstd']) {
    checkFrame(await load(`${codec}.parquet`), codec);
    const bytes = new Uint8Array(await readFile(join(here, `${codec}.parquet`)));
    checkFrame(await readParquet(bytesSource(codec, bytes)), codec);
    const some = await readParquet(bytesSource(codec, bytes), { columns: ['q', 'y'] });
    assert.deepEqual(some.columnOrder, ['q', 'y']);
  }
  assert.deepEqual((await readParquetFile(join(here, 'gzip.parquet'), { columns: ['q', 'y'] })).columnOrder, [
    'q',
    'y',
  ]);
});

test('every kind of page and encoding of Parquet is read by hyparquet as DuckDB reads it', async () => {
  for (const name of ['pages-1', 'pages-2', 'encodings']) {
    const path = join(here, `${name}.parquet`);
    const expected = await readParquetFile(path, { apart: ['y'] });
    const table = await readParquet(bytesSource(name, new Uint8Array(await readFile(path))), { apart: ['y'] });
    assert.equal(table.rowCount, 90);
    assert.deepEqual(table, expected, name);
  }
});

test('a Parquet file that claims two billion columns is refused before anything makes room for them', async () => {
  const bytes = await readFile(join(here, 'gzip.parquet'));
  const footer = bytes.length - 8 - bytes.readUInt32LE(bytes.length - 8);
  assert.deepEqual([bytes[footer], bytes[footer + 2]], [0x15, 0x19], 'the version, then the list of columns');
  bytes.set([0xfc, 0xff, 0xff, 0xff, 0xff, 0x07], footer + 3);
  const path = join(folder, 'claims.parquet');
  await writeFile(path, bytes);
  const before = process.resourceUsage().maxRSS;
  await assert.rejects(loadTable(path), /claims\.parquet: cannot be read as Parquet/);
  assert.ok(process.resourceUsage().maxRSS - before < 2 ** 20, 'less than a gigabyte');
});

test('Feather files are read, LZ4, Zstandard and plain, with categories', async () => {
  for (const codec of ['lz4', 'zstd', 'uncompressed', 'dictionary']) checkFrame(await load(`${codec}.feather`), codec);
});

test('Arrow files by apache-arrow, which hold their schema in the index alone, are read', async () => {
  checkFrame(await load('schema-in-index.arrow'), 'schema in index');
});

test('SQL over files gives the rows and columns it asks for', async () => {
  const { table } = await loadSql(`select p, p + q as sum, y from '${join(here, 'snappy.parquet')}' where p > 3;`, {
    target: 'y',
    allowPath: [here],
  });
  const wanted = cells(real).filter((row) => row[0] > 3);
  assert.deepEqual(
    rows(table.numeric),
    wanted.map((row) => [row[0], row[0] + row[1]]),
  );
  await assert.rejects(loadSql('select nothing from nowhere'), (error: unknown) => error instanceof UserError);
});

test('JSON lines and JSON arrays give the same table', async () => {
  const lines = await load('lines.jsonl');
  assert.deepEqual(lines.numericNames, ['p', 'q', 'r', 's', 'n', 'day']);
  assert.deepEqual(rows(lines.numeric)[1].slice(0, 4), cells(real)[1]);
  assert.ok(Number.isNaN(rows(lines.numeric)[1][4]));
  assert.deepEqual(lines.text[0].values, letters);
  const text = await readFile(join(here, 'lines.jsonl'), 'utf8');
  const path = join(folder, 'array.json');
  await writeFile(path, `[\n${text.trim().split('\n').join(',\n')}\n]`);
  assert.deepEqual((await loadTable(path)).table, lines);
});

test('svmlight rows stay sparse, whatever their order, counting from 0 or 1', async () => {
  const path = join(folder, 'rows.txt');
  await writeFile(path, '+1 qid:3 3:0.5 1:2 # note\n-1 2:4\n\n# only a note\n+1 4:0\n');
  const { table, file } = await loadTable(path);
  assert.equal(file.format, 'svmlight');
  assert.deepEqual(rows(table.numeric), [
    [2, 0, 0.5, 0],
    [0, 4, 0, 0],
    [0, 0, 0, 0],
  ]);
  assert.deepEqual(table.text, [{ name: 'label', values: ['+1', '-1', '+1'] }]);
  await writeFile(path, '1 0:1 2:3\n2 1:1\n');
  assert.equal((await loadTable(path)).table.numeric.columnCount, 3);
  await writeFile(path, '1 1:1 1:3\n');
  await assert.rejects(loadTable(path), /line 1: index 1 occurs twice/);
});

test('ARFF is read dense and sparse, with nominal, quoted and missing cells', async () => {
  const path = join(folder, 'table.arff');
  const header =
    "% note\n@RELATION r\n@attribute a real\n@attribute 'b c' INTEGER\n@attribute class {x, 'y z'}\n@data\n";
  await writeFile(path, `${header}1.5,2,x\n?,3,'y z'\n`);
  const dense = (await loadTable(path)).table;
  assert.deepEqual(dense.columnOrder, ['a', 'b c', 'class']);
  assert.deepEqual(rows(dense.numeric), [
    [1.5, 2],
    [Number.NaN, 3],
  ]);
  assert.deepEqual(dense.text[0].values, ['x', 'y z']);
  await writeFile(path, `${header}{0 1.5}\n{1 3, 2 'y z'}\n{}\n`);
  const sparse = (await loadTable(path)).table;
  assert.equal(sparse.numeric.kind, 'sparse');
  assert.deepEqual(rows(sparse.numeric), [
    [1.5, 0],
    [0, 3],
    [0, 0],
  ]);
  assert.deepEqual(sparse.text[0].values, ['x', 'y z', 'x']);
  await writeFile(path, `${header}1,2,w\n`);
  await assert.rejects(loadTable(path), /line 7: "w" is not a value of the nominal attribute "class"/);
});

test('IDX images find their labels, gzip or not', async () => {
  const images = Uint8Array.of(0, 0, 8, 3, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 3, ...Array(12).keys());
  await writeFile(join(folder, 't-images-idx3-ubyte.gz'), gzipSync(images));
  await writeFile(join(folder, 't-labels-idx1-ubyte.gz'), gzipSync(Uint8Array.of(0, 0, 8, 1, 0, 0, 0, 2, 7, 9)));
  const { table } = await loadTable(join(folder, 't-images-idx3-ubyte.gz'));
  assert.deepEqual(table.imageShape, [2, 3]);
  assert.deepEqual(rows(table.numeric), [
    [0, 1, 2, 3, 4, 5],
    [6, 7, 8, 9, 10, 11],
  ]);
  assert.deepEqual(table.text, [{ name: 'label', values: ['7', '9'] }]);
});

test('formats that are known but not read say what to do', async () => {
  const refuses = async (bytes: Uint8Array | string, message: RegExp) => {
    const path = join(folder, 'unread');
    await writeFile(path, bytes);
    await assert.rejects(
      loadTable(path),
      (error: unknown) => error instanceof UserError && message.test(error.message),
    );
  };
  const zip = (name: string) => `PK\u0003\u0004${'\0'.repeat(22)}${String.fromCharCode(name.length)}\0\0\0${name}`;
  await refuses(zip('mimetype'), /OpenDocument file; save it as \.xlsx or CSV/);
  await refuses(zip('x.csv'), /zip holding "x\.csv"; unpack it/);
  await refuses('SQLite format 3\0', /SQLite/);
});

const data = process.env.NEUROFS_DATA;
test("the paper's sets are read as published", { skip: data ? false : 'NEUROFS_DATA is not set' }, async () => {
  const manifest = JSON.parse(await readFile(join(data!, 'manifest.json'), 'utf8'));
  for (const set of manifest.filter((one: { file?: string }) => one.file && !one.file.endsWith('/'))) {
    const { table, file } = await loadTable(join(data!, set.file), { target: set.y });
    assert.equal(file.sha256, set.sha256, set.key);
    const dataset = encodeTable(table, { target: set.y });
    assert.equal(dataset.matrix.rowCount, set.rows, set.key);
    assert.equal(dataset.matrix.columnCount, set.features, set.key);
    assert.equal(classesOf(dataset.target).classNames.length, set.classes, set.key);
  }
});
