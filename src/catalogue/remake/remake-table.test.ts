import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Table } from '../../types.js';
import { speakerOrder } from './order-by-speaker.js';
import { smoothDigits } from './smooth-digits.js';

const side = 16;

/** One digit behind its label. */
function digit(ink: Readonly<Record<number, number>>): Table {
  const pixels = Array.from({ length: side * side }, (_, place) => ink[place] ?? -1);
  const numericNames = ['y', ...pixels.map((_, place) => `f${place + 1}`)];
  return {
    rowCount: 1,
    numericNames,
    numeric: { kind: 'dense', rowCount: 1, columnCount: 257, values: Float32Array.of(7, ...pixels) },
    text: [],
    columnOrder: numericNames,
  };
}

describe('digits that are smoothed', () => {
  test('have the values of another Gaussian filter, with a blank page around the picture', () => {
    const at = (row: number, column: number) => row * side + column;
    const table = digit({ [at(5, 6)]: 1, [at(0, 0)]: 0.5, [at(15, 9)]: -0.25 });
    const smooth = smoothDigits(table, 'y');
    assert.equal(smooth.numeric.kind, 'dense');
    const { values } = smooth.numeric as { values: Float64Array };
    assert.equal(values[0], 7);
    // scipy.ndimage.gaussian_filter(picture, 0.75, mode='constant', cval=-1), scipy 1.17
    const expected: readonly [row: number, column: number, value: number][] = [
      [5, 6, -0.434149],
      [5, 7, -0.7673717],
      [6, 7, -0.9043637],
      [0, 0, -0.5756118],
      [1, 1, -0.9282727],
      [15, 9, -0.7878059],
      [12, 9, -0.9999288],
      [8, 6, -0.9998102],
    ];
    for (const [row, column, value] of expected) {
      assert.ok(Math.abs(values[1 + at(row, column)] - value) < 1e-6, `${row}, ${column}`);
    }
    assert.equal(values[1 + at(9, 15)], -1);
  });

  test('are refused where they are no pictures of their size', () => {
    const { numeric, ...table } = digit({});
    const few = { ...table, numericNames: table.numericNames.slice(0, 10), numeric };
    assert.throws(() => smoothDigits(few, 'y'), /9 columns are no pictures of 16 x 16 pixels/);
  });
});

describe('rows in the order of the speakers', () => {
  const order = speakerOrder(7797);

  test('are all there once', () => {
    assert.deepEqual(
      [...order].sort((a, b) => a - b),
      Array.from({ length: 7797 }, (_, row) => row),
    );
  });

  test('begin with two of every letter, then come once a speaker, and end as they were', () => {
    assert.deepEqual([...order.slice(0, 6)], [0, 1, 60, 61, 120, 121]);
    assert.deepEqual([...order.slice(52, 55)], [2, 3, 62]);
    assert.deepEqual([...order.slice(3120, 3123)], [3120, 3180, 3240]);
    assert.deepEqual([...order.slice(6237, 6240)], [6237, 6238, 6239]);
  });

  test('leave out the letter that a speaker of part 4 lacks', () => {
    // The 25th speaker of part 4 has 25 letters: E is followed by G.
    const from = 4680 + 24 * 26;
    assert.deepEqual([...order.slice(from + 4, from + 6)], [4680 + 4 * 60 + 24, 4680 + 6 * 60 - 2 + 24]);
  });
});
