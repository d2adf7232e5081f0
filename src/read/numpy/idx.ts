/**
 * IDX, the format of MNIST (yann.lecun.com/exdb/mnist): two zero bytes, a type, the number of dimensions, the extents
 * (32-bit, big-endian), then the cells (big-endian). Images and labels are two files.
 */
import { UserError } from '../../errors.js';
import type { NumericArray, Table } from '../../types.js';
import { matrixTable, textOfNumbers } from '../matrix-table.js';
import { copyBytes } from '../source/copy-bytes.js';
import { type ReadAllOptions, readAll } from '../source/read-all.js';
import { type ByteSource, readStart } from '../source/source.js';
import { type CollectOptions, cellTypeOf, collectCells, isTooLarge, type RawCells } from './raw-cells.js';
import { swapBytes } from './swap-bytes.js';

export interface IdxArray {
  readonly shape: readonly number[];
  readonly values: NumericArray;
}

const types = new Map<number, { size: number; cell: new (buffer: ArrayBuffer) => NumericArray }>([
  [0x08, { size: 1, cell: Uint8Array }],
  [0x09, { size: 1, cell: Int8Array }],
  [0x0b, { size: 2, cell: Int16Array }],
  [0x0c, { size: 4, cell: Int32Array }],
  [0x0d, { size: 4, cell: Float32Array }],
  [0x0e, { size: 8, cell: Float64Array }],
]);

export function isIdx(bytes: Uint8Array): boolean {
  return bytes.length >= 8 && bytes[0] === 0 && bytes[1] === 0 && types.has(bytes[2]) && bytes[3] >= 1 && bytes[3] <= 4;
}

function readHeader(bytes: Uint8Array, name: string) {
  const type = types.get(bytes[2]);
  const dimensions = bytes[3];
  const from = 4 + 4 * dimensions;
  if (!isIdx(bytes) || type === undefined || bytes.length < from)
    throw new UserError('data', `${name}: is not an IDX file`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const shape = Array.from({ length: dimensions }, (_, at) => view.getUint32(4 + 4 * at));
  return { type, from, shape };
}

/** Where the rows stand in the file. */
function idxCells(start: Uint8Array, name: string): { readonly shape: readonly number[]; readonly cells: RawCells } {
  const { type, from: dataFrom, shape } = readHeader(start, name);
  const [rowCount, ...rest] = shape;
  const columnCount = rest.reduce((product, extent) => product * extent, 1);
  const toNumbers = (bytes: Uint8Array<ArrayBuffer>): NumericArray => {
    swapBytes(bytes, type.size);
    return new type.cell(bytes.buffer);
  };
  const cellType = cellTypeOf(toNumbers(new Uint8Array(0)));
  return { shape, cells: { dataFrom, rowCount, columnCount, cellBytes: type.size, type: cellType, toNumbers } };
}

export function parseIdx(bytes: Uint8Array, name: string): IdxArray {
  const { type, from, shape } = readHeader(bytes, name);
  const count = shape.reduce((product, extent) => product * extent, 1);
  if (count * type.size !== bytes.length - from) {
    throw new UserError(
      'data',
      `${name}: ${shape.join(' x ')} cells need ${count * type.size} bytes, the file holds ${bytes.length - from}; is it cut short?`,
    );
  }
  const data = copyBytes(bytes, from);
  swapBytes(data, type.size);
  return { shape, values: new type.cell(data.buffer) };
}

/** One table of pairs of files (images, labels), rows in the order given: MNIST's training and test files, say. */
export async function readIdx(
  pairs: readonly IdxPair[],
  options: ReadAllOptions & CollectOptions = {},
): Promise<Table> {
  const large = await readLargeIdx(pairs[0], pairs.length === 1 ? options : {});
  if (large) return large;
  const images: IdxArray[] = [];
  const labels: (string | undefined)[] = [];
  for (const pair of pairs) {
    images.push(parseIdx(await readAll(pair.images, options), pair.images.name));
    if (!pair.labels) continue;
    for (const label of await readLabels(pair.labels, options)) labels.push(label);
  }
  const name = pairs[0].images.name;
  const { shape, values } = stacked(images, name);
  const [rowCount, ...rest] = shape;
  const columnCount = rest.reduce((product, extent) => product * extent, 1);
  return matrixTable(
    {
      matrix: { kind: 'dense', rowCount, columnCount, values },
      target: pairs.some((pair) => pair.labels) ? { name: 'label', values: labels } : undefined,
      imageShape: rest.length === 2 ? [rest[0], rest[1]] : undefined,
    },
    name,
  );
}

interface IdxPair {
  readonly images: ByteSource;
  readonly labels?: ByteSource | undefined;
}

async function readLabels(source: ByteSource, options: ReadAllOptions): Promise<(string | undefined)[]> {
  return textOfNumbers(parseIdx(await readAll(source, options), source.name).values);
}

/** The table of a file whose rows have no room in memory; undefined where they have. */
async function readLargeIdx(
  { images, labels }: IdxPair,
  options: ReadAllOptions & CollectOptions,
): Promise<Table | undefined> {
  const { collector } = options;
  if (!collector) return undefined;
  const { shape, cells } = idxCells(await readStart(images, 20), images.name);
  if (!isTooLarge(cells, collector)) return undefined;
  const matrix = await collectCells(images, cells, collector, options);
  return matrixTable(
    {
      matrix,
      target: labels && { name: 'label', values: await readLabels(labels, options) },
      imageShape: shape.length === 3 ? [shape[1], shape[2]] : undefined,
    },
    images.name,
  );
}

function stacked(arrays: readonly IdxArray[], name: string): IdxArray {
  const [first] = arrays;
  if (arrays.length === 1) return first;
  const rest = first.shape.slice(1).join(' x ');
  const isAlike = (array: IdxArray) =>
    array.shape.slice(1).join(' x ') === rest && array.values.constructor === first.values.constructor;
  if (!arrays.every(isAlike))
    throw new UserError('data', `${name}: the files to be joined hold rows of different shapes`);
  const total = arrays.reduce((sum, array) => sum + array.values.length, 0);
  const values = new (first.values.constructor as new (length: number) => NumericArray)(total);
  let at = 0;
  for (const array of arrays) {
    values.set(array.values, at);
    at += array.values.length;
  }
  return { shape: [arrays.reduce((sum, array) => sum + array.shape[0], 0), ...first.shape.slice(1)], values };
}
