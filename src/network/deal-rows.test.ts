import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createDealer } from './deal-rows.js';

/** Gives the rows turned by one more place every time, in the same array. */
function turning(rowCount: number): () => Int32Array {
  const order = new Int32Array(rowCount);
  let turn = 0;
  return () => {
    for (let row = 0; row < rowCount; row++) order[row] = (row + turn) % rowCount;
    turn++;
    return order;
  };
}

describe('the rows of an epoch', () => {
  test('are all of them where they make enough updates', () => {
    const deal = createDealer(turning(4), { rowCount: 4, batchSize: 2, mostRows: 10, leastSteps: 2 });
    assert.deepEqual([...deal(false)], [0, 1, 2, 3]);
    assert.deepEqual([...deal(false)], [1, 2, 3, 0]);
  });

  test('are several passes, each in its own order, where they do not', () => {
    const deal = createDealer(turning(4), { rowCount: 4, batchSize: 2, mostRows: 10, leastSteps: 5 });
    assert.deepEqual([...deal(false)], [0, 1, 2, 3, 1, 2, 3, 0, 2, 3, 0, 1]);
    assert.deepEqual([...deal(true)], [3, 0, 1, 2], 'one pass where it is asked for');
    assert.deepEqual([...deal(false)].length, 12);
  });

  test('are a part of them where there are many, and the next epoch goes on with the others', () => {
    const deal = createDealer(turning(5), { rowCount: 5, batchSize: 2, mostRows: 2, leastSteps: 20 });
    assert.deepEqual([...deal(false)], [0, 1]);
    assert.deepEqual([...deal(false)], [2, 3]);
    assert.deepEqual([...deal(false)], [1, 2]);
  });
});
