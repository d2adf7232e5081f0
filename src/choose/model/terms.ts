/** The terms of the model: pairs that act together first, then columns, then their squares. */
import type { Engine } from '../../compute/engine.js';
import type { AugmentedRows } from '../augmented-rows.js';
import { paddedCount, type ScoredColumns, standardise } from '../ranked-columns.js';

/** Two columns that act together, by their positions among those looked at. */
export interface Pair {
  readonly a: number;
  readonly b: number;
}

export class Terms {
  readonly #all: AugmentedRows;
  /** The places of the columns looked at. */
  readonly #places: Int32Array;
  readonly #pairs: readonly Pair[];
  readonly #weights: Float64Array | undefined;
  readonly #term: Float64Array;

  constructor(
    all: AugmentedRows,
    places: Int32Array,
    pairs: readonly Pair[],
    /** How much rows count. */
    weights: Float64Array | undefined,
  ) {
    this.#all = all;
    this.#places = places;
    this.#pairs = pairs;
    this.#weights = weights;
    this.#term = new Float64Array(all.rowCount);
  }

  get count(): number {
    return this.#pairs.length + 2 * this.#places.length;
  }

  /** How many there are without the squares. */
  get straightCount(): number {
    return this.#pairs.length + this.#places.length;
  }

  /** The places of the columns that a term is made of. */
  ownersOf(term: number): readonly number[] {
    const places = this.#places;
    if (term < this.#pairs.length) return [places[this.#pairs[term].a], places[this.#pairs[term].b]];
    return [places[(term - this.#pairs.length) % places.length]];
  }

  /** Mean 0 and mean square 1, rows as they count; valid until the next call. */
  valuesOf(term: number): Float64Array {
    const values = this.#term;
    const [one, other] = this.ownersOf(term).map((place) => this.#all.at(place));
    if (other !== undefined) {
      for (let row = 0; row < values.length; row++) values[row] = Math.sign(one[row]) * Math.sign(other[row]);
    } else if (term < this.straightCount) values.set(one);
    else for (let row = 0; row < values.length; row++) values[row] = one[row] * one[row];
    standardise(values, this.#weights);
    return values;
  }

  /** All of them in kernel memory, which the caller frees by its mark, times the root of what rows count. */
  write(engine: Engine): ScoredColumns {
    const { rowCount, stride } = this.#all;
    const scores = engine.memory.float32(paddedCount(this.count) * stride);
    for (let term = 0; term < this.count; term++) {
      scores.view.set(timesRoots(this.valuesOf(term), this.#weights), term * stride);
    }
    return { rowCount, columnCount: this.count, stride, scores };
  }
}

/** So that sums count rows as they should; the same numbers where all count alike. */
export function timesRoots(values: Float64Array, weights: Float64Array | undefined): Float64Array {
  if (weights === undefined) return values;
  return rootsOf(weights, values.length).map((root, row) => root * values[row]);
}

/** Of what rows count, 1 in the mean. */
export function rootsOf(weights: Float64Array | undefined, rowCount: number): Float64Array {
  if (weights === undefined) return new Float64Array(rowCount).fill(1);
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / rowCount;
  return weights.map((weight) => Math.sqrt(weight / mean));
}
