/**
 * Test rows that are in the training rows, too: the same in all features, or far nearer to one of them than rows are
 * to each other. Measurements of one subject, or copies of a row, split apart make a test easier than the world is.
 *
 * Rows are compared by their sums over random signs of the standardised features, 32 of them: the distance of
 * two rows in these is that in all features to within a fifth or so (Johnson and Lindenstrauss 1984).
 */
import { createRandom } from '../maths/random.js';
import { columnMomentsSteps } from '../matrix/column-moments.js';
import { rowCells } from '../matrix/nonzero-cells.js';
import { rowChunks } from '../matrix/stored-rows.js';
import type { Steps } from '../turns.js';
import type { AnyMatrix, Split } from '../types.js';

export interface NearRows {
  /** Test rows with a training row that is the same. */
  readonly same: number;
  /** Test rows with a training row that is nearly the same, those above not counted. */
  readonly near: number;
  /** Test rows that were looked at. */
  readonly outOf: number;
}

const sumCount = 32;
/** Test rows looked at, and training rows they are held against. */
const [mostTest, mostTrain] = [500, 5000];
/** Nearer than this share of the median distance to the nearest row is nearly the same. */
const nearShare = 0.1;
/** What rounding may make of rows that are the same, beside the size of the sums. */
const rounding = 1e-6;

export function* findNearRows(matrix: AnyMatrix, { train, test }: Split): Steps<NearRows> {
  const tested = spreadRows(test, mostTest);
  const learnt = spreadRows(train, mostTrain);
  if (tested.length === 0 || learnt.length < 2) return { same: 0, near: 0, outOf: 0 };
  const { mean, deviation } = yield* columnMomentsSteps(matrix, learnt);
  const signs = drawSigns(matrix.columnCount);
  const a = yield* sumsOf(matrix, tested, mean, deviation, signs);
  const b = yield* sumsOf(matrix, learnt, mean, deviation, signs);
  const nearest = new Float64Array(tested.length);
  for (let row = 0; row < tested.length; row++) {
    nearest[row] = nearestTo(a, row, b);
    yield b.length;
  }
  const median = nearest.slice().sort()[nearest.length >> 1];
  // Where more than half of the rows are copies the median says nothing; rows are then held against the size of the sums.
  const scale = Math.sqrt(a.reduce((sum, value) => sum + value * value, 0) / a.length) * Math.sqrt(sumCount);
  const same = nearest.filter((distance) => distance <= rounding * scale).length;
  const near = nearest.filter((distance) => distance <= nearShare * Math.max(median, nearShare * scale)).length - same;
  return { same, near: Math.max(0, near), outOf: tested.length };
}

/** At most so many, evenly spread. */
export function spreadRows(rows: Int32Array, most: number): Int32Array {
  if (rows.length <= most) return rows;
  return Int32Array.from({ length: most }, (_, i) => rows[Math.floor((i * rows.length) / most)]);
}

/** [column][sum], 1 or -1: multiplied by, since a question about a random sign is guessed wrong every other time. */
function drawSigns(columnCount: number): Int8Array {
  const random = createRandom(0).fork('near rows');
  const signs = new Int8Array(columnCount * sumCount);
  for (let column = 0; column < columnCount; column++) {
    const bits = random.uint32();
    for (let s = 0; s < sumCount; s++) signs[column * sumCount + s] = (bits >>> s) & 1 ? 1 : -1;
  }
  return signs;
}

/** [row][sum] */
function* sumsOf(
  matrix: AnyMatrix,
  rows: Int32Array,
  mean: Float64Array,
  deviation: Float64Array,
  signs: Int8Array,
): Steps<Float64Array> {
  const { columnCount } = matrix;
  const sums = new Float64Array(rows.length * sumCount);
  const base = new Float64Array(sumCount);
  for (let column = 0; column < columnCount; column++) {
    if (deviation[column] > 0) addSigned(base, signs, column, -mean[column] / deviation[column]);
  }
  const own = new Float64Array(sumCount);
  for (const chunk of rowChunks(matrix, rows)) {
    const cellsOf = rowCells(chunk.matrix);
    for (let i = 0; i < chunk.rows.length; i++) {
      own.set(base);
      const { feature, cell, from, to } = cellsOf(chunk.rows[i]);
      for (let k = from; k < to; k++) {
        if (deviation[feature[k]] > 0) addSigned(own, signs, feature[k], cell[k] / deviation[feature[k]]);
      }
      sums.set(own, (chunk.from + i) * sumCount);
      yield sumCount * columnCount;
    }
  }
  return sums;
}

/** Adds a value of a column to the sums, or takes it away, four at a time: the loop itself takes as long as an addition. */
function addSigned(sums: Float64Array, signs: Int8Array, column: number, value: number): void {
  const from = column * sumCount;
  for (let s = 0; s < sumCount; s += 4) {
    sums[s] += signs[from + s] * value;
    sums[s + 1] += signs[from + s + 1] * value;
    sums[s + 2] += signs[from + s + 2] * value;
    sums[s + 3] += signs[from + s + 3] * value;
  }
}

function nearestTo(sums: Float64Array, row: number, others: Float64Array): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (let at = 0; at < others.length; at += sumCount) {
    let square = 0;
    for (let s = 0; s < sumCount && square < nearest; s++) {
      const away = sums[row * sumCount + s] - others[at + s];
      square += away * away;
    }
    if (square < nearest) nearest = square;
  }
  return Math.sqrt(nearest);
}
