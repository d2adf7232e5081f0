import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom, shuffle } from '../maths/random.js';
import { cellAt } from '../matrix/cell-at.js';
import { numberedClasses } from '../target/class-target.js';
import type { DenseMatrix, SparseMatrix } from '../types.js';
import { createColumnReader, spreadColumn } from './columns.js';

// So many rows that a block holds two columns.
const [rowCount, columnCount] = [100_000, 7];

test('a column is the same in whatever order columns are read, dense or sparse', () => {
  const random = createRandom(1);
  const values = Uint8Array.from({ length: rowCount * columnCount }, () =>
    random.below(4) === 0 ? 1 + random.below(9) : 0,
  );
  const dense: DenseMatrix = { kind: 'dense', rowCount, columnCount, values };
  const scaling = {
    method: 'standard' as const,
    offset: Float64Array.from({ length: columnCount }, () => random.float()),
    factor: Float64Array.from({ length: columnCount }, () => 1 + random.float()),
  };
  const target = numberedClasses(new Int32Array(rowCount), 1);
  const inOrder = Array.from({ length: columnCount }, (_, column) => column);
  const found = new Float64Array(rowCount);
  for (const matrix of [dense, compress(dense)]) {
    const reader = createColumnReader({ matrix, scaling, target });
    for (const column of [...inOrder, ...shuffle([...inOrder], random), 6, 6, 0, 1, 2]) {
      spreadColumn(reader.read(column), found);
      const { offset, factor } = scaling;
      const expected = found.map((_, row) => (cellAt(dense, row, column) - offset[column]) * factor[column]);
      assert.deepEqual(found, expected, `${matrix.kind}, column ${column}`);
    }
  }
});

function compress({ values }: DenseMatrix): SparseMatrix {
  const rowStart = new Float64Array(rowCount + 1);
  const places = [...values.keys()].filter((at) => values[at] !== 0);
  for (const at of places) rowStart[Math.floor(at / columnCount) + 1]++;
  for (let row = 0; row < rowCount; row++) rowStart[row + 1] += rowStart[row];
  const column = Int32Array.from(places, (at) => at % columnCount);
  return {
    kind: 'sparse',
    rowCount,
    columnCount,
    rowStart,
    column,
    value: Uint8Array.from(places, (at) => values[at]),
  };
}
