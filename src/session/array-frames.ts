/**
 * Messages as bytes: a line of JSON, then the numbers of its arrays as they stand in memory.
 *
 *   {"id":1,"call":"select","words":[{"values":{"$array":0}}],"arrays":[{"type":"float32","length":2}]}\n
 *   ........ (8 bytes, little-endian)
 *
 * `{"$array":n}` stands for the n-th array. Arrays follow each other without gaps, each cell as wide as its type says.
 */
import { UserError } from '../errors.js';
import type { NumericArray } from '../types.js';

const arrayTypes = {
  float32: Float32Array,
  float64: Float64Array,
  uint8: Uint8Array,
  uint16: Uint16Array,
  uint32: Uint32Array,
  int8: Int8Array,
  int16: Int16Array,
  int32: Int32Array,
} as const;

const typeNames = new Map<unknown, string>(Object.entries(arrayTypes).map(([name, type]) => [type, name]));
const newline = 10;
/** Bytes of an array below which what comes is better read together with what follows it. */
const leastRoom = 2 ** 16;

/** The line, then every array. The arrays are not copied. */
export function packMessage(message: object): Uint8Array[] {
  const arrays: NumericArray[] = [];
  const line = JSON.stringify(message, (_key, value: unknown) => {
    if (!ArrayBuffer.isView(value)) return value;
    arrays.push(value as NumericArray);
    return { $array: arrays.length - 1 };
  });
  const listed = arrays.map((array) => ({ type: typeNames.get(array.constructor), length: array.length }));
  const whole = arrays.length === 0 ? line : `${line.slice(0, -1)},"arrays":${JSON.stringify(listed)}}`;
  return [new TextEncoder().encode(`${whole}\n`), ...arrays.filter(({ length }) => length > 0).map(bytesOf)];
}

/** Puts messages together from pieces of any size; every array is allocated once and filled as its bytes come. */
export class MessageReader {
  readonly #onMessage: (message: Readonly<Record<string, unknown>>) => void;
  #line: Uint8Array[] = [];
  #message: Readonly<Record<string, unknown>> | undefined;
  #arrays: readonly NumericArray[] = [];
  /** The array that is being filled, and how far. */
  #place = 0;
  #filled = 0;

  constructor(onMessage: (message: Readonly<Record<string, unknown>>) => void) {
    this.#onMessage = onMessage;
  }

  push(chunk: Uint8Array): void {
    let rest = chunk;
    while (rest.length > 0) rest = this.#message === undefined ? this.#readLine(rest) : this.#readArray(rest);
  }

  /** What is left of an array that is being filled, for a source that can put bytes there itself. */
  get room(): Uint8Array | undefined {
    if (this.#message === undefined) return undefined;
    const left = bytesOf(this.#arrays[this.#place]).subarray(this.#filled);
    return left.length >= leastRoom ? left : undefined;
  }

  /** So many bytes were put at the start of `room`. */
  filled(count: number): void {
    this.#advance(count);
  }

  /** Whether a message has begun that is not whole yet. */
  get isWithin(): boolean {
    return this.#message !== undefined || this.#line.length > 0;
  }

  #readLine(bytes: Uint8Array): Uint8Array {
    const end = bytes.indexOf(newline);
    this.#line.push(bytes.slice(0, end < 0 ? bytes.length : end));
    if (end < 0) return bytes.subarray(bytes.length);
    const text = joinedText(this.#line);
    this.#line = [];
    if (text.trim() !== '') this.#begin(text);
    return bytes.subarray(end + 1);
  }

  #begin(text: string): void {
    const message = parsed(text);
    this.#arrays = listedArrays(message.arrays);
    this.#message = message;
    this.#place = 0;
    this.#filled = 0;
    this.#endIfFull();
  }

  #readArray(bytes: Uint8Array): Uint8Array {
    const array = bytesOf(this.#arrays[this.#place]);
    const taken = Math.min(bytes.length, array.length - this.#filled);
    array.set(bytes.subarray(0, taken), this.#filled);
    this.#advance(taken);
    return bytes.subarray(taken);
  }

  #advance(count: number): void {
    this.#filled += count;
    if (this.#filled < this.#arrays[this.#place].byteLength) return;
    this.#place++;
    this.#filled = 0;
    this.#endIfFull();
  }

  #endIfFull(): void {
    while (this.#arrays[this.#place]?.length === 0) this.#place++;
    if (this.#place < this.#arrays.length) return;
    const { arrays: _, ...message } = this.#message!;
    const whole = withArrays(message, this.#arrays) as Readonly<Record<string, unknown>>;
    this.#message = undefined;
    this.#arrays = [];
    this.#onMessage(whole);
  }
}

function bytesOf(array: NumericArray): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

function joinedText(pieces: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  return pieces.map((piece) => decoder.decode(piece, { stream: true })).join('') + decoder.decode();
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const message: unknown = JSON.parse(text);
    if (typeof message === 'object' && message !== null && !Array.isArray(message)) {
      return message as Readonly<Record<string, unknown>>;
    }
  } catch {
    // Said below.
  }
  throw new UserError('usage', `expected a line with a JSON object, got ${JSON.stringify(text.slice(0, 60))}`);
}

function listedArrays(listed: unknown): readonly NumericArray[] {
  if (listed === undefined) return [];
  if (!Array.isArray(listed)) throw new UserError('usage', 'expected "arrays" to be a list');
  return listed.map((each: { readonly type?: unknown; readonly length?: unknown } | null) => {
    const type = arrayTypes[each?.type as keyof typeof arrayTypes];
    const length = each?.length as number;
    if (type !== undefined && Number.isSafeInteger(length) && length >= 0) return new type(length);
    throw new UserError(
      'usage',
      `expected an array of ${Object.keys(arrayTypes).join(', ')} and its length, got ${JSON.stringify(each)}`,
    );
  });
}

/** The value with its arrays in place of what stands for them. */
function withArrays(value: unknown, arrays: readonly NumericArray[]): unknown {
  if (Array.isArray(value)) return value.map((each) => withArrays(each, arrays));
  if (typeof value !== 'object' || value === null) return value;
  const number = (value as { readonly $array?: unknown }).$array;
  if (number === undefined) {
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withArrays(each, arrays)]));
  }
  const array = arrays[number as number];
  if (array === undefined) throw new UserError('usage', `there is no array ${JSON.stringify(number)}`);
  return array;
}
