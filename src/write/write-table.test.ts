/** Every format comes back through our own readers; what other programs make of the files is asked in python/tests. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indexColumnName } from '../cells/column-names.js';
import { columnOf } from '../matrix/column-of.js';
import { readTable } from '../read/read-table.js';
import { bytesSource } from '../read/source/source.js';
import type { NumericArray, Table } from '../types.js';
import { type ReducedTable, reduceTable, type WrittenColumn } from './reduced-table.js';
import { type WrittenFormat, writeTable, writtenFormats } from './write-table.js';

const facts = {
  classes: new Set(['kind']),
  places: new Map([
    ['a', { rank: 2, score: 0.5 }],
    ['b', { rank: 1, score: 0.75 }],
  ]),
  parameters: { obs: 'kind', n: 2, method: 'fisher', random_state: 0 },
};

const table: Table = {
  rowCount: 4,
  numericNames: ['a', 'left', 'b'],
  numeric: {
    kind: 'dense',
    rowCount: 4,
    columnCount: 3,
    values: Float32Array.of(1.5, 9, Number.NaN, -4, 9, 5, 0.1, 9, 0, 7, 9, 1e-30),
  },
  text: [
    { name: 'kind', values: ['good', undefined, 'bäd, "really"', 'good'] },
    { name: 'weight', values: ['1', '2.5', '3', '4'] },
  ],
  columnOrder: ['kind', 'b', 'left', 'a', 'weight'],
};
const selected = {
  names: ['a', 'b'],
  apart: ['kind', 'weight'],
  identifiers: { name: indexColumnName, values: ['r1', 'r2', 'r4'] },
  rowNumbers: Int32Array.of(0, 1, 3),
};

async function bytesOf(reduced: ReducedTable, format: WrittenFormat): Promise<Uint8Array> {
  const pieces = [...(await writeTable(reduced, format))].map((piece) => Buffer.from(piece));
  return Buffer.concat(pieces);
}

async function roundTrip(reduced: ReducedTable, format: WrittenFormat, target?: string): Promise<Table> {
  const bytes = await bytesOf(reduced, format);
  const read = await readTable(bytesSource(`reduced.${format}`, bytes), target === undefined ? {} : { target });
  assert.equal(read.format, format === 'h5ad' ? 'hdf5' : format);
  return read.table;
}

function numbers(read: Table, name: string): number[] {
  const place = read.numericNames.indexOf(name);
  assert.ok(place >= 0, `there is no column ${name}`);
  return [...columnOf(read.numeric, place)];
}

function texts(read: Table, name: string): readonly (string | undefined)[] | undefined {
  return read.text.find((column) => column.name === name)?.values;
}

test('a reduced table holds the rows and columns asked for, in the order of the file', () => {
  const { features, beside, rowCount, isSparse } = reduceTable(table, selected, facts);
  assert.deepEqual(features, [
    { name: 'b', kind: 'numbers', values: Float32Array.of(Number.NaN, 5, 1e-30) },
    { name: 'a', kind: 'numbers', values: Float32Array.of(1.5, -4, 7) },
  ]);
  assert.deepEqual(beside, [
    { name: 'kind', kind: 'text', values: ['good', undefined, 'good'] },
    { name: 'weight', kind: 'numbers', values: Float64Array.of(1, 2.5, 4) },
  ]);
  assert.deepEqual([rowCount, isSparse], [3, false]);
});

test('every format comes back through its reader', async () => {
  const reduced = reduceTable(table, selected, facts);
  for (const format of writtenFormats) {
    const read = await roundTrip(reduced, format, format === 'npz' ? 'y' : 'kind');
    assert.deepEqual(numbers(read, 'b').map(Math.fround), [Number.NaN, 5, Math.fround(1e-30)], format);
    assert.deepEqual(numbers(read, 'a'), [1.5, -4, 7], format);
    const kinds = texts(read, format === 'npz' ? 'y' : 'kind');
    assert.deepEqual(
      kinds?.map((kind) => kind || undefined),
      ['good', undefined, 'good'],
      format,
    );
    assert.deepEqual(texts(read, indexColumnName), ['r1', 'r2', 'r4'], format);
  }
});

test('a sparse matrix is written as the numbers it stands for, and stays sparse in .h5ad', async () => {
  const sparse: Table = {
    ...table,
    numeric: {
      kind: 'sparse',
      rowCount: 4,
      columnCount: 3,
      rowStart: Float64Array.of(0, 2, 2, 3, 5),
      column: Int32Array.of(0, 1, 2, 0, 2),
      value: Uint8Array.of(3, 4, 5, 6, 7),
    },
  };
  const reduced = reduceTable(sparse, { ...selected, rowNumbers: Int32Array.of(3, 1, 0) }, facts);
  for (const format of writtenFormats) {
    const read = await roundTrip(reduced, format, format === 'npz' ? 'y' : 'kind');
    assert.deepEqual(
      [numbers(read, 'a'), numbers(read, 'b')],
      [
        [6, 0, 3],
        [7, 0, 0],
      ],
      format,
    );
    if (format === 'h5ad') assert.equal(read.numeric.kind, 'sparse');
  }
});

test('every type of number keeps its extremes, over more rows than one batch or group holds', async () => {
  const rowCount = 70_000;
  const extremes: readonly NumericArray[] = [
    Uint8Array.of(0, 255),
    Int8Array.of(-128, 127),
    Uint16Array.of(0, 65_535),
    Int16Array.of(-32_768, 32_767),
    Uint32Array.of(0, 2 ** 32 - 1),
    Int32Array.of(-(2 ** 31), 2 ** 31 - 1),
    Float32Array.of(Math.fround(-1e38), Math.fround(0.1), Number.NaN),
    Float64Array.of(-1e300, 0.1, 5e-324, Number.NaN),
  ];
  const features = extremes.map((few, place): WrittenColumn => {
    const values = new (few.constructor as new (length: number) => NumericArray)(rowCount);
    for (let row = 0; row < rowCount; row++) values[row] = few[row % few.length];
    return { name: `f${place}`, kind: 'numbers', values };
  });
  const kind = { name: 'kind', kind: 'text', values: Array.from({ length: rowCount }, (_, row) => `k${row}`) } as const;
  const reduced: ReducedTable = { ...facts, rowCount, features, beside: [kind], isSparse: false };
  for (const format of ['parquet', 'arrow'] as const) {
    const read = await roundTrip(reduced, format);
    for (const { name, values } of features) assert.equal(firstDifference(numbers(read, name), values), -1, name);
    assert.equal(firstDifference(texts(read, 'kind') ?? [], kind.values), -1);
  }
});

/** The first row in which two columns differ, or -1; comparing them whole takes seconds. */
function firstDifference(found: readonly unknown[], wanted: ArrayLike<unknown>): number {
  if (found.length !== wanted.length) return Math.min(found.length, wanted.length);
  return found.findIndex((cell, row) => !Object.is(cell, wanted[row]));
}

test('the same rows are the same bytes', async () => {
  const reduced = reduceTable(table, selected, facts);
  for (const format of writtenFormats) {
    assert.deepEqual(await bytesOf(reduced, format), await bytesOf(reduced, format), format);
  }
});

test('texts that only look like numbers stay texts, and numbers become numbers', () => {
  const column = (...values: string[]) => {
    const { beside } = reduceTable(
      { ...table, text: [{ name: 'kind', values }] },
      { names: ['a'], apart: ['kind'] },
      facts,
    );
    return beside[0].values;
  };
  assert.deepEqual(column('007', '1', '2', '3'), ['007', '1', '2', '3']);
  assert.deepEqual(column('0', '1', '2', '3'), Int32Array.of(0, 1, 2, 3));
  assert.deepEqual(column('0.5', '1', '2', '3'), Float64Array.of(0.5, 1, 2, 3));
  assert.deepEqual(column('a', '1', '2', '3'), ['a', '1', '2', '3']);
});
