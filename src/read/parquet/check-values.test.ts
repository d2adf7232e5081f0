import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkDeltas, checkPrefixes, checkRuns } from './check-values.js';

test('runs are followed to their end, and ones are counted', () => {
  // Three ones in a run, then a group of eight bits of which five belong to the page: 1 0 1 1 0.
  const page = Uint8Array.of(6, 1, 3, 0b01101);
  assert.equal(checkRuns(page, 0, page.length, 1, 8), 6);
});

test('a run that is longer than its page is refused, of either kind and of values without bits', () => {
  const twoBillion = [0xfe, 0xff, 0xff, 0xff, 0x0f];
  assert.throws(() => checkRuns(Uint8Array.of(...twoBillion, 1), 0, 6, 1, 10), /too long/);
  assert.throws(() => checkRuns(Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0x0f), 0, 5, 0, 10), /too long/);
  assert.throws(() => checkRuns(Uint8Array.of(2, 1), 0, 2, 1, 10), /cut short/);
});

test('a text may repeat only as much as the one before it has', () => {
  // One value, then deltas in one block of 8 in a single miniblock.
  const lengths = (first: number, delta: number) => [8, 1, 2, first * 2, delta * 2, 0];
  const page = (prefix: number) => Uint8Array.of(...lengths(0, prefix), ...lengths(3, 0), 97, 98, 99, 97, 98, 99);
  checkPrefixes(page(2), 0, 2, 100);
  assert.throws(() => checkPrefixes(page(4), 0, 2, 100), /repeats more/);
  assert.throws(() => checkPrefixes(page(3), 0, 2, 8), /too much memory/);
});

test('differences in a negative number of blocks are refused', () => {
  checkDeltas(Uint8Array.of(0x80, 1, 4, 2, 0), 0);
  assert.throws(() => checkDeltas(Uint8Array.of(0x80, 1, 0xff, 0xff, 0xff, 0xff, 0x0f, 2, 0), 0), /no size/);
  assert.throws(() => checkDeltas(Uint8Array.of(0x80, 1, 0, 2, 0), 0), /no size/);
});
