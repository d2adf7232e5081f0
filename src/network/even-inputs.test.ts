import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DenseMatrix, Scaling, SparseMatrix } from '../types.js';
import { evenInputs } from './even-inputs.js';

const scaling: Scaling = {
  method: 'minmax',
  offset: Float64Array.of(0, 0, 5),
  factor: Float64Array.of(1, 0.5, 0),
};
/** Columns 0, 2 / 0, 1 / 5, 5: deviations 1 and 0.5, scaled 1 and 0.25, and a constant. */
const dense: DenseMatrix = { kind: 'dense', rowCount: 2, columnCount: 3, values: Float32Array.of(0, 0, 5, 2, 1, 5) };

describe('even inputs', () => {
  test('are centred and divided by one number, as worked out by hand', () => {
    const { offset, factor } = evenInputs({ matrix: dense, scaling });
    const gain = 0.2 / Math.sqrt((1 + 0.25 ** 2) / 2);
    assert.deepEqual([...offset], [1, 0.5, 5]);
    assert.deepEqual([...factor], [gain, 0.5 * gain, 0]);
  });

  test('are the same to the bit however far the data was stretched by a power of two', () => {
    const stretched = { ...scaling, factor: scaling.factor.map((factor) => factor * 1024) };
    const one = evenInputs({ matrix: dense, scaling });
    assert.deepEqual(evenInputs({ matrix: dense, scaling: stretched }).factor, one.factor);
  });

  test('of a sparse matrix count its zeros', () => {
    const sparse: SparseMatrix = {
      kind: 'sparse',
      rowCount: 2,
      columnCount: 3,
      rowStart: Float64Array.of(0, 1, 4),
      column: Int32Array.of(2, 0, 1, 2),
      value: Float32Array.of(5, 2, 1, 5),
    };
    assert.deepEqual(evenInputs({ matrix: sparse, scaling }), evenInputs({ matrix: dense, scaling }));
  });

  test('of constant features are all 0', () => {
    const constant: DenseMatrix = { kind: 'dense', rowCount: 2, columnCount: 1, values: Float32Array.of(3, 3) };
    const none: Scaling = { method: 'none', offset: new Float64Array(1), factor: Float64Array.of(1) };
    const { offset, factor } = evenInputs({ matrix: constant, scaling: none });
    assert.equal((3 - offset[0]) * factor[0], 0);
  });
});
