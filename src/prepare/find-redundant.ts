/**
 * Finds features that are constant (the same wherever they are not missing), and features that repeat an earlier one
 * cell for cell. Columns are compared by a 52-bit hash taken row by row (one pass over the matrix), and those with
 * equal hashes cell by cell (a second pass).
 */
import { allRows } from '../matrix/all-rows.js';
import { cellAt } from '../matrix/cell-at.js';
import { type ColumnRange, columnRangeSteps } from '../matrix/column-range.js';
import { rowPieces } from '../matrix/row-pieces.js';
import type { RowChunk } from '../matrix/stored-rows.js';
import { finish, partsOf, type Steps } from '../turns.js';
import type { AnyMatrix, Redundant } from '../types.js';

const bits = new Float64Array(1);
const words = new Uint32Array(bits.buffer);

/** To look for a hash takes as long as many cells. */
const cellsOfKey = 8;

/** Looks at the listed rows alone; at all where none are listed. */
export function findRedundant(matrix: AnyMatrix, rows: ArrayLike<number> = allRows(matrix)): Redundant {
  return finish(findRedundantSteps(matrix, rows));
}

/** `known` is the range of every column on these rows, where it has been found already. */
export function* findRedundantSteps(matrix: AnyMatrix, rows: ArrayLike<number>, known?: ColumnRange): Steps<Redundant> {
  const { columnCount } = matrix;
  const { low, high } = known ?? (yield* columnRangeSteps(matrix, rows));
  const hashes = yield* hashColumns(matrix, rows);
  const constant: number[] = [];
  const candidates: [column: number, earlier: number][] = [];
  const seen = new Map<number, number>();
  for (let column = 0; column < columnCount; column++) {
    if (low[column] >= high[column]) {
      constant.push(column);
      continue;
    }
    const key = hashes[2 * column] * 2 ** 20 + (hashes[2 * column + 1] >>> 12); // 52 bits fit in a double
    const earlier = seen.get(key);
    if (earlier !== undefined) candidates.push([column, earlier]);
    else seen.set(key, column);
    yield cellsOfKey;
  }
  return { constant, repeats: new Map(yield* equalPairs(matrix, rows, candidates)) };
}

/** Two words for every column: `[column][half]`. A cell of 0 adds nothing, so unstored zeros need no visit. */
function* hashColumns(matrix: AnyMatrix, rows: ArrayLike<number>): Steps<Uint32Array> {
  const hashes = new Uint32Array(2 * matrix.columnCount);
  for (const piece of rowPieces(matrix, rows)) {
    addRowsToHashes(hashes, piece);
    yield piece.cells;
  }
  return hashes;
}

function addRowsToHashes(hashes: Uint32Array, { matrix, rows, from }: RowChunk): void {
  for (let i = 0; i < rows.length; i++) {
    if (matrix.kind === 'dense') {
      const start = rows[i] * matrix.columnCount;
      for (let column = 0; column < matrix.columnCount; column++)
        addToHash(hashes, column, from + i, matrix.values[start + column]);
    } else {
      const { column, value } = matrix;
      const end = matrix.rowStart[rows[i] + 1];
      for (let at = matrix.rowStart[rows[i]]; at < end; at++) addToHash(hashes, column[at], from + i, value[at]);
    }
  }
}

function addToHash(hashes: Uint32Array, column: number, row: number, value: number): void {
  if (value === 0) return;
  bits[0] = value;
  const low = Math.imul(words[0] ^ Math.imul(row + 1, 0x9e3779b1), 0x85ebca6b);
  const high = Math.imul(words[1] ^ (low >>> 15), 0xc2b2ae35);
  hashes[2 * column] += low ^ (high >>> 13);
  hashes[2 * column + 1] += Math.imul(high ^ (low >>> 11), 0x27d4eb2f) ^ row;
}

/** The pairs of columns that are equal cell by cell. */
function* equalPairs(
  matrix: AnyMatrix,
  rows: ArrayLike<number>,
  pairs: readonly [number, number][],
): Steps<readonly [number, number][]> {
  let left = pairs;
  for (const piece of left.length === 0 ? [] : rowPieces(matrix, rows)) {
    const equal: [number, number][] = [];
    for (const part of partsOf(left.length, 2 * piece.rows.length)) {
      for (let i = part.from; i < part.to; i++) if (areEqual(piece, ...left[i])) equal.push(left[i]);
      yield part.cells;
    }
    left = equal;
  }
  return left;
}

function areEqual({ matrix, rows }: RowChunk, one: number, other: number): boolean {
  for (let i = 0; i < rows.length; i++) {
    if (!Object.is(cellAt(matrix, rows[i], one) + 0, cellAt(matrix, rows[i], other) + 0)) return false;
  }
  return true;
}
