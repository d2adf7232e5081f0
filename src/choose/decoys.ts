/**
 * Decoys: columns that go with all other columns as a column does, and say nothing of the target that the others do not.
 *
 * Column by column, in random order, the normal scores z of a column are predicted by least squares from those of its
 * neighbours, of the decoys these already have, and of the neighbours of those; a decoy has the prediction plus the
 * residuals in another order, and then holds the column's own scores in the order of these numbers:
 *
 *   decoy = the column's scores, arranged as  prediction(z | neighbours, their decoys) + shuffled(z - prediction)
 *
 * So a decoy stands for exactly the values of its column, whatever they are (counts, zeros, categories). A column without
 * neighbours is simply shuffled; where the columns are jointly normal but for their scales, these are Gaussian knockoffs.
 *
 * Source: the sequential construction of Candes, Fan, Janson and Lv, Panning for gold (JRSS B 80, 2018, Algorithm 1),
 * with normal scores for the distribution and several decoys at once (Gimenez and Zou 2019): those of an earlier column
 * enter by their sum, because they are alike. It differs in that only neighbours count.
 */
import type { Engine } from '../compute/engine.js';
import type { Pacer } from '../compute/pacer.js';
import { type Random, shuffle } from '../maths/random.js';
import { Sorter } from '../maths/sort-order.js';
import type { Neighbour } from './neighbours.js';
import type { RankedColumns } from './ranked-columns.js';
import { solvePositive } from './solve-positive.js';

/** Most columns that one is predicted from; never more than a quarter of the rows. */
const mostPredictors = 40;
/** Added to the mean squares, which are 1, so that columns which repeat each other have a solution. */
const ridge = 1e-3;

export interface DecoyContext {
  readonly engine: Engine;
  readonly pacer: Pacer;
  readonly random: Random;
  readonly onProgress?: (share: number) => void;
}

export type WriteDecoy = (column: number, copy: number, scores: Float32Array) => void;

/** Calls `write(column, copy, scores)` with the normal scores of every decoy; they are valid during the call. */
export async function makeDecoys(
  ranked: RankedColumns,
  neighbours: readonly (readonly Neighbour[])[],
  copies: number,
  write: WriteDecoy,
  { engine, pacer, random, onProgress }: DecoyContext,
): Promise<void> {
  const { rowCount, columnCount, stride, scores } = ranked;
  const mark = engine.memory.mark();
  const predictor = new Predictor(engine, ranked);
  /** Sums of the scores of a column's decoys, scaled to a mean square of 1: [column][stride]. */
  const decoyScores = new Float32Array(columnCount * stride);
  const isMade = new Uint8Array(columnCount);
  const order = Int32Array.from({ length: columnCount }, (_, column) => column);
  const rows = Int32Array.from({ length: rowCount }, (_, row) => row);
  const sorter = new Sorter();
  const keys = new Float64Array(rowCount);
  const made = new Float32Array(rowCount);
  const rowsOf = (all: Float32Array, column: number) => all.subarray(column * stride, column * stride + rowCount);
  let done = 0;
  for (const column of shuffle(order, random)) {
    const predictors = predictorsOf(column, neighbours, isMade, Math.min(mostPredictors, rowCount >> 2));
    const own = rowsOf(scores.view, column);
    const prediction = predictor.predict(
      own,
      predictors.map(({ of, isDecoy }) => rowsOf(isDecoy ? decoyScores : scores.view, of)),
    );
    const sums = rowsOf(decoyScores, column);
    for (let copy = 0; copy < copies; copy++) {
      shuffle(rows, random);
      for (let row = 0; row < rowCount; row++) {
        // What is drawn in addition decides between equal numbers alone.
        keys[row] = prediction[row] + (own[rows[row]] - prediction[rows[row]]) + 1e-9 * random.float();
      }
      const places = sorter.order(keys, rowCount);
      for (let place = 0; place < rowCount; place++) {
        made[places[place]] = ranked.sortedScores[column * rowCount + place];
        sums[places[place]] += made[places[place]];
      }
      write(column, copy, made);
    }
    normalise(sums);
    isMade[column] = 1;
    done++;
    if (!pacer.isDue((predictors.length + 40 * copies) * rowCount)) continue;
    onProgress?.(done / columnCount);
    await pacer.rest(0);
  }
  engine.memory.release(mark);
}

interface PredictorColumn {
  readonly of: number;
  readonly isDecoy: boolean;
}

/** What the column is predicted from, nearest first. */
function predictorsOf(
  column: number,
  neighbours: readonly (readonly Neighbour[])[],
  isMade: Uint8Array,
  most: number,
): PredictorColumn[] {
  const found = new Map<number, PredictorColumn>();
  const add = (of: number, isDecoy: boolean): void => {
    if (found.size < most) found.set(2 * of + Number(isDecoy), { of, isDecoy });
  };
  const near = neighbours[column];
  for (const { column: of } of near) {
    add(of, false);
    if (isMade[of]) add(of, true);
  }
  // The decoy of a neighbour was made from that neighbour's own neighbours, so these tell of the column, too.
  for (const { column: of } of near) {
    if (!isMade[of]) continue;
    for (const { column: next } of neighbours[of]) {
      if (next === column) continue;
      add(next, false);
      if (isMade[next]) add(next, true);
    }
  }
  return [...found.values()];
}

/** Least squares of one column on a few others, their products made by the kernel. */
class Predictor {
  readonly #engine: Engine;
  readonly #rowCount: number;
  readonly #stride: number;
  readonly #panel;
  readonly #products;
  readonly #prediction: Float64Array;

  constructor(engine: Engine, { rowCount, stride }: RankedColumns) {
    const size = mostPredictors + 4;
    this.#engine = engine;
    this.#rowCount = rowCount;
    this.#stride = stride;
    this.#panel = engine.memory.float32(size * stride);
    this.#products = engine.memory.float64(size * size);
    this.#prediction = new Float64Array(rowCount);
  }

  /** Of every row; valid until the next call. */
  predict(column: Float32Array, predictors: readonly Float32Array[]): Float64Array {
    const prediction = this.#prediction.fill(0);
    if (predictors.length === 0) return prediction;
    const weights = this.#solve(column, predictors);
    predictors.forEach((values, p) => {
      for (let row = 0; row < prediction.length; row++) prediction[row] += weights[p] * values[row];
    });
    return prediction;
  }

  #solve(column: Float32Array, predictors: readonly Float32Array[]): Float64Array {
    const count = predictors.length;
    const size = Math.ceil((count + 1) / 4) * 4;
    const products = this.#products.view.fill(0, 0, size * size);
    const panel = this.#panel.view.fill(0, 0, size * this.#stride);
    predictors.forEach((values, p) => {
      panel.set(values, p * this.#stride);
    });
    panel.set(column, count * this.#stride);
    this.#engine.call('gramOfFloats', this.#products.pointer, this.#panel.pointer, size, this.#stride, 0, size);
    const matrix = new Float64Array(count * count);
    const right = new Float64Array(count);
    for (let i = 0; i < count; i++) {
      for (let j = 0; j <= i; j++) matrix[i * count + j] = products[i * size + j] / this.#rowCount;
      matrix[i * count + i] += ridge;
      right[i] = products[count * size + i] / this.#rowCount;
    }
    return solvePositive(matrix, right);
  }
}

function normalise(sums: Float32Array): void {
  let square = 0;
  for (const value of sums) square += value * value;
  const factor = square > 0 ? Math.sqrt(sums.length / square) : 0;
  for (let row = 0; row < sums.length; row++) sums[row] *= factor;
}
