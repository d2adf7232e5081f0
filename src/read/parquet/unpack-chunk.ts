/**
 * The pages of one column, unpacked and checked: what hyparquet is given to decode. Its loops then end with the rows of
 * the group or the bytes of the page, however the file is damaged.
 */
import { gunzipSync } from 'fflate';
import { decompress as unzstd } from 'fzstd';
import { snappyUncompress } from 'hyparquet';
import { joinChunks } from '../source/read-all.js';
import { checkDeltas, checkPrefixes, checkRuns } from './check-values.js';
import { ThriftReader, type ThriftStruct, zigzagBytes } from './thrift.js';

export interface PackedChunk {
  readonly bytes: Uint8Array;
  readonly codec: string;
  /** Whether cells may be missing. */
  readonly isOptional: boolean;
  readonly isBoolean: boolean;
  readonly rowCount: number;
  /** Bytes that its pages may grow to. */
  readonly limit: number;
}

/** Before the first page, because hyparquet takes an offset of 0 for none. */
export const chunkStart = 4;

export function unpackChunk(chunk: PackedChunk): Uint8Array {
  const parts: Uint8Array[] = [new Uint8Array(chunkStart)];
  let length = chunkStart;
  let rows = 0;
  for (let at = 0; rows < chunk.rowCount && at < chunk.bytes.length; ) {
    const head = readHead(chunk.bytes, at);
    const end = head.end + head.packedSize;
    if (end > chunk.bytes.length) throw new Error('the page is cut short');
    const page = unpackPage(chunk, head, chunk.limit - length);
    rows += checkPage(chunk, head, page, chunk.rowCount - rows);
    const sizes = Uint8Array.of(...sizeField(page.length), ...sizeField(page.length));
    parts.push(head.first, sizes, head.rest, page);
    length += head.first.length + sizes.length + head.rest.length + page.length;
    at = end;
  }
  return joinChunks(parts, length);
}

interface PageHead {
  readonly fields: ThriftStruct;
  readonly size: number;
  readonly packedSize: number;
  /** The field before the sizes and those after them, as they are stored. */
  readonly first: Uint8Array;
  readonly rest: Uint8Array;
  /** Where the page itself starts. */
  readonly end: number;
}

/** A field is written as its distance from the one before, so the sizes can be exchanged between their neighbours. */
function sizeField(value: number): number[] {
  return [0x15, ...zigzagBytes(value)];
}

function readHead(bytes: Uint8Array, from: number): PageHead {
  const reader = new ThriftReader(bytes, from);
  const order: number[] = [];
  const ends: number[] = [];
  const fields = reader.struct((field) => {
    order.push(field);
    ends.push(reader.at);
  });
  const [size, packedSize] = [wholeField(fields, 2), wholeField(fields, 3)];
  if (order[0] !== 1 || order[1] !== 2 || order[2] !== 3) throw new Error('page header without sizes');
  return {
    fields,
    size,
    packedSize,
    first: bytes.subarray(from, ends[0]),
    rest: bytes.subarray(ends[2], reader.at),
    end: reader.at,
  };
}

function wholeField(fields: ThriftStruct, field: number): number {
  const value = fields.get(field);
  if (typeof value !== 'number' || value < 0 || value > 0x7fffffff) throw new Error('page header without a count');
  return value;
}

function structField(fields: ThriftStruct, field: number): ThriftStruct {
  const value = fields.get(field);
  if (!(value instanceof Map)) throw new Error('page header without a description of its page');
  return value;
}

const [dataPage, dictionaryPage, secondDataPage] = [0, 2, 3];

function unpackPage(chunk: PackedChunk, { fields, size, packedSize, end }: PageHead, limit: number): Uint8Array {
  if (size > limit) throw new Error(`a page of ${size} bytes is more than the file is trusted with`);
  const packed = chunk.bytes.subarray(end, end + packedSize);
  const second = fields.get(1) === secondDataPage ? structField(fields, 8) : undefined;
  // Levels of the second kind of page are never packed.
  const plain = second === undefined ? 0 : wholeField(second, 5) + wholeField(second, 6);
  if (plain > packed.length || plain > size) throw new Error('the page is cut short');
  const isPacked = chunk.codec !== 'UNCOMPRESSED' && second?.get(7) !== false;
  const values = isPacked ? decompress(chunk.codec, packed.subarray(plain), size - plain) : packed.subarray(plain);
  if (values.length !== size - plain) throw new Error(`the page holds ${values.length} of ${size - plain} bytes`);
  if (plain === 0) return values;
  const page = new Uint8Array(size);
  page.set(packed.subarray(0, plain));
  page.set(values, plain);
  return page;
}

function decompress(codec: string, packed: Uint8Array, size: number): Uint8Array {
  const page = new Uint8Array(size);
  if (codec === 'GZIP') return gunzipSync(packed, { out: page });
  if (codec === 'ZSTD') return unzstd(packed, page);
  if (codec !== 'SNAPPY') throw new Error(`unsupported compression codec ${codec}`);
  snappyUncompress(packed, page);
  return page;
}

/** Where the cells of a page stand in it, and how many there are. */
interface Cells {
  readonly rows: number;
  /** Those that are not missing, from this place on. */
  readonly present: number;
  readonly from: number;
  readonly encoding: number;
}

/** Gives the number of rows in the page. */
function checkPage(chunk: PackedChunk, { fields }: PageHead, page: Uint8Array, rowsLeft: number): number {
  const type = fields.get(1);
  if (type === dictionaryPage) return 0;
  if (type !== dataPage && type !== secondDataPage) throw new Error(`unsupported page type ${type}`);
  const isFirst = type === dataPage;
  const head = structField(fields, isFirst ? 5 : 8);
  const rows = wholeField(head, 1);
  if (rows > rowsLeft) throw new Error(`the page claims ${rows} of ${rowsLeft} rows`);
  const cells = isFirst ? firstCells(chunk, head, page, rows) : secondCells(chunk, head, page, rows);
  if (cells.present > 0) checkCells(chunk, page, cells, isFirst);
  return rows;
}

/** Levels stand before the cells, with their size. */
function firstCells({ isOptional }: PackedChunk, head: ThriftStruct, page: Uint8Array, rows: number): Cells {
  const encoding = wholeField(head, 2);
  if (!isOptional) return { rows, present: rows, from: 0, encoding };
  const end = 4 + sizeAt(page, 0);
  return { rows, present: checkRuns(page, 4, end, 1, rows), from: end, encoding };
}

/** The sizes of the levels stand in the header, and so does the number of cells that are missing. */
function secondCells({ isOptional }: PackedChunk, head: ThriftStruct, page: Uint8Array, rows: number): Cells {
  const [defined, repeated] = [wholeField(head, 5), wholeField(head, 6)];
  if (isOptional) checkRuns(page, repeated, repeated + defined, 1, rows);
  const present = rows - wholeField(head, 2);
  if (present < 0) throw new Error('the page misses more cells than it has');
  return { rows, present, from: repeated + defined, encoding: wholeField(head, 4) };
}

const [plainDictionary, runs, deltaNumbers, deltaLengths, deltaTexts, runDictionary] = [2, 3, 5, 6, 7, 8];

function checkCells({ isBoolean, limit }: PackedChunk, page: Uint8Array, cells: Cells, isFirst: boolean): void {
  const { from, present, encoding } = cells;
  if (encoding === deltaNumbers || encoding === deltaLengths) checkDeltas(page, from);
  if (encoding === deltaTexts) checkPrefixes(page, from, present, limit);
  if (encoding === runs && isBoolean) checkRuns(page, from + 4, from + 4 + sizeAt(page, from), 1, present);
  else if (encoding === plainDictionary || encoding === runDictionary || encoding === runs) {
    const width = page[from];
    // In the first kind of page no bits mean that there are no runs either.
    if (width > 0 || !isFirst) checkRuns(page, from + 1, page.length, width, present);
  }
}

function sizeAt(page: Uint8Array, from: number): number {
  return new DataView(page.buffer, page.byteOffset, page.byteLength).getUint32(from, true);
}
