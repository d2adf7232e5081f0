import assert from 'node:assert/strict';
import test from 'node:test';
import { gzipSync, inflateSync } from 'node:zlib';
import type { Rgb } from './colour-map.js';
import { encodePng, pngDataUri } from './png.js';

const palette: readonly Rgb[] = [
  [0, 0, 0],
  [255, 10, 20],
  [1, 2, 3],
];

/** The CRC-32 that zlib writes at the end of a gzip file. */
function crc32(bytes: Uint8Array): number {
  const packed = gzipSync(bytes);
  return packed.readUInt32LE(packed.length - 8);
}

/** Reads the chunks of a PNG file and checks each one's checksum with zlib's. */
function readChunks(file: Uint8Array): Map<string, Buffer> {
  const bytes = Buffer.from(file);
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const body = bytes.subarray(at + 4, at + 8 + length);
    assert.equal(bytes.readUInt32BE(at + 8 + length), crc32(body));
    chunks.set(body.subarray(0, 4).toString('latin1'), body.subarray(4));
    at += length + 12;
  }
  return chunks;
}

test('the file is a palette PNG whose pixels inflate to what went in', () => {
  const chunks = readChunks(encodePng(Uint8Array.of(0, 1, 2, 2, 1, 0), 3, palette));
  assert.deepEqual([...chunks.keys()], ['IHDR', 'PLTE', 'IDAT', 'IEND']);
  assert.deepEqual([...chunks.get('IHDR')!], [0, 0, 0, 3, 0, 0, 0, 2, 8, 3, 0, 0, 0]);
  assert.deepEqual([...chunks.get('PLTE')!], palette.flat());
  assert.deepEqual([...inflateSync(chunks.get('IDAT')!)], [0, 0, 1, 2, 0, 2, 1, 0]);
});

test('a picture larger than one deflate block is whole', () => {
  const pixels = Uint8Array.from({ length: 300 * 300 }, (_, i) => (i * 7) % 3);
  const inflated = inflateSync(readChunks(encodePng(pixels, 300, palette)).get('IDAT')!);
  assert.equal(inflated.length, 300 * 301);
  for (let row = 0; row < 300; row++) {
    assert.deepEqual(
      inflated.subarray(row * 301 + 1, (row + 1) * 301),
      Buffer.from(pixels.subarray(row * 300, (row + 1) * 300)),
    );
  }
});

test('pixels that do not fill their rows are refused with both numbers', () => {
  assert.throws(() => encodePng(new Uint8Array(7), 3, palette), /7 pixels do not fill rows of 3/);
});

test('the data address holds the file in base64', () => {
  const pixels = Uint8Array.of(1, 2);
  const expected = Buffer.from(encodePng(pixels, 2, palette)).toString('base64');
  assert.equal(pngDataUri(pixels, 2, palette), `data:image/png;base64,${expected}`);
});
