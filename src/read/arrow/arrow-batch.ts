/** The cells of one Arrow record batch: buffers cut out of its body, decompressed where they are, and looked into. */
import { UserError } from '../../errors.js';
import type { Steps } from '../../turns.js';
import { halfToNumber } from '../numpy/npy.js';
import { unzstdLimited } from '../parquet/zstd.js';
import type { ArrowColumn, ArrowStorage } from './arrow-schema.js';
import type { FlatTable } from './flatbuffer.js';
import { decompressLz4Frame } from './lz4.js';

/** Gives the cell of a row; null where it is missing. */
export type CellReader = (row: number) => unknown;

export interface Batch {
  readonly rowCount: number;
  readonly columns: readonly CellReader[];
}

export interface BatchContext {
  readonly sourceName: string;
  /** Bytes that a buffer may decompress to. */
  readonly limit: number;
}

export function* readBatch(
  batch: FlatTable,
  body: Uint8Array,
  storages: readonly ArrowStorage[],
  context: BatchContext,
): Steps<Batch> {
  const rowCount = batch.long(0);
  const buffers = new BufferQueue(batch, body, context);
  const nodes = batch.longs(1, 2);
  if (nodes.length !== 2 * storages.length) throw new RangeError('the batch does not hold the columns of its schema');
  const columns: CellReader[] = [];
  for (const [column, storage] of storages.entries()) {
    if (nodes[2 * column] !== rowCount) throw new RangeError('columns of one batch differ in length');
    columns.push(readColumn(storage, rowCount, buffers));
    // Where the buffers are packed they have just been unpacked.
    yield rowCount;
  }
  return { rowCount, columns };
}

/** The column's cells with its dictionary looked up and its dates made dates. */
export function finished(
  column: ArrowColumn,
  stored: CellReader,
  dictionaries: ReadonlyMap<number, readonly unknown[]>,
): CellReader {
  const words = column.dictionary === undefined ? undefined : dictionaries.get(column.dictionary);
  if (column.dictionary !== undefined && words === undefined)
    throw new RangeError(`the dictionary of "${column.name}" is absent`);
  const value: CellReader = words ? (row) => lookUp(words, stored(row)) : stored;
  const { dateUnit } = column;
  if (dateUnit === undefined) return value;
  return (row) => {
    const cell = value(row);
    return cell === null ? null : new Date(Number(cell) * dateUnit);
  };
}

function lookUp(words: readonly unknown[], place: unknown): unknown {
  if (place === null) return null;
  if (Number(place) >= words.length) throw new RangeError('a cell points outside its dictionary');
  return words[Number(place)];
}

/** The buffers of a batch, taken one after the other. */
class BufferQueue {
  private next = 0;
  private nextVariadic = 0;
  private readonly ranges: readonly number[];
  private readonly variadic: readonly number[];
  private readonly codec: number | undefined;

  constructor(
    batch: FlatTable,
    private readonly body: Uint8Array,
    private readonly context: BatchContext,
  ) {
    this.ranges = batch.longs(2, 2);
    this.codec = batch.table(3)?.byte(0);
    this.variadic = batch.longs(4);
  }

  take(): Uint8Array {
    const from = this.ranges[2 * this.next];
    const length = this.ranges[2 * this.next + 1];
    this.next++;
    if (!(from >= 0 && length >= 0 && from + length <= this.body.length))
      throw new RangeError('a buffer lies outside its batch');
    const stored = this.body.subarray(from, from + length);
    return this.codec === undefined || length === 0 ? stored : this.decompressed(stored, this.codec);
  }

  takeVariadic(): Uint8Array[] {
    const count = this.variadic[this.nextVariadic++] ?? 0;
    if (!(count >= 0 && count <= this.ranges.length)) throw new RangeError('a view has more buffers than its batch');
    return Array.from({ length: count }, () => this.take());
  }

  /** A compressed buffer starts with its length, or -1 where it was not worth compressing. */
  private decompressed(stored: Uint8Array, codec: number): Uint8Array {
    const length = Number(viewOf(stored).getBigInt64(0, true));
    const data = stored.subarray(8);
    if (length === -1) return data;
    if (length > this.context.limit) throw new RangeError(`a buffer says it holds ${length} bytes`);
    if (codec === 0) return decompressLz4Frame(data, length);
    if (codec === 1) return unzstdLimited(data, length, this.context.sourceName);
    throw new UserError('data', `${this.context.sourceName}: is compressed in a way that is not supported (${codec})`);
  }
}

function readColumn(storage: ArrowStorage, rowCount: number, buffers: BufferQueue): CellReader {
  if (storage.as === 'null') return () => null;
  const validity = buffers.take();
  const isPresent = validity.length === 0 ? () => true : bitReader(validity, rowCount);
  const value = valueReader(storage, rowCount, buffers);
  return (row) => (isPresent(row) ? value(row) : null);
}

function valueReader(storage: ArrowStorage, rowCount: number, buffers: BufferQueue): CellReader {
  switch (storage.as) {
    case 'bool':
      return bitReader(buffers.take(), rowCount);
    case 'int':
    case 'float':
      return numberReader(buffers.take(), storage, rowCount);
    case 'text':
      return textReader(buffers.take(), buffers.take(), storage.offsetBits, rowCount);
    case 'text-view':
      return textViewReader(buffers.take(), buffers.takeVariadic(), rowCount);
    case 'null':
      return () => null;
  }
}

function bitReader(bytes: Uint8Array, rowCount: number): (row: number) => boolean {
  if (bytes.length * 8 < rowCount) throw new RangeError('a column of bits is too short');
  return (row) => ((bytes[row >> 3] >> (row & 7)) & 1) === 1;
}

function numberReader(bytes: Uint8Array, storage: ArrowStorage & { bits: number }, rowCount: number): CellReader {
  const { bits } = storage;
  if ((bytes.length * 8) / bits < rowCount) throw new RangeError('a column of numbers is too short');
  const view = viewOf(bytes);
  const isSigned = storage.as === 'int' && storage.isSigned;
  if (storage.as === 'float') {
    if (bits === 64) return (row) => view.getFloat64(row * 8, true);
    if (bits === 32) return (row) => view.getFloat32(row * 4, true);
    if (bits === 16) return (row) => halfToNumber(view.getUint16(row * 2, true));
  } else {
    if (bits === 64)
      return (row) => Number(isSigned ? view.getBigInt64(row * 8, true) : view.getBigUint64(row * 8, true));
    if (bits === 32) return (row) => (isSigned ? view.getInt32(row * 4, true) : view.getUint32(row * 4, true));
    if (bits === 16) return (row) => (isSigned ? view.getInt16(row * 2, true) : view.getUint16(row * 2, true));
    if (bits === 8) return (row) => (isSigned ? view.getInt8(row) : view.getUint8(row));
  }
  throw new RangeError(`numbers of ${bits} bits`);
}

const decoder = new TextDecoder();

function textReader(offsets: Uint8Array, data: Uint8Array, offsetBits: 32 | 64, rowCount: number): CellReader {
  if (rowCount > 0 && (offsets.length * 8) / offsetBits < rowCount + 1)
    throw new RangeError('a column of text is too short');
  const view = viewOf(offsets);
  const offset = (row: number) =>
    offsetBits === 32 ? view.getInt32(row * 4, true) : Number(view.getBigInt64(row * 8, true));
  return (row) => decoder.decode(inside(data, offset(row), offset(row + 1)));
}

/** Views of 16 bytes: a length, then a short text itself, or where a long one stands. */
function textViewReader(views: Uint8Array, data: readonly Uint8Array[], rowCount: number): CellReader {
  if (views.length / 16 < rowCount) throw new RangeError('a column of text is too short');
  const view = viewOf(views);
  return (row) => {
    const at = row * 16;
    const length = view.getInt32(at, true);
    if (length <= 12) return decoder.decode(inside(views, at + 4, at + 4 + length));
    const buffer = data[view.getInt32(at + 8, true)];
    if (buffer === undefined) throw new RangeError('a text points outside its buffers');
    const from = view.getInt32(at + 12, true);
    return decoder.decode(inside(buffer, from, from + length));
  };
}

function inside(bytes: Uint8Array, from: number, to: number): Uint8Array {
  if (!(from >= 0 && to >= from && to <= bytes.length)) throw new RangeError('a text lies outside its buffer');
  return bytes.subarray(from, to);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
