import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { NumericBlock } from '../../src/cells/numeric-block.js';
import { columnOf } from '../../src/matrix/column-of.js';
import type { AnyMatrix, Table } from '../../src/types.js';
import { checkBudget, kernelRowsWithin, readBytes, roomInMemory, threadsWithin } from '../rows/memory-plan.js';
import { ScratchFile, writeFailure } from '../rows/scratch-file.js';
import { SpillingRows } from '../rows/spilling-rows.js';
import { type ScratchFolder, StoredRows } from '../rows/stored-rows.js';
import { loadSql } from '../sql/load-sql.js';
import { hashTable } from './hash-table.js';
import { createCollector, loadLargeTable } from './load-large-table.js';
import { loadTable } from './load-table.js';

const home = mkdtempSync(join(tmpdir(), 'neurofs-large-'));
after(() => rmSync(home, { recursive: true }));
mkdirSync(join(home, 'scratch'));
const scratch = (): ScratchFolder => ({ path: join(home, 'scratch'), files: new Set() });
const data = (name: string) => fileURLToPath(new URL(`../../../test/data/${name}`, import.meta.url));

function close(folder: ScratchFolder): void {
  for (const file of folder.files) file.close();
}

function allCells(matrix: AnyMatrix): number[][] {
  return Array.from({ length: matrix.columnCount }, (_, column) => Array.from(columnOf(matrix, column)));
}

describe('rows in a scratch file', () => {
  const kinds: readonly (readonly [string, (row: number) => number])[] = [
    ['bytes', (row) => row % 200],
    ['whole numbers that outgrow bytes late', (row) => (row === 250_000 ? -70_000 : row % 100)],
    ['fractions that come late', (row) => (row < 200_000 ? 3 : 0.1)],
    ['missing cells', (row) => (row % 1000 === 7 ? Number.NaN : row)],
  ];
  for (const [name, cell] of kinds) {
    test(`are stored in the type and with the values of a block in memory: ${name}`, () => {
      const folder = scratch();
      const block = new NumericBlock(2);
      const stored = new StoredRows(folder, 2, { precision: 'exact' });
      for (let row = 0; row < 300_000; row++) {
        const cells = Float64Array.of(cell(row), 1);
        block.appendRow(cells);
        stored.appendRow(cells);
      }
      const [inMemory, onDisk] = [block.toMatrix(300_000), stored.toMatrix(300_000)];
      assert.equal(onDisk.store.cellType, inMemory.values.constructor);
      assert.deepEqual(columnOf(onDisk, 0), columnOf(inMemory, 0));
      assert.equal(folder.files.size, 1, 'a file that was written anew in a wider type is gone');
      close(folder);
    });
  }

  test('are in memory as long as they have room, and on disk as soon as the share read says that they will not', () => {
    const folder = scratch();
    const few = new SpillingRows(folder, 1000, 'exact', 3e6);
    for (let row = 0; row < 2000; row++) few.appendRow(new Float64Array(1000).fill(row % 50), row / 2000);
    assert.equal(few.toMatrix(2000).kind, 'dense');
    assert.equal(folder.files.size, 0);

    const many = new SpillingRows(folder, 1000, 'exact', 3e6);
    for (let row = 0; row < 1100; row++) many.appendRow(new Float64Array(1000).fill(row % 50), row / 200_000);
    assert.equal(folder.files.size, 1);
    const matrix = many.toMatrix(1100);
    assert.equal(matrix.kind, 'stored');
    assert.deepEqual(
      Array.from(columnOf(matrix, 999)),
      Array.from({ length: 1100 }, (_, row) => row % 50),
    );
    close(folder);
  });

  test('leave no file behind, and none to be seen where the system hides it', () => {
    const folder = scratch();
    const rows = new StoredRows(folder, 3, { precision: 'exact' });
    rows.appendRow(Float64Array.of(1, 2, 3));
    rows.toMatrix(1);
    if (process.platform !== 'win32') assert.deepEqual(readdirSync(folder.path), []);
    close(folder);
    assert.deepEqual(readdirSync(folder.path), []);
  });

  test('say which folder cannot be written to, and where rows are missing', () => {
    writeFileSync(join(home, 'file'), '');
    assert.throws(
      () => new ScratchFile(join(home, 'file')),
      /no file for the rows can be made in .*; name another folder with scratch/,
    );
    assert.throws(() => new ScratchFile(join(home, 'nowhere')), /nowhere \(ENOENT\)/);
    const file = new ScratchFile(home);
    assert.throws(() => file.read(new Uint8Array(1), 0), /end at byte 0/);
    file.close();
  });

  test('say that a full disk is full', () => {
    const { code, message } = writeFailure({ code: 'ENOSPC' }, '/scratch', 3e9);
    assert.equal(code, 'failure');
    assert.match(
      message,
      /^\/scratch: the disk is full after 3.0.GB; .*, name a folder on another disk with scratch, or raise memory/,
    );
  });
});

describe('a table on disk', () => {
  writeFileSync(
    join(home, 'late.csv'),
    `a,b,c,class\n${Array.from({ length: 60_000 }, (_, row) => `${row % 7},${row / 8},${row === 59_000 ? 'late' : row},${row % 2 ? 'x' : 'y'}\n`).join('')}`,
  );
  const npy = (type: string, shape: string, cells: Uint8Array): Buffer => {
    const header = `{'descr': '${type}', 'fortran_order': False, 'shape': (${shape}), }`.padEnd(117);
    const start = Buffer.from(`\x93NUMPY\x01\x00v\x00${header}\n`, 'latin1');
    return Buffer.concat([start, cells]);
  };
  const doubles = Float64Array.from({ length: 50_000 * 4 }, (_, at) => (at % 4 === 3 ? (at >> 2) % 2 : at / 3));
  writeFileSync(join(home, 'plain.npy'), npy('<f8', '50000, 4', new Uint8Array(doubles.buffer)));
  const long = BigInt64Array.from({ length: 3000 }, (_, at) => BigInt(at - 70_000));
  writeFileSync(join(home, 'long.npy'), npy('<i8', '300, 5, 2', new Uint8Array(long.buffer)));
  const idx = (bytes: number[], cells: Uint8Array) => Buffer.concat([Buffer.from(bytes), cells]);
  writeFileSync(
    join(home, 'train-images-idx3-ubyte'),
    idx(
      [0, 0, 0x0b, 3, 0, 0, 0, 50, 0, 0, 0, 2, 0, 0, 0, 3],
      Uint8Array.from({ length: 600 }, (_, at) => at % 251),
    ),
  );
  writeFileSync(
    join(home, 'train-labels-idx1-ubyte'),
    idx(
      [0, 0, 8, 1, 0, 0, 0, 50],
      Uint8Array.from({ length: 50 }, (_, at) => at % 3),
    ),
  );
  const files = [
    join(home, 'late.csv'),
    join(home, 'plain.npy'),
    join(home, 'long.npy'),
    join(home, 'train-images-idx3-ubyte'),
    ...['zstd.parquet', 'lines.jsonl', 'f4.npy', 'i2-big.npy'].map(data),
  ];
  for (const path of files) {
    test(`is the table in memory: ${path.split('/').at(-1)}`, async () => {
      const folder = scratch();
      // Nothing has room in a budget of 0.
      const { table } = await loadTable(path, { target: 'class', collector: createCollector(folder, 0) });
      const onDisk: Table<AnyMatrix> = table;
      assert.equal(onDisk.numeric.kind, 'stored');
      const expected = await loadTable(path, { target: 'class' });
      assert.deepEqual({ ...onDisk, numeric: 0 }, { ...expected.table, numeric: 0 });
      assert.deepEqual(allCells(onDisk.numeric), allCells(expected.table.numeric));
      assert.equal(hashTable(onDisk), hashTable(expected.table));
      assert.equal(folder.files.size, 1);
      close(folder);
    });

    test(`can be refused before anything goes to disk: ${path.split('/').at(-1)}`, async () => {
      const folder = scratch();
      const refuse = () => {
        throw new Error('refused');
      };
      await assert.rejects(
        loadTable(path, { target: 'class', collector: createCollector(folder, 0, refuse) }),
        /refused/,
      );
      assert.equal(folder.files.size, 0);
    });
  }

  test('is put together of parts where a Parquet file has many columns', async () => {
    const path = join(home, 'wide.parquet');
    const cells = Array.from({ length: 300 }, (_, j) =>
      j > 120 && j < 270 ? `'t' || (i % ${j % 7 === 0 ? 2 : 3}) as c${j}` : `(i * ${j}) % ${j + 2} / 4.0 as c${j}`,
    );
    const { DuckDBInstance } = await import('@duckdb/node-api');
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    await connection.run(
      `copy (select ${cells.join(', ')}, i % 2 as class from range(3000) t(i)) to '${path}' (format parquet)`,
    );
    connection.closeSync();
    const folder = scratch();
    const { table } = await loadTable(path, { target: 'class', collector: createCollector(folder, 0) });
    const expected = await loadTable(path, { target: 'class' });
    assert.equal((table.numeric as AnyMatrix).kind, 'stored');
    assert.equal(hashTable(table), hashTable(expected.table));
    assert.equal(folder.files.size, 1, 'the parts are gone');
    close(folder);
    const refuse = () => {
      throw new Error(`refused with ${folder.files.size} parts`);
    };
    const refused = loadTable(path, { target: 'class', collector: createCollector(folder, 0, refuse) });
    await assert.rejects(refused, /refused with 2 parts/, 'the first part tells how large the whole is');
  });

  test('of a query has the checksum that it has in memory', async () => {
    const folder = scratch();
    const sql = 'select i, i / 7.0 as b, i % 2 as class from range(5000) t(i)';
    const { sha256, table } = await loadSql(sql, { collector: createCollector(folder, 0), target: 'class' });
    assert.equal((table.numeric as AnyMatrix).kind, 'stored');
    assert.equal(sha256, (await loadSql(sql, { target: 'class' })).sha256);
    close(folder);
  });

  test('with room is simply in memory', async () => {
    const large = await loadLargeTable(data('f4.npy'), { memory: '1GB', scratch: join(home, 'unused') });
    assert.equal(large.table.numeric.kind, 'dense');
    assert.equal(large.onDisk.bytes, 0);
    large.close();
  });

  test('of a format that is read as a whole is refused where the file has no room', async () => {
    const load = loadTable(data('plain.npz'), { collector: createCollector(scratch(), 0) });
    await assert.rejects(load, /format npz is read as a whole.*convert the file to Parquet/);
  });

  test('that is cut short says so', async () => {
    writeFileSync(join(home, 'short.npy'), npy('<f8', '50001, 4', new Uint8Array(doubles.buffer)));
    const load = loadTable(join(home, 'short.npy'), { collector: createCollector(scratch(), 0) });
    await assert.rejects(load, /holds 50000 rows where its header says 50001/);
  });
});

describe('a budget', () => {
  test('is read in powers of 1000 and of 1024', () => {
    assert.equal(readBytes('800MB'), 800e6);
    assert.equal(readBytes('1.5 gb'), 1.5e9);
    assert.equal(readBytes('2GiB'), 2 ** 31);
    for (const wrong of ['', 'much', '5', '-1GB', '0MB', '1XB']) {
      assert.throws(() => readBytes(wrong, '--memory'), /--memory must be a size such as 800MB/);
    }
  });

  test('has room for half of what is left beside the network, and none below', () => {
    assert.equal(roomInMemory(1e8, 10), 0);
    assert.ok(roomInMemory(1e9, 1000) > 3e8 && roomInMemory(1e9, 1000) < 4e8);
  });

  test('has room for as many threads and kernel rows as a tenth of it holds', () => {
    assert.deepEqual(
      [1e8, 3e8, 1e9, Number.POSITIVE_INFINITY].map((budget) => threadsWithin(budget, 8)),
      [1, 3, 8, 8],
    );
    assert.equal(threadsWithin(1e9, 2), 2, 'no more than were asked for');
    assert.deepEqual(
      [3e8, 1e9, 1e10].map((budget) => kernelRowsWithin(budget, 200)),
      [28, 95, 200],
    );
  });

  test('below what a selection from disk needs is refused with the least that is enough', () => {
    const folder = scratch();
    const rows = new StoredRows(folder, 4, { precision: 'exact' });
    rows.appendRow(Float64Array.of(1, 2, 3, 4));
    const matrix = rows.toMatrix(1);
    assert.throws(
      () => checkBudget(100e6, matrix),
      /^UserError: memory of 100MB is too little for 1 rows.*at least \d+MB/,
    );
    checkBudget(300e6, matrix);
    close(folder);
  });
});
