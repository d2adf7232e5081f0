/**
 * Decoys that are made of all columns together: Gaussian knockoffs of the normal scores z, with correlations C of the
 * columns and distances s of the decoys from them (decoy-distances.ts), S = diagonal(s), m decoys a column:
 *
 *   decoy = the column's scores, arranged as  z (1 - C^-1 S) + what all decoys of a row share + what each has of its own
 *
 *   shared: normal, with covariances ((m + 1) S - m S C^-1 S) / m;   own: of each column apart, variance s, sum 0 over m
 *
 * They go with all columns and decoys as their columns do, however many a column goes with. That takes many more rows than
 * columns; elsewhere decoys are made of a few neighbours (decoys.ts).
 *
 * Source: Candes, Fan, Janson and Lv, Panning for gold (JRSS B 80, 2018), equation 3.2; several decoys at once as in
 * Gimenez and Zou, Improving the stability of the knockoff procedure (AISTATS 2019).
 */
import { type Engine, evenBounds } from '../compute/engine.js';
import { factorise, invertPositive } from '../compute/linear-algebra.js';
import type { Pacer } from '../compute/pacer.js';
import { fillNormal } from '../maths/normal.js';
import { Sorter } from '../maths/sort-order.js';
import { decoyDistances } from './decoy-distances.js';
import type { DecoyContext, WriteDecoy } from './decoys.js';
import { paddedCount, type RankedColumns, strideOf } from './ranked-columns.js';

/** Most columns, and the fewest rows for each of them. */
const [mostColumns, rowsPerColumn] = [1200, 4];
/** The share of the correlations that is given up, so that columns which repeat each other can be told apart at all. */
const ridge = 1e-3;
/** Rows of products made at once. */
const rowsAtOnce = 32;

/** What the decoys of all rounds are made with. */
export interface JointPlan {
  readonly distances: Float64Array;
  /** Of every decoy: the weights of the columns, then those of the normal numbers that its row shares, [column][2 strides]. */
  readonly weights: Float32Array;
}

export function canJoin({ rowCount, columnCount }: RankedColumns): boolean {
  return columnCount <= mostColumns && rowCount >= rowsPerColumn * columnCount;
}

export async function planJointDecoys(
  ranked: RankedColumns,
  copies: number,
  { engine, pacer }: { readonly engine: Engine; readonly pacer: Pacer },
): Promise<JointPlan> {
  const { columnCount: count } = ranked;
  const correlations = await correlationsOf(ranked, engine, pacer);
  const distances = await decoyDistances(correlations, ridge / 2, copies, { engine, pacer });
  const inverse = await invertPositive(engine, correlations, count, pacer);
  const stride = strideOf(count);
  const weights = new Float32Array(count * 2 * stride);
  const mark = engine.memory.mark();
  const shared = { numbers: engine.memory.float64(count * stride), count, stride };
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < count; j++) {
      const told = inverse[i * count + j] * distances[i];
      weights[i * 2 * stride + j] = Number(i === j) - told;
      const spread = (copies + 1) * Number(i === j) - copies * told;
      shared.numbers.view[i * stride + j] = (spread * distances[j]) / copies + Number(i === j) * 1e-9;
    }
  }
  await factorise(engine, shared, pacer, () => 0);
  for (let i = 0; i < count; i++) {
    for (let j = 0; j <= i; j++) weights[(i * 2 + 1) * stride + j] = shared.numbers.view[i * stride + j];
  }
  engine.memory.release(mark);
  return { distances, weights };
}

/** Calls `write(column, copy, scores)` with the normal scores of every decoy; they are valid during the call. */
export async function makeJointDecoys(
  ranked: RankedColumns,
  plan: JointPlan,
  copies: number,
  write: WriteDecoy,
  context: DecoyContext,
): Promise<void> {
  const { rowCount, columnCount, sortedScores } = ranked;
  const { pacer, random, onProgress } = context;
  const centres = await centresOf(ranked, plan, context);
  const own = new Float64Array(copies * rowCount);
  const keys = new Float64Array(rowCount);
  const made = new Float32Array(rowCount);
  const sorter = new Sorter();
  for (let column = 0; column < columnCount; column++) {
    fillNormal(own, random);
    const deviation = Math.sqrt(plan.distances[column]);
    for (let copy = 0; copy < copies; copy++) {
      for (let row = 0; row < rowCount; row++) {
        let sum = 0;
        for (let other = 0; other < copies; other++) sum += own[other * rowCount + row];
        keys[row] = centres[column * rowCount + row] + deviation * (own[copy * rowCount + row] - sum / copies);
      }
      sorter.order(keys, rowCount).forEach((row, place) => {
        made[row] = sortedScores[column * rowCount + place];
      });
      write(column, copy, made);
    }
    if (!pacer.isDue(60 * copies * rowCount)) continue;
    onProgress?.(column / columnCount);
    await pacer.rest(0);
  }
}

/** What all decoys of a column have in a row: [column][row]. */
async function centresOf(
  { rowCount, columnCount, stride: rowStride, scores }: RankedColumns,
  { weights }: JointPlan,
  { engine, pacer, random }: DecoyContext,
): Promise<Float32Array> {
  const { memory } = engine;
  const mark = memory.mark();
  const stride = strideOf(columnCount);
  const width = paddedCount(columnCount);
  const theirs = memory.float32(width * 2 * stride);
  theirs.view.fill(0).set(weights);
  const rows = memory.float32(rowsAtOnce * 2 * stride);
  const products = memory.float64(rowsAtOnce * width);
  const bounds = evenBounds(rowsAtOnce / 2, engine.partCount);
  const drawn = new Float64Array(columnCount);
  const centres = new Float32Array(columnCount * rowCount);
  for (let first = 0; first < rowCount; first += rowsAtOnce) {
    const count = Math.min(rowsAtOnce, rowCount - first);
    rows.view.fill(0);
    products.view.fill(0);
    for (let at = 0; at < count; at++) {
      const start = at * 2 * stride;
      for (let column = 0; column < columnCount; column++) {
        rows.view[start + column] = scores.view[column * rowStride + first + at];
      }
      fillNormal(drawn, random);
      rows.view.set(drawn, start + stride);
    }
    engine.run('crossOfFloats', bounds, products.pointer, rows.pointer, theirs.pointer, width, 2 * stride);
    for (let at = 0; at < count; at++) {
      for (let column = 0; column < columnCount; column++) {
        centres[column * rowCount + first + at] = products.view[at * width + column];
      }
    }
    if (pacer.isDue(0.2 * rowsAtOnce * width * stride)) await pacer.rest(0);
  }
  memory.release(mark);
  return centres;
}

/** [column][column], with a share of them given up. */
async function correlationsOf(
  { rowCount, columnCount, stride, scores }: RankedColumns,
  engine: Engine,
  pacer: Pacer,
): Promise<Float64Array> {
  const mark = engine.memory.mark();
  const size = paddedCount(columnCount);
  const products = engine.memory.float64(size * size);
  products.view.fill(0);
  for (let from = 0; from < size; from += 4) {
    engine.call('gramOfFloats', products.pointer, scores.pointer, size, stride, from, from + 4);
    if (pacer.isDue(0.8 * from * stride)) await pacer.rest(0);
  }
  const all = new Float64Array(columnCount * columnCount);
  for (let i = 0; i < columnCount; i++) {
    for (let j = 0; j <= i; j++) {
      const kept = ((1 - ridge) * products.view[i * size + j]) / rowCount;
      all[i * columnCount + j] = i === j ? 1 : kept;
      all[j * columnCount + i] = all[i * columnCount + j];
    }
  }
  engine.memory.release(mark);
  return all;
}
