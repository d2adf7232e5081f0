/** The rows of one matrix below those of another. */
import type { Matrix, NumericArray } from '../types.js';

/** Both of the same width; sparse where both are, else dense. */
export function stackRows(above: Matrix, below: Matrix): Matrix {
  const { columnCount } = above;
  if (below.columnCount !== columnCount) throw new Error(`${below.columnCount} columns below ${columnCount}`);
  const rowCount = above.rowCount + below.rowCount;
  if (above.kind === 'sparse' && below.kind === 'sparse') {
    const offset = above.rowStart[above.rowCount];
    return {
      kind: 'sparse',
      rowCount,
      columnCount,
      rowStart: Float64Array.from([...above.rowStart, ...below.rowStart.subarray(1).map((start) => start + offset)]),
      column: Int32Array.from([...above.column, ...below.column]),
      value: joined(above.value, below.value),
    };
  }
  return { kind: 'dense', rowCount, columnCount, values: joined(cells(above), cells(below)) };
}

function cells(matrix: Matrix): NumericArray {
  if (matrix.kind === 'dense') return matrix.values;
  const values = new Float64Array(matrix.rowCount * matrix.columnCount);
  for (let row = 0; row < matrix.rowCount; row++) {
    for (let at = matrix.rowStart[row]; at < matrix.rowStart[row + 1]; at++) {
      values[row * matrix.columnCount + matrix.column[at]] = matrix.value[at];
    }
  }
  return values;
}

/** In their own type where it is the same, else in doubles, which hold any. */
function joined(first: NumericArray, second: NumericArray): NumericArray {
  const isSame = first.constructor === second.constructor;
  const Type = (isSame ? first.constructor : Float64Array) as new (length: number) => NumericArray;
  const values = new Type(first.length + second.length);
  values.set(first);
  values.set(second, first.length);
  return values;
}
