/**
 * Checks encoded values before hyparquet decodes them, which believes the counts it finds: a run of two billion values in
 * a page of ten takes gigabytes, and one whose count is negative does not end. Layouts by Parquet's Encodings.md.
 */
import { ThriftReader } from './thrift.js';

/** Writers fill the last group of eight; some fill a whole run of them. */
const mostPadding = 63 * 8;

/**
 * Runs of `count` values of `width` bits (RLE and bit-packed hybrid) between two places of a page. Gives how many values
 * are 1, for the levels that say which cells are there.
 */
export function checkRuns(page: Uint8Array, from: number, end: number, width: number, count: number): number {
  if (end > page.length || width > 32) throw new Error('the page is cut short');
  const reader = new ThriftReader(page.subarray(0, end), from);
  let ones = 0;
  for (let seen = 0; seen < count; ) {
    const head = reader.varint();
    const left = count - seen;
    if (head % 2 === 1) {
      const values = ((head - 1) / 2) * 8;
      if (values > left + mostPadding) throw new Error('a run of the page is too long');
      const used = Math.min(values, left);
      if (width === 1) for (let i = 0; i < used; i++) ones += (page[reader.at + (i >> 3)] >> (i & 7)) & 1;
      reader.at += (values / 8) * width;
      seen += used;
    } else {
      const values = head / 2;
      if (values > left) throw new Error('a run of the page is too long');
      if (width === 1 && page[reader.at] === 1) ones += values;
      reader.at += (width + 7) >> 3;
      seen += values;
    }
  }
  return ones;
}

/**
 * Texts that begin as the one before them (DELTA_BYTE_ARRAY): none may repeat more than there was, and together they may
 * take `limit` bytes.
 */
export function checkPrefixes(page: Uint8Array, from: number, count: number, limit: number): void {
  const prefixes = deltas(page, from, count);
  const suffixes = deltas(page, prefixes.end, count);
  let before = 0;
  let total = 0;
  for (let i = 0; i < count; i++) {
    if (prefixes.values[i] > before) throw new Error('a text of the page repeats more than there is before it');
    before = prefixes.values[i] + suffixes.values[i];
    total += before;
    if (total > limit) throw new Error('the texts of the page take too much memory');
  }
}

/** The sizes before differences (DELTA_BINARY_PACKED): with a negative number of blocks they are read without end. */
export function checkDeltas(page: Uint8Array, from: number): void {
  deltaSizes(new ThriftReader(page, from));
}

/** Values in a miniblock, and how many of these are a block. */
function deltaSizes(reader: ThriftReader): { perMiniblock: number; miniblocks: number } {
  const [blockSize, miniblocks] = [reader.varint(), reader.varint()];
  const perMiniblock = blockSize / miniblocks;
  if (blockSize > 0x7fffffff || !(perMiniblock > 0) || perMiniblock % 8 !== 0) {
    throw new Error('the page has blocks of no size');
  }
  reader.varint();
  return { perMiniblock, miniblocks };
}

/** Whole numbers as differences, and where they end. */
function deltas(page: Uint8Array, from: number, count: number): { values: Int32Array; end: number } {
  const reader = new ThriftReader(page, from);
  const { perMiniblock, miniblocks } = deltaSizes(reader);
  const values = new Int32Array(count);
  let value = reader.zigzag();
  let place = 0;
  if (count > 0) values[place++] = value;
  while (place < count) {
    const least = reader.zigzag();
    const widths = page.subarray(reader.at, reader.at + miniblocks);
    reader.at += miniblocks;
    for (const width of widths) {
      if (place >= count) break;
      if (width > 32) throw new Error('the page has lengths that are too large');
      for (let i = 0; i < perMiniblock && place < count; i++) {
        value = (value + least + bitsAt(page, reader.at, i * width, width)) | 0;
        values[place++] = value;
      }
      reader.at += (perMiniblock * width) / 8;
    }
  }
  return { values, end: reader.at };
}

function bitsAt(page: Uint8Array, from: number, bit: number, width: number): number {
  let value = 0;
  for (let i = 0; i < width; i++) {
    const at = bit + i;
    value += ((page[from + (at >> 3)] >> (at & 7)) & 1) * 2 ** i;
  }
  return value;
}
