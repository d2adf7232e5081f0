/**
 * The columns that a column is clearly correlated with, strongest first: |correlation| above what the largest of as many
 * chance correlations comes to, sqrt(2 log columns) standard errors of 1 / sqrt(rows), and above a tenth. Nothing of the
 * size columns x columns is made.
 */
import { shifted } from '../compute/address.js';
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

/** A list for every column that was asked for, in that order. Where all are asked for, every product is made once. */
export async function findNeighbours(
  { rowCount, columnCount, stride, scores }: ScoredColumns,
  { most, level = chanceLevel(rowCount, columnCount), of }: NeighbourOptions,
  { engine, pacer }: { readonly engine: Engine; readonly pacer: Pacer },
): Promise<readonly (readonly Neighbour[])[]> {
  const { memory } = engine;
  const mark = memory.mark();
  const asked = of ?? Int32Array.from({ length: columnCount }, (_, column) => column);
  const own = memory.float32(columnsAtOnce * stride);
  const products = memory.float64(columnsAtOnce * paddedCount(columnCount));
  const bounds = evenBounds(columnsAtOnce / 2, engine.partCount);
  const lists = Array.from(asked, () => new StrongestNeighbours(most));
  const bar = level * rowCount;
  for (let first = 0; first < asked.length; first += columnsAtOnce) {
    const wanted = asked.subarray(first, first + columnsAtOnce);
    wanted.forEach((column, at) => {
      own.view.set(scores.view.subarray(column * stride, (column + 1) * stride), at * stride);
    });
    // Of all columns, those before these have met them.
    const start = of === undefined ? first : 0;
    const width = paddedCount(columnCount) - start;
    products.view.fill(0, 0, columnsAtOnce * width);
    const others = shifted(scores.pointer, start * stride * Float32Array.BYTES_PER_ELEMENT);
    engine.run('crossOfFloats', bounds, products.pointer, own.pointer, others, width, stride);
    wanted.forEach((column, at) => {
      for (let other = of === undefined ? column + 1 : 0; other < columnCount; other++) {
        const product = products.view[at * width + other - start];
        if (Math.abs(product) < bar || other === column) continue;
        lists[first + at].add({ column: other, correlation: product / rowCount });
        if (of === undefined) lists[other].add({ column, correlation: product / rowCount });
      }
    });
    if (pacer.isDue(columnsAtOnce * width * (1 + stride * stepsPerProduct))) await pacer.rest(first / asked.length);
  }
  memory.release(mark);
  return lists.map((list) => list.strongest());
}

/** Keeps the strongest of what it is given, of equal ones the first columns. */
class StrongestNeighbours {
  readonly #most: number;
  #kept: Neighbour[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  add(neighbour: Neighbour): void {
    this.#kept.push(neighbour);
    if (this.#kept.length >= 8 * this.#most) this.#kept = this.strongest();
  }

  strongest(): Neighbour[] {
    return this.#kept
      .sort((a, b) => Math.abs(b.correlation) - Math.abs(a.correlation) || a.column - b.column)
      .slice(0, this.#most);
  }
}
