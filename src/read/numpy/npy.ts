/**
 * NumPy's .npy format, versions 1 to 3 (numpy/lib/format.py): a magic word, a header that is a Python dictionary
 * literal, then the raw cells. All real number types, booleans and text, either byte order, C and Fortran order.
 */

import { ValueRange } from '../../cells/numeric-block.js';
import { UserError } from '../../errors.js';
import { denseFromColumns } from '../../matrix/from-columns.js';
import type { Steps } from '../../turns.js';
import type { DenseMatrix, NumericArray } from '../../types.js';
import { copyBytes } from '../source/copy-bytes.js';
import { cellTypeOf, type RawCells } from './raw-cells.js';
import { swapBytes } from './swap-bytes.js';

export interface NpyArray {
  readonly shape: readonly number[];
  readonly isFortran: boolean;
  /** Numbers, or text where the array holds text. */
  readonly cells: NumericArray | readonly string[];
}

export interface NpyHeader {
  readonly shape: readonly number[];
  readonly isFortran: boolean;
  /** `<f8`, `|u1`, `>i4`, `<U12` ... */
  readonly type: string;
  readonly dataFrom: number;
}

export function isNpy(bytes: Uint8Array): boolean {
  return bytes[0] === 0x93 && bytes[1] === 0x4e && bytes[2] === 0x55 && bytes[3] === 0x4d && bytes[4] === 0x50;
}

export function readNpyHeader(bytes: Uint8Array, name: string): NpyHeader {
  if (!isNpy(bytes) || bytes.length < 12) throw damaged(name, 'it does not start as a .npy file');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isFirst = bytes[6] === 1;
  const length = isFirst ? view.getUint16(8, true) : view.getUint32(8, true);
  const from = isFirst ? 10 : 12;
  if (from + length > bytes.length) throw damaged(name, 'its header is cut short');
  const text = new TextDecoder().decode(bytes.subarray(from, from + length));
  const type = /'descr'\s*:\s*'([^']+)'/.exec(text)?.[1];
  const order = /'fortran_order'\s*:\s*(True|False)/.exec(text)?.[1];
  const shape = /'shape'\s*:\s*\(([\d\s,L]*)\)/.exec(text)?.[1];
  if (type === undefined || order === undefined || shape === undefined) {
    throw new UserError('data', `${name}: arrays of records or objects are not supported; save a plain numeric array`);
  }
  const extents = (shape.match(/\d+/g) ?? []).map(Number);
  return { shape: extents, isFortran: order === 'True', type, dataFrom: from + length };
}

export function readNpy(bytes: Uint8Array, name: string): NpyArray {
  const header = readNpyHeader(bytes, name);
  const count = header.shape.reduce((product, extent) => product * extent, 1);
  const { order, kind, sizeText, size } = cellFormat(header, name);
  if (!(count * size <= bytes.length - header.dataFrom)) {
    throw damaged(name, `${count} cells of ${size} bytes do not fit in its ${bytes.length} bytes`);
  }
  const data = copyBytes(bytes, header.dataFrom, header.dataFrom + count * size);
  const { shape, isFortran } = header;
  if (kind === 'U' || kind === 'S') return { shape, isFortran, cells: textCells(data, kind, size, order === '>') };
  if (order === '>') swapBytes(data, size);
  return { shape, isFortran, cells: numberCells(data.buffer, kind + sizeText, name) };
}

function cellFormat({ type }: NpyHeader, name: string) {
  const match = /^([<>|=])([a-zA-Z])(\d+)$/.exec(type);
  if (!match) throw unreadable(name, type);
  const [, order, kind, sizeText] = match;
  return { order, kind, sizeText, size: Number(sizeText) * (kind === 'U' ? 4 : 1) };
}

/** Where a matrix stands in a .npy file; undefined where its rows are not one after the other. */
export function npyCells(header: NpyHeader, name: string): RawCells | undefined {
  const { shape, isFortran, dataFrom } = header;
  const { order, kind, sizeText, size } = cellFormat(header, name);
  if (shape.length < 2 || isFortran || kind === 'U' || kind === 'S') return undefined;
  const columnCount = shape.slice(1).reduce((product, extent) => product * extent, 1);
  const toNumbers = (bytes: Uint8Array<ArrayBuffer>): NumericArray => {
    if (order === '>') swapBytes(bytes, size);
    return numberCells(bytes.buffer, kind + sizeText, name);
  };
  const type = size === 8 && kind !== 'f' ? undefined : cellTypeOf(toNumbers(new Uint8Array(0)));
  return { dataFrom, rowCount: shape[0], columnCount, cellBytes: size, type, toNumbers };
}

/** A matrix of any array of at least two dimensions: the first is the rows, the others are laid out flat. */
export function* npyMatrix(array: NpyArray, name: string): Steps<DenseMatrix> {
  const { shape, cells } = array;
  if (shape.length < 2 || !ArrayBuffer.isView(cells)) {
    throw new UserError('data', `${name}: expected a numeric matrix, got shape (${shape.join(', ')})`);
  }
  const rowCount = shape[0];
  const columnCount = shape.slice(1).reduce((product, extent) => product * extent, 1);
  if (!array.isFortran) return { kind: 'dense', rowCount, columnCount, values: cells };
  if (shape.length > 2)
    throw new UserError('data', `${name}: Fortran order is read for two dimensions, got ${shape.length}`);
  return yield* denseFromColumns(cells, rowCount, columnCount);
}

function numberCells(buffer: ArrayBuffer, type: string, name: string): NumericArray {
  switch (type) {
    case 'b1':
    case 'u1':
      return new Uint8Array(buffer);
    case 'i1':
      return new Int8Array(buffer);
    case 'u2':
      return new Uint16Array(buffer);
    case 'i2':
      return new Int16Array(buffer);
    case 'u4':
      return new Uint32Array(buffer);
    case 'i4':
      return new Int32Array(buffer);
    case 'f4':
      return new Float32Array(buffer);
    case 'f8':
      return new Float64Array(buffer);
    case 'f2':
      return Float32Array.from(new Uint16Array(buffer), halfToNumber);
    case 'i8':
      return smallestNumbers(new BigInt64Array(buffer));
    case 'u8':
      return smallestNumbers(new BigUint64Array(buffer));
    default:
      throw unreadable(name, type);
  }
}

/** 64-bit whole numbers in the smallest type that holds them; beyond 2^53 they are rounded to doubles. */
export function smallestNumbers(values: BigInt64Array | BigUint64Array): NumericArray {
  const numbers = new Float64Array(values.length);
  for (let at = 0; at < values.length; at++) numbers[at] = Number(values[at]);
  const range = new ValueRange();
  range.add(numbers);
  const Type = range.smallestType('exact');
  if (Type === Float64Array) return numbers;
  const smallest = new Type(numbers.length);
  smallest.set(numbers);
  return smallest;
}

/** IEEE 754 binary16. */
export function halfToNumber(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 31;
  const fraction = half & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

function textCells(data: Uint8Array, kind: string, size: number, isBigEndian: boolean): string[] {
  const decoder = new TextDecoder();
  const view = new DataView(data.buffer);
  const texts: string[] = [];
  for (let from = 0; from + size <= data.length && size > 0; from += size) {
    if (kind === 'S') {
      texts.push(decoder.decode(data.subarray(from, from + size)).replace(/\0+$/, ''));
      continue;
    }
    let text = '';
    for (let at = from; at < from + size; at += 4) {
      const code = view.getUint32(at, !isBigEndian);
      if (code === 0 || code > 0x10ffff) break;
      text += String.fromCodePoint(code);
    }
    texts.push(text);
  }
  return texts;
}

function damaged(name: string, why: string): UserError {
  return new UserError('data', `${name}: the .npy file is damaged: ${why}`);
}

function unreadable(name: string, type: string): UserError {
  return new UserError('data', `${name}: cells of type "${type}" are not supported; save real numbers`);
}
