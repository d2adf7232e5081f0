/** The LZ4 frame format (lz4_Frame_format.md), as Arrow's Feather files use it: decompression only. */
import { UserError } from '../../errors.js';

const magic = 0x184d2204;

/** Decompresses one frame; `limit` bounds what may come out. Checksums are passed over. */
export function decompressLz4Frame(input: Uint8Array, limit: number): Uint8Array {
  const view = new DataView(input.buffer, input.byteOffset, input.byteLength);
  if (input.length < 7 || view.getUint32(0, true) !== magic) throw damaged('no frame starts here');
  const flags = input[4];
  const hasBlockChecksum = (flags & 0x10) !== 0;
  const hasSize = (flags & 0x08) !== 0;
  const hasDictionary = (flags & 0x01) !== 0;
  let at = 6 + (hasSize ? 8 : 0) + (hasDictionary ? 4 : 0) + 1;
  const output = new Output(limit);
  for (;;) {
    if (at + 4 > input.length) throw damaged('it is cut short');
    const word = view.getUint32(at, true);
    at += 4;
    if (word === 0) return output.bytes();
    const size = word & 0x7fffffff;
    if (at + size > input.length) throw damaged('a block is cut short');
    const block = input.subarray(at, at + size);
    if (word >>> 31 === 1) output.append(block, 0, block.length);
    else decompressBlock(block, output);
    at += size + (hasBlockChecksum ? 4 : 0);
  }
}

/** A block is a series of literals and copies of what came before. */
function decompressBlock(block: Uint8Array, output: Output): void {
  let at = 0;
  const length = (start: number): number => {
    let total = start;
    if (start !== 15) return total;
    for (;;) {
      if (at >= block.length) throw damaged('a length is cut short');
      const more = block[at++];
      total += more;
      if (more !== 255) return total;
    }
  };
  while (at < block.length) {
    const token = block[at++];
    const literals = length(token >> 4);
    if (at + literals > block.length) throw damaged('literals are cut short');
    output.append(block, at, at + literals);
    at += literals;
    if (at === block.length) return;
    if (at + 2 > block.length) throw damaged('an offset is cut short');
    const offset = block[at] | (block[at + 1] << 8);
    at += 2;
    output.repeat(offset, length(token & 15) + 4);
  }
}

class Output {
  private buffer = new Uint8Array(1 << 16);
  private length = 0;

  constructor(private readonly limit: number) {}

  append(from: Uint8Array, start: number, end: number): void {
    this.reserve(end - start);
    this.buffer.set(from.subarray(start, end), this.length);
    this.length += end - start;
  }

  /** Copies `count` bytes from `offset` bytes back; the ranges may overlap. */
  repeat(offset: number, count: number): void {
    if (offset === 0 || offset > this.length) throw damaged('a copy points before the start');
    this.reserve(count);
    const { buffer } = this;
    let at = this.length;
    for (const end = at + count; at < end; at++) buffer[at] = buffer[at - offset];
    this.length = at;
  }

  bytes(): Uint8Array {
    return this.buffer.slice(0, this.length);
  }

  private reserve(count: number): void {
    const needed = this.length + count;
    if (needed > this.limit) throw damaged(`it grows past ${this.limit} bytes`);
    if (needed <= this.buffer.length) return;
    const larger = new Uint8Array(Math.min(this.limit, Math.max(needed, 2 * this.buffer.length)));
    larger.set(this.buffer.subarray(0, this.length));
    this.buffer = larger;
  }
}

function damaged(why: string): UserError {
  return new UserError('data', `LZ4 data are damaged: ${why}`);
}
