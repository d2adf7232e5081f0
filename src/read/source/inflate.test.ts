import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deflateSync, zlibSync } from 'fflate';
import { decompressLimited, inflateLimited } from './inflate.js';

const plain = Uint8Array.from({ length: 300_000 }, (_, at) => (at * at) % 251);
const limit = plain.length;

for (const [name, inflate, packed] of [
  ['zlib data', decompressLimited, zlibSync(plain)],
  ['raw deflate data', inflateLimited, deflateSync(plain)],
] as const) {
  describe(name, () => {
    test('come out as they went in', async () => {
      assert.deepEqual(await inflate(packed, { name: 'a.mat', limit }), plain);
    });

    test('that are cut short are an error that names the file', async () => {
      const half = packed.subarray(0, packed.length / 2);
      await assert.rejects(inflate(half, { name: 'a.mat', limit }), /^UserError: a\.mat: cannot be decompressed/);
    });

    test('that grow past the limit are refused', async () => {
      await assert.rejects(inflate(packed, { name: 'a.mat', limit: limit - 1 }), /a\.mat: needs more than/);
    });

    test('are left when the work is no longer wanted', async () => {
      const signal = AbortSignal.abort();
      await assert.rejects(inflate(packed, { name: 'a.mat', limit, signal }), /interrupted/);
    });
  });
}

test('zlib data whose sum at the end is wrong are an error', async () => {
  const changed = zlibSync(plain);
  changed[changed.length - 1] ^= 1;
  await assert.rejects(decompressLimited(changed, { name: 'a.mat', limit }), /cannot be decompressed/);
});
