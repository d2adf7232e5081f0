import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseIdx } from '../numpy/idx.js';
import { copyBytes } from './copy-bytes.js';

/** A Buffer inside a larger piece of memory, as those of Node's pool are. */
function bufferInside(bytes: readonly number[]): Buffer {
  const pool = Buffer.alloc(bytes.length + 16, 0xee);
  pool.set(bytes, 8);
  return pool.subarray(8, 8 + bytes.length);
}

test('a copy of part of a Buffer has memory of its own, no larger than the part', () => {
  const buffer = bufferInside([1, 2, 3, 4]);
  const copy = copyBytes(buffer, 1, 3);
  assert.deepEqual([...copy], [2, 3]);
  assert.equal(copy.buffer.byteLength, 2);
  copy[0] = 9;
  assert.equal(buffer[1], 2);
});

test('an IDX file in a Node Buffer is read as one in a Uint8Array, and is left as it was', () => {
  const shorts = [0, 0, 0x0b, 2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 1, 0xff, 0xff, 1, 0, 0x7f, 0xff];
  const buffer = bufferInside(shorts);
  const { shape, values } = parseIdx(buffer, 'shorts');
  assert.deepEqual(shape, [2, 2]);
  assert.deepEqual(values, Int16Array.of(1, -1, 256, 32767));
  assert.deepEqual([...buffer], shorts);
});
