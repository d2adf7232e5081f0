/** Whatever a writer puts into a file, its reader gives back: small writers of every format, and random tables. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { zipSync } from 'fflate';
import { checkMatrix } from '../src/matrix/check-matrix.js';
import { copyRow } from '../src/matrix/copy-row.js';
import { type ReadOptions, readTable } from '../src/read/read-table.js';
import { bytesSource } from '../src/read/source/source.js';
import type { NumericArray, Table } from '../src/types.js';

const types = {
  i1: Int8Array,
  u1: Uint8Array,
  i2: Int16Array,
  u2: Uint16Array,
  i4: Int32Array,
  u4: Uint32Array,
  f4: Float32Array,
  f8: Float64Array,
};
type TypeName = keyof typeof types;
const typeNames = Object.keys(types) as TypeName[];

interface Written {
  readonly rowCount: number;
  readonly columnCount: number;
  readonly type: TypeName;
  /** Row-major. */
  readonly values: NumericArray;
}

/** A matrix of one type with any values that type holds, NaN and infinities too. */
const matrices: fc.Arbitrary<Written> = fc
  .record({
    rowCount: fc.integer({ min: 1, max: 9 }),
    columnCount: fc.integer({ min: 1, max: 7 }),
    type: fc.constantFrom(...typeNames),
  })
  .chain((shape) => {
    const bytes = shape.rowCount * shape.columnCount * types[shape.type].BYTES_PER_ELEMENT;
    return fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((cells) => ({
      ...shape,
      values: new types[shape.type](cells.slice().buffer),
    }));
  });

/** Finite numbers, many of them zero, as sparse formats have them. */
const thinMatrices = fc
  .record({ rowCount: fc.integer({ min: 1, max: 9 }), columnCount: fc.integer({ min: 1, max: 9 }) })
  .chain((shape) => {
    const count = shape.rowCount * shape.columnCount;
    const cell = fc.oneof(
      fc.constant(0),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
    );
    return fc
      .array(cell, { minLength: count, maxLength: count })
      .map((values) => ({ ...shape, values: Float64Array.from(values) }));
  });

async function read(bytes: Uint8Array, options: ReadOptions, chunkSize: number): Promise<Table> {
  return (await readTable(bytesSource('file', bytes, chunkSize), options)).table;
}

function cells(table: Table): number[] {
  checkMatrix(table.numeric);
  const row = new Float64Array(table.numeric.columnCount);
  return Array.from({ length: table.rowCount }, (_, index) => {
    copyRow(table.numeric, index, row);
    return [...row];
  }).flat();
}

const chunkSizes = fc.integer({ min: 1, max: 300 });

function bytesOf(values: NumericArray, isBig: boolean): Buffer {
  const bytes = Buffer.from(values.buffer.slice(0) as ArrayBuffer, 0);
  const size = values.BYTES_PER_ELEMENT;
  if (!isBig || size === 1) return bytes;
  return size === 2 ? bytes.swap16() : size === 4 ? bytes.swap32() : bytes.swap64();
}

function columnMajor({
  values,
  rowCount,
  columnCount,
}: Pick<Written, 'values' | 'rowCount' | 'columnCount'>): NumericArray {
  const moved = values.slice();
  for (let at = 0; at < values.length; at++)
    moved[at] = values[(at % rowCount) * columnCount + Math.floor(at / rowCount)];
  return moved;
}

function npy(written: Written, isBig: boolean, isFortran: boolean): Buffer {
  const { rowCount, columnCount, type } = written;
  const text = `{'descr': '${isBig ? '>' : '<'}${type}', 'fortran_order': ${isFortran ? 'True' : 'False'}, 'shape': (${rowCount}, ${columnCount}), }\n`;
  const start = Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, text.length, 0]);
  return Buffer.concat([start, Buffer.from(text), bytesOf(isFortran ? columnMajor(written) : written.values, isBig)]);
}

test('.npy and .npz: every type, byte order and layout', async () => {
  await fc.assert(
    fc.asyncProperty(
      matrices,
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
      chunkSizes,
      async (written, isBig, isFortran, isZip, chunk) => {
        const array = npy(written, isBig, isFortran);
        const table = await read(isZip ? zipSync({ 'X.npy': new Uint8Array(array) }) : array, {}, chunk);
        assert.deepEqual(cells(table), [...written.values]);
      },
    ),
  );
});

test('IDX: every type it has', async () => {
  const codes: Partial<Record<TypeName, number>> = { u1: 8, i1: 9, i2: 11, i4: 12, f4: 13, f8: 14 };
  await fc.assert(
    fc.asyncProperty(matrices, chunkSizes, async (written, chunk) => {
      const code = codes[written.type];
      if (code === undefined) return;
      const header = Buffer.alloc(12);
      header.set([0, 0, code, 2]);
      header.writeUInt32BE(written.rowCount, 4);
      header.writeUInt32BE(written.columnCount, 8);
      const table = await read(Buffer.concat([header, bytesOf(written.values, true)]), {}, chunk);
      assert.deepEqual(cells(table), [...written.values]);
    }),
  );
});

/** MATLAB's codes of stored types. */
const matTypes: Readonly<Record<TypeName, number>> = { i1: 1, u1: 2, i2: 3, u2: 4, i4: 5, u4: 6, f4: 7, f8: 9 };

function matFile(matrix: Buffer, isBig: boolean, isCompressed: boolean): Buffer {
  const header = Buffer.alloc(128, ' ');
  header.write('MATLAB 5.0 MAT-file');
  header.set(isBig ? [1, 0, 0x4d, 0x49] : [0, 1, 0x49, 0x4d], 124);
  const element = matElement(14, matrix, isBig);
  if (!isCompressed) return Buffer.concat([header, element]);
  const packed = deflateSync(element);
  return Buffer.concat([header, bytesOf(Uint32Array.of(15, packed.length), isBig), packed]);
}

function matElement(type: number, data: Uint8Array, isBig: boolean): Buffer {
  return Buffer.concat([
    bytesOf(Uint32Array.of(type, data.length), isBig),
    data,
    new Uint8Array((8 - (data.length % 8)) % 8),
  ]);
}

function matHeader(cls: number, rowCount: number, columnCount: number, isBig: boolean): Buffer {
  return Buffer.concat([
    matElement(6, bytesOf(Uint32Array.of(cls, 0), isBig), isBig),
    matElement(5, bytesOf(Int32Array.of(rowCount, columnCount), isBig), isBig),
    matElement(1, Buffer.from('X'), isBig),
  ]);
}

test('dense .mat: every stored type, both byte orders, compressed or not', async () => {
  await fc.assert(
    fc.asyncProperty(matrices, fc.boolean(), fc.boolean(), chunkSizes, async (written, isBig, isCompressed, chunk) => {
      const { rowCount, columnCount, type } = written;
      const data = matElement(matTypes[type], bytesOf(columnMajor(written), isBig), isBig);
      const file = matFile(Buffer.concat([matHeader(6, rowCount, columnCount, isBig), data]), isBig, isCompressed);
      assert.deepEqual(cells(await read(file, {}, chunk)), [...written.values]);
    }),
  );
});

test('sparse .mat: the entries that are not zero, and the matrix stays sparse', async () => {
  await fc.assert(
    fc.asyncProperty(thinMatrices, fc.boolean(), async (written, isBig) => {
      const { rowCount, columnCount, values } = written;
      const row: number[] = [];
      const value: number[] = [];
      const start = [0];
      for (let column = 0; column < columnCount; column++) {
        for (let at = 0; at < rowCount; at++) {
          const cell = values[at * columnCount + column];
          if (cell === 0) continue;
          row.push(at);
          value.push(cell);
        }
        start.push(row.length);
      }
      const matrix = Buffer.concat([
        matHeader(5, rowCount, columnCount, isBig),
        matElement(5, bytesOf(Int32Array.from(row), isBig), isBig),
        matElement(5, bytesOf(Int32Array.from(start), isBig), isBig),
        matElement(9, bytesOf(Float64Array.from(value), isBig), isBig),
      ]);
      const table = await read(matFile(matrix, isBig, true), {}, 1000);
      assert.equal(table.numeric.kind, 'sparse');
      assert.deepEqual(cells(table), [...values]);
    }),
  );
});

const rowsOf = ({ values, columnCount }: { values: Float64Array; columnCount: number }) =>
  Array.from({ length: values.length / columnCount }, (_, row) => [
    ...values.subarray(row * columnCount, (row + 1) * columnCount),
  ]);

test('svmlight: rows of pairs, and the matrix stays sparse', async () => {
  await fc.assert(
    fc.asyncProperty(thinMatrices, chunkSizes, async (written, chunk) => {
      const pairs = (row: number[]) =>
        row
          .map((value, column) =>
            value === 0 && column > 0 && column < row.length - 1 ? '' : `${column + 1}:${value} `,
          )
          .join('');
      const text = rowsOf(written)
        .map((row, at) => `c${at % 3}  ${pairs(row)}\r\n`)
        .join('');
      const table = await read(new TextEncoder().encode(text), {}, chunk);
      assert.equal(table.numeric.kind, 'sparse');
      assert.deepEqual(cells(table), [...written.values]);
    }),
  );
});

test('ARFF and JSON lines: numbers and text', async () => {
  const words = fc.stringMatching(/^[ -~]{0,8}\w$/);
  await fc.assert(
    fc.asyncProperty(
      thinMatrices,
      fc.array(words, { minLength: 9, maxLength: 9 }),
      chunkSizes,
      async (written, texts, chunk) => {
        const rows = rowsOf(written);
        const names = rows[0].map((_, column) => `a${column}`);
        const quoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;
        const header = names.map((name) => `@attribute ${name} numeric\n`).join('');
        const dense = rows.map((row, at) => `${row.join(',')},${quoted(texts[at])}\n`).join('');
        const sparse = rows
          .map(
            (row, at) =>
              `{${[...row.map((value, column) => `${column} ${value}`), `${row.length} ${quoted(texts[at])}`].join(', ')}}\n`,
          )
          .join('');
        const json = rows.map((row, at) =>
          JSON.stringify(Object.fromEntries([...row.map((value, column) => [names[column], value]), ['t', texts[at]]])),
        );
        const arff = `@relation r\n${header}@attribute t string\n@data\n`;
        for (const text of [arff + dense, arff + sparse, json.join('\n'), `[${json.join(',')}]`]) {
          const table = await read(new TextEncoder().encode(text), {}, chunk);
          assert.deepEqual(cells(table), [...written.values]);
          assert.deepEqual(table.text, [{ name: 't', values: texts.slice(0, rows.length) }]);
        }
      },
    ),
  );
});
