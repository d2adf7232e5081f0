import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bytesMatrix, storedArray } from '../../test/stored-array.js';
import { createRandom, shuffle } from '../maths/random.js';
import { allRows } from '../matrix/all-rows.js';
import { createRowOrder, type OrderSizes, orderSizes, planWindows } from './row-order.js';
import { createRowWindow } from './row-window.js';

/** Small sizes: blocks of 10 rows and windows of 16 blocks where a row has 10 cells. */
const small: OrderSizes = { wholeCells: 1000, windowCells: 1600, blockCells: 100, leastWindowRows: 20 };

describe('the order of the rows', () => {
  test('of small data is a shuffle of all rows', () => {
    const order = createRowOrder(90, 10, createRandom(5), small);
    const expected = allRows({ rowCount: 90 });
    const random = createRandom(5);
    for (let epoch = 0; epoch < 3; epoch++) assert.deepEqual(order(), shuffle(expected, random));
  });

  test('of large data has every row once, in windows of whole blocks, another order every epoch', () => {
    const rowCount = 1237;
    const next = createRowOrder(rowCount, 10, createRandom(1), small);
    const { blockRows, windowRows } = planWindows(rowCount, 10, small);
    assert.equal(blockRows, 10);
    const epochs = [next().slice(), next().slice()];
    for (const order of epochs) {
      assert.deepEqual(order.slice().sort(), allRows({ rowCount }));
      for (let from = 0; from < rowCount; from += windowRows) {
        const rows = order.slice(from, Math.min(rowCount, from + windowRows)).sort();
        for (const row of rows) {
          const block = Math.floor(row / blockRows) * blockRows;
          assert.ok(rows.includes(block), `row ${row} without its block`);
        }
      }
    }
    assert.notDeepEqual(epochs[0], epochs[1]);
  });

  test('mixes data that is sorted by class: every window has a fair share of each of 10 classes', () => {
    const [rowCount, columnCount] = [600_000, 1000];
    const order = createRowOrder(rowCount, columnCount, createRandom(3))();
    const { windowRows } = planWindows(rowCount, columnCount);
    for (let from = 0; from < rowCount; from += windowRows) {
      const rows = order.subarray(from, from + windowRows);
      const shares = new Float64Array(10);
      for (const row of rows) shares[Math.floor((row * 10) / rowCount)] += 1 / rows.length;
      assert.ok(Math.max(...shares) < 0.25, `${shares}`);
    }
  });

  test('knows windows that hold a batch, however wide the rows, and no window above its size otherwise', () => {
    for (const [rows, columns] of [
      [1e6, 100],
      [123_457, 784],
      [5000, 50_000],
      [700, 1_000_000],
    ]) {
      const { windowRows, blockRows } = planWindows(rows, columns);
      assert.ok(windowRows * columns <= Math.max(orderSizes.windowCells, orderSizes.leastWindowRows * columns));
      assert.ok(windowRows >= 100 && windowRows % blockRows === 0, `${windowRows}`);
    }
  });
});

describe('the window of rows in memory', () => {
  const matrix = bytesMatrix(1237, 10);

  /** The cells that batches over the list see, and how often the store was read. */
  function visit(list: Int32Array, batchSize: number) {
    const { stored, reads } = storedArray(matrix);
    const window = createRowWindow(stored, batchSize, small);
    const place = new Int32Array(batchSize);
    const values = window.places.values as Uint8Array;
    for (let from = 0; from < list.length; from += batchSize) {
      const count = Math.min(batchSize, list.length - from);
      window.bring(list, from, count, place);
      for (let i = 0; i < count; i++) {
        const row = list[from + i];
        const seen = values.subarray(place[i] * 10, place[i] * 10 + 10);
        assert.deepEqual(seen, matrix.values.subarray(row * 10, row * 10 + 10));
      }
    }
    return reads;
  }

  for (const batchSize of [1, 7, 32, 200]) {
    test(`gives batches of ${batchSize} rows the cells of their rows, and reads every window once an epoch`, () => {
      const order = createRowOrder(1237, 10, createRandom(2), small)();
      // Rows of ten bytes lie so close together that a window is one read.
      assert.equal(visit(order, batchSize).calls, Math.ceil(1237 / planWindows(1237, 10, small).windowRows));
    });
  }

  test('reads an order that is dealt in pieces in its own windows, each once', () => {
    const { stored, reads } = storedArray(matrix);
    const window = createRowWindow(stored, 10, small);
    const order = createRowOrder(1237, 10, createRandom(2), small)();
    const place = new Int32Array(10);
    for (let from = 0; from < 1200; from += 30) {
      const dealt = order.subarray(from, from + 30);
      for (let at = 0; at < 30; at += 10) window.bring(dealt, at, 10, place);
    }
    assert.equal(reads.calls, Math.ceil(1200 / planWindows(1237, 10, small).windowRows));
  });

  test('also serves rows in an order without blocks', () => {
    visit(shuffle(allRows({ rowCount: 1237 }), createRandom(9)), 30);
  });

  test('reads a short list once, however often it is asked for', () => {
    const { stored, reads } = storedArray(matrix);
    const window = createRowWindow(stored, 40, small);
    const sample = Int32Array.from({ length: 40 }, (_, i) => i * 30);
    const place = new Int32Array(40);
    for (let repeat = 0; repeat < 3; repeat++) window.bring(sample, 0, 40, place);
    const { rows } = reads;
    window.bring(sample, 0, 40, place);
    assert.equal(reads.rows, rows);
  });
});
