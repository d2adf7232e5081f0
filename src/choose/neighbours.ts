/**
 * The columns that a column is clearly correlated with, strongest first: |correlation| above what the largest of as many
 * chance correlations comes to, sqrt(2 log columns) standard errors of 1 / sqrt(rows), and above a tenth. Nothing of the
 * size columns x columns is made.
 */
import { type Engine, evenBounds } from '../compute/engine.js';
import type { Pacer } from '../compute/pacer.js';
import { log } from '../maths/deterministic-math.js';
import { paddedCount, type ScoredColumns } from './ranked-columns.js';

export interface Neighbour {
  readonly column: number;
  readonly correlation: number;
}

export interface NeighbourOptions {
  /** Most neighbours of a column. */
  readonly most: number;
  /** The columns whose neighbours are wanted; all where it is not given. */
  readonly of?: Int32Array;
  /** The smallest size of a correlation that counts; that of chance where it is not given. */
  readonly level?: number;
}

/** Rows of products made at once. */
const columnsAtOnce = 32;
/** A product costs less than a step of plain code. */
const stepsPerProduct = 0.1;

export function chanceLevel(rowCount: number, columnCount: number): number {
  return Math.max(0.1, Math.sqrt((2 * log(Math.max(2, columnCount))) / rowCount));
}

/** A list for every column that was asked for, in that order. */
export async function findNeighbours(
  { rowCount, columnCount, stride, scores }: ScoredColumns,
  {
    most,
    level = chanceLevel(rowCount, columnCount),
    of = Int32Array.from({ length: columnCount }, (_, column) => column),
  }: NeighbourOptions,
  { engine, pacer }: { readonly engine: Engine; readonly pacer: Pacer },
): Promise<readonly (readonly Neighbour[])[]> {
  const { memory } = engine;
  const mark = memory.mark();
  const padded = paddedCount(columnCount);
  const own = memory.float32(columnsAtOnce * stride);
  const products = memory.float64(columnsAtOnce * padded);
  const bounds = evenBounds(columnsAtOnce / 2, engine.partCount);
  const found: Neighbour[][] = [];
  for (let first = 0; first < of.length; first += columnsAtOnce) {
    const wanted = of.subarray(first, first + columnsAtOnce);
    wanted.forEach((column, at) => {
      own.view.set(scores.view.subarray(column * stride, (column + 1) * stride), at * stride);
    });
    products.view.fill(0);
    engine.run('crossOfFloats', bounds, products.pointer, own.pointer, scores.pointer, padded, stride);
    wanted.forEach((column, at) => {
      found.push(
        strongest(products.view.subarray(at * padded, at * padded + columnCount), column, rowCount, level, most),
      );
    });
    if (pacer.isDue(columnsAtOnce * padded * (1 + stride * stepsPerProduct))) {
      await pacer.rest(first / of.length);
    }
  }
  memory.release(mark);
  return found;
}

function strongest(products: Float64Array, own: number, rowCount: number, level: number, most: number): Neighbour[] {
  const bar = level * rowCount;
  const found: Neighbour[] = [];
  for (let column = 0; column < products.length; column++) {
    if (Math.abs(products[column]) < bar || column === own) continue;
    found.push({ column, correlation: products[column] / rowCount });
  }
  return found.sort((a, b) => Math.abs(b.correlation) - Math.abs(a.correlation) || a.column - b.column).slice(0, most);
}
