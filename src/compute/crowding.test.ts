import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCrowding } from './crowding.js';

/** How many of the next kernels are done alone. */
function countAlone(crowding: ReturnType<typeof createCrowding>): number {
  let count = 0;
  while (crowding.isAlone()) count++;
  return count;
}

test('short waits, and waits that are short beside the own part, keep the threads at work', () => {
  const crowding = createCrowding();
  for (let kernel = 0; kernel < 1000; kernel++) {
    crowding.note(0.1, 0.2);
    crowding.note(20, 5);
  }
  assert.equal(crowding.isAlone(), false);
});

test('a long wait now and then keeps the threads at work', () => {
  const crowding = createCrowding();
  for (let kernel = 0; kernel < 1000; kernel++) crowding.note(0.1, kernel % 3 === 0 ? 4 : 0.01);
  assert.equal(crowding.isAlone(), false);
});

test('long waits one after the other make the coordinator work alone for a while, and sooner the second time', () => {
  const crowding = createCrowding();
  for (let kernel = 0; kernel < 8; kernel++) crowding.note(0.1, 4);
  assert.equal(countAlone(crowding), 200);
  for (let kernel = 0; kernel < 3; kernel++) crowding.note(0.1, 4);
  assert.equal(countAlone(crowding), 200);
  for (let kernel = 0; kernel < 8; kernel++) crowding.note(0.1, 0.01);
  for (let kernel = 0; kernel < 7; kernel++) crowding.note(0.1, 4);
  assert.equal(crowding.isAlone(), false);
});
