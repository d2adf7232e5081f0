/**
 * The elements of a MATLAB level 5 file ("MAT-File Format", MathWorks): a 128-byte header, then tagged elements, each
 * a type, a length in bytes and the data padded to 8 bytes; short data stand inside the tag. Written here because the
 * only reader on npm is under the GPL.
 */
import { UserError } from '../../errors.js';
import type { NumericArray } from '../../types.js';
import { smallestNumbers } from '../numpy/npy.js';
import { swapBytes } from '../numpy/swap-bytes.js';
import { copyBytes } from '../source/copy-bytes.js';

export const elementType = { matrix: 14, compressed: 15 } as const;

export interface Element {
  readonly type: number;
  /** Where its data stand. */
  readonly from: number;
  readonly to: number;
  /** Where the next element starts. */
  readonly next: number;
}

/** Bytes with their byte order. */
export interface MatBytes {
  readonly bytes: Uint8Array;
  readonly isLittle: boolean;
  readonly name: string;
}

export function readElement({ bytes, isLittle, name }: MatBytes, at: number, end: number): Element {
  if (at + 8 > end) throw damaged(name, `an element at byte ${at} is cut short`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const word = view.getUint32(at, isLittle);
  const shortLength = word >>> 16;
  if (shortLength > 0) {
    if (shortLength > 4) throw damaged(name, `a short element at byte ${at} says ${shortLength} bytes`);
    return { type: word & 0xffff, from: at + 4, to: at + 4 + shortLength, next: at + 8 };
  }
  const length = view.getUint32(at + 4, isLittle);
  const to = at + 8 + length;
  if (to > end) throw damaged(name, `an element at byte ${at} says ${length} bytes, ${end - at - 8} are left`);
  // Compressed elements are not padded.
  const padding = word === elementType.compressed ? 0 : (8 - (length % 8)) % 8;
  return { type: word, from: at + 8, to, next: to + padding };
}

const readers = new Map<number, { size: number; make: (buffer: ArrayBuffer) => NumericArray }>([
  [1, { size: 1, make: (buffer) => new Int8Array(buffer) }],
  [2, { size: 1, make: (buffer) => new Uint8Array(buffer) }],
  [3, { size: 2, make: (buffer) => new Int16Array(buffer) }],
  [4, { size: 2, make: (buffer) => new Uint16Array(buffer) }],
  [5, { size: 4, make: (buffer) => new Int32Array(buffer) }],
  [6, { size: 4, make: (buffer) => new Uint32Array(buffer) }],
  [7, { size: 4, make: (buffer) => new Float32Array(buffer) }],
  [9, { size: 8, make: (buffer) => new Float64Array(buffer) }],
  [12, { size: 8, make: (buffer) => smallestNumbers(new BigInt64Array(buffer)) }],
  [13, { size: 8, make: (buffer) => smallestNumbers(new BigUint64Array(buffer)) }],
  // Text: UTF-8 and UTF-16 units.
  [16, { size: 1, make: (buffer) => new Uint8Array(buffer) }],
  [17, { size: 2, make: (buffer) => new Uint16Array(buffer) }],
]);

/** The numbers of an element in the type they are stored in, which MATLAB chooses as small as it can. */
export function readNumbers(mat: MatBytes, element: Element): NumericArray {
  const reader = readers.get(element.type);
  if (reader === undefined) throw damaged(mat.name, `data of type ${element.type} at byte ${element.from}`);
  const whole = element.to - ((element.to - element.from) % reader.size);
  const data = copyBytes(mat.bytes, element.from, whole);
  if (!mat.isLittle) swapBytes(data, reader.size);
  return reader.make(data.buffer);
}

export function damaged(name: string, why: string): UserError {
  return new UserError('data', `${name}: the .mat file is damaged: ${why}`);
}
