import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { storedArray } from '../../test/stored-array.js';
import { createRandom } from '../maths/random.js';
import { mostDensity } from '../matrix/nonzero-cells.js';
import { finish } from '../turns.js';
import type { AnyMatrix, DenseMatrix, SparseMatrix } from '../types.js';
import { inputEntrySteps } from './input-entries.js';

const [rowCount, columnCount] = [90, 70];
const scaling = {
  method: 'standard' as const,
  isCentred: true,
  offset: Float64Array.from({ length: columnCount }, (_, j) => (j % 5) - 2),
  factor: Float64Array.from({ length: columnCount }, (_, j) => 1 / (1 + j)),
};

/** Counts with a share of cells that are not zero; column 11 is a large number in all rows but one. */
function counts(density: number): DenseMatrix {
  const random = createRandom(1);
  const values = Float32Array.from({ length: rowCount * columnCount }, (_, at) => {
    if (at % columnCount === 11) return at < columnCount ? 0 : 1e6 + random.below(9);
    return random.float() < density ? 1 + random.below(4) : 0;
  });
  return { kind: 'dense', rowCount, columnCount, values };
}

function compressed({ values }: DenseMatrix): SparseMatrix {
  const at = [...values.keys()].filter((cell) => values[cell] !== 0);
  const rowStart = Float64Array.from(
    { length: rowCount + 1 },
    (_, row) => at.filter((cell) => cell < row * columnCount).length,
  );
  const column = Int32Array.from(at, (cell) => cell % columnCount);
  return {
    kind: 'sparse',
    rowCount,
    columnCount,
    rowStart,
    column,
    value: Float32Array.from(at, (cell) => values[cell]),
  };
}

function copy(matrix: AnyMatrix, rows: Int32Array, starts?: Int32Array) {
  const found = finish(inputEntrySteps(matrix, scaling, rows.length));
  assert.ok(found);
  const room = found.longestRow * rows.length;
  const list = { feature: new Int32Array(room), value: new Float32Array(room) };
  const rowStart = new Int32Array(rows.length + 1);
  found.copyRows(rows, 0, rows.length, rowStart, list, starts);
  return { zero: found.zero, rowStart, ...list };
}

describe('the entries of a matrix', () => {
  const rows = Int32Array.of(7, 0, 89, 31);

  test('with what zeros become are its scaled cells', () => {
    const matrix = counts(0.05);
    const { zero, rowStart, feature, value } = copy(matrix, rows);
    rows.forEach((row, place) => {
      const inputs = Float64Array.from(zero);
      for (let e = rowStart[place]; e < rowStart[place + 1]; e++) {
        assert.ok(e === rowStart[place] || feature[e] > feature[e - 1], 'features ascend');
        inputs[feature[e]] += value[e];
      }
      inputs.forEach((input, j) => {
        const expected = (matrix.values[row * columnCount + j] - scaling.offset[j]) * scaling.factor[j];
        assert.ok(Math.abs(input - expected) <= 2e-7 * Math.max(1, Math.abs(expected)), `row ${row}, feature ${j}`);
      });
    });
  });

  test('of features that are listed nowhere are left out, wherever the rows are', () => {
    const matrix = counts(0.05);
    const starts = Int32Array.from({ length: columnCount + 1 }, (_, j) => Math.floor(j / 3));
    const all = copy(matrix, rows);
    const kept = [...rows.keys()].map((row) =>
      Array.from({ length: all.rowStart[row + 1] - all.rowStart[row] }, (_, e) => all.rowStart[row] + e).filter(
        (e) => starts[all.feature[e] + 1] > starts[all.feature[e]],
      ),
    );
    assert.ok(kept.flat().length > 0 && kept.flat().length < all.rowStart[rows.length]);
    for (const each of [matrix, compressed(matrix), storedArray(matrix).stored]) {
      const { rowStart, feature, value } = copy(each, rows, starts);
      const lists = [...rows.keys()].map((row) =>
        Array.from(feature.subarray(rowStart[row], rowStart[row + 1]), (j, e) => [j, value[rowStart[row] + e]]),
      );
      assert.deepEqual(
        lists,
        kept.map((places) => places.map((e) => [all.feature[e], all.value[e]])),
      );
    }
  });

  test('are the same from memory, compressed or not, and from a disk', () => {
    const matrix = counts(0.05);
    const expected = copy(matrix, rows);
    assert.deepEqual(copy(compressed(matrix), rows), expected);
    assert.deepEqual(copy(storedArray(matrix).stored, rows), expected);
  });

  test('leave a feature that is mostly not zero whole, so that nothing large cancels', () => {
    const { zero } = copy(counts(0.05), rows);
    assert.equal(zero[11], 0);
    assert.ok(zero[13] !== 0);
  });

  test('are not looked for where too many cells are not zero', () => {
    assert.equal(finish(inputEntrySteps(counts(mostDensity * 1.2), scaling, 4)), undefined);
    assert.ok(finish(inputEntrySteps(counts(mostDensity * 0.6), scaling, 4)));
  });
});
