import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test from 'node:test';
import { sha256Base64 } from './sha256.js';

test("the digest is that of Node's own crypto, for every length around the ends of blocks", () => {
  for (let length = 0; length < 200; length++) {
    const text = 'aé😀\n'.repeat(length).slice(0, length);
    assert.equal(sha256Base64(text), createHash('sha256').update(text).digest('base64'), `length ${length}`);
  }
});
