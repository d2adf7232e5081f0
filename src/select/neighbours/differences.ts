/** Adds up how much features differ between a row and its neighbours, in parts by whether and how much the target differs. */
import type { ClassTarget, ValueTarget } from '../../types.js';
import { NearestRows } from './nearest-rows.js';
import type { RangeRows } from './range-rows.js';

export interface Differences {
  /** Forgets the neighbours of the row before. */
  clear(): void;
  /** Another row and how far it is; rows are offered in ascending order. */
  offer(other: number, far: number): void;
  /** Takes the neighbours into the account of the row, one of `count` that are looked at. */
  add(row: number, count: number): void;
  scores(): Float64Array;
}

function addDifferences(sums: Float64Array, rows: RangeRows, a: number, b: number, weight: number): void {
  const { featureCount, values } = rows;
  const [p, q] = [a * featureCount, b * featureCount];
  for (let j = 0; j < featureCount; j++) sums[j] += weight * Math.abs(values[p + j] - values[q + j]);
}

/** ReliefF's: those to other classes count for a feature, those within the class against it. */
export class ClassDifferences implements Differences {
  readonly #rows: RangeRows;
  readonly #labels: Int32Array;
  readonly #shares: Float64Array;
  readonly #nearest: readonly NearestRows[];
  readonly #scores: Float64Array;

  constructor(rows: RangeRows, { labels, classNames }: ClassTarget, k: number) {
    this.#rows = rows;
    this.#labels = labels;
    this.#shares = new Float64Array(classNames.length);
    for (const label of labels) this.#shares[label] += 1 / labels.length;
    this.#nearest = classNames.map(() => new NearestRows(k));
    this.#scores = new Float64Array(rows.featureCount);
  }

  clear(): void {
    for (const list of this.#nearest) list.clear();
  }

  offer(other: number, far: number): void {
    this.#nearest[this.#labels[other]].offer(other, far);
  }

  add(row: number, count: number): void {
    const own = this.#labels[row];
    this.#nearest.forEach(({ rows }, label) => {
      const weight = label === own ? -1 : this.#shares[label] / (1 - this.#shares[own]);
      for (const other of rows) addDifferences(this.#scores, this.#rows, row, other, weight / rows.length / count);
    });
  }

  scores(): Float64Array {
    return this.#scores;
  }
}

/** RReliefF's: sums over all neighbours, of the target's difference, the features' differences, and their products. */
export class ValueDifferences implements Differences {
  readonly #rows: RangeRows;
  readonly #values: Float64Array;
  readonly #nearest: NearestRows;
  /** Per feature: sums of its differences, and of those times that of the target. */
  readonly #apart: Float64Array;
  readonly #together: Float64Array;
  #targetApart = 0;

  constructor(rows: RangeRows, { values }: ValueTarget, k: number) {
    this.#rows = rows;
    const least = values.reduce((low, value) => Math.min(low, value), values[0]);
    const range = values.reduce((most, value) => Math.max(most, value), values[0]) - least;
    this.#values = values.map((value) => (value - least) / range);
    this.#nearest = new NearestRows(k);
    this.#apart = new Float64Array(rows.featureCount);
    this.#together = new Float64Array(rows.featureCount);
  }

  clear(): void {
    this.#nearest.clear();
  }

  offer(other: number, far: number): void {
    this.#nearest.offer(other, far);
  }

  add(row: number, count: number): void {
    const { rows } = this.#nearest;
    for (const other of rows) {
      const weight = 1 / rows.length / count;
      const difference = Math.abs(this.#values[row] - this.#values[other]);
      this.#targetApart += weight * difference;
      addDifferences(this.#apart, this.#rows, row, other, weight);
      addDifferences(this.#together, this.#rows, row, other, weight * difference);
    }
  }

  scores(): Float64Array {
    const apart = this.#targetApart;
    return this.#together.map((together, feature) => {
      const agree = apart < 1 ? (this.#apart[feature] - together) / (1 - apart) : 0;
      return (apart > 0 ? together / apart : 0) - agree;
    });
  }
}
