/**
 * The nearest-neighbour estimate of the mutual information of one feature x with a number y:
 *   I = psi(n) + mean psi(k_i) - mean psi(a_i) - mean psi(b_i),
 * where r_i is the distance from row i to its k-th nearest row, by the larger of the distances in x and in y (each divided
 * by its standard deviation), and a_i and b_i count the rows closer than r_i in x and in y, itself included. Where r_i is 0,
 * k_i, a_i and b_i count all ties but the row itself, after Gao et al.; scikit-learn's mutual_info_regression adds random
 * noise to break ties, so this needs no seed and agrees with it on data without ties. A negative estimate counts as 0.
 *
 * Source: Kraskov, Stoegbauer, Grassberger, Estimating Mutual Information (2004), the first of their two estimators.
 */
import { Sorter } from '../../maths/sort-order.js';
import { countAtMost, countBelow, harmonicNumbers } from './neighbour-counts.js';

export class ValueInformation {
  readonly #neighbours: number;
  readonly #sorter = new Sorter();
  readonly #psi: Float64Array;
  readonly #y: Float64Array;
  readonly #sortedY: Float64Array;
  readonly #sortedX: Float64Array;
  /** y in the order of x. */
  readonly #yByX: Float64Array;
  /** Distances of the nearest rows so far, ascending. */
  readonly #nearest: Float64Array;

  constructor(values: Float64Array, neighbours: number) {
    const count = values.length;
    this.#neighbours = Math.min(neighbours, count - 1);
    this.#psi = harmonicNumbers(count);
    this.#y = unitDeviation(values);
    this.#sortedY = this.#y.slice().sort();
    this.#sortedX = new Float64Array(count);
    this.#yByX = new Float64Array(count);
    this.#nearest = new Float64Array(this.#neighbours);
  }

  /** `values` has one value for every row. */
  measure(values: Float64Array): number {
    const count = values.length;
    if (count < 2) return 0;
    const x = unitDeviation(values);
    this.#sorter.order(x, count).forEach((row, place) => {
      this.#sortedX[place] = x[row];
      this.#yByX[place] = this.#y[row];
    });
    let sum = 0;
    for (let place = 0; place < count; place++) sum += this.#termOf(place);
    return Math.max(0, this.#psi[count - 1] + sum / count);
  }

  /** psi(k_i) - psi(a_i) - psi(b_i). */
  #termOf(place: number): number {
    const psi = this.#psi;
    const [x, y] = [this.#sortedX[place], this.#yByX[place]];
    const radius = this.#radiusOf(place);
    if (radius > 0) {
      const inX = closerThan(this.#sortedX, x, radius);
      const inY = closerThan(this.#sortedY, y, radius);
      return psi[this.#neighbours - 1] - psi[inX - 1] - psi[inY - 1];
    }
    const [firstX, endX] = tiesOf(this.#sortedX, x);
    const [firstY, endY] = tiesOf(this.#sortedY, y);
    let inBoth = 0;
    for (let at = firstX; at < endX; at++) if (this.#yByX[at] === y) inBoth++;
    return psi[inBoth - 2] - psi[endX - firstX - 2] - psi[endY - firstY - 2];
  }

  /** The distance to the k-th nearest row: outwards in x until x alone is further than that. */
  #radiusOf(place: number): number {
    const [sortedX, yByX, nearest] = [this.#sortedX, this.#yByX, this.#nearest];
    const count = sortedX.length;
    const last = nearest.length - 1;
    nearest.fill(Number.POSITIVE_INFINITY);
    let [below, above] = [place - 1, place + 1];
    while (true) {
      const down = below >= 0 ? sortedX[place] - sortedX[below] : Number.POSITIVE_INFINITY;
      const up = above < count ? sortedX[above] - sortedX[place] : Number.POSITIVE_INFINITY;
      const inX = Math.min(down, up);
      if (inX >= nearest[last]) return nearest[last];
      const other = down <= up ? below-- : above++;
      const distance = Math.max(inX, Math.abs(yByX[other] - yByX[place]));
      if (distance >= nearest[last]) continue;
      let at = last;
      while (at > 0 && nearest[at - 1] > distance) {
        nearest[at] = nearest[at - 1];
        at--;
      }
      nearest[at] = distance;
    }
  }
}

/** How many values are closer to `value` than the radius, itself included. */
function closerThan(sorted: Float64Array, value: number, radius: number): number {
  let low = countBelow(sorted, sorted.length, value - radius);
  let high = countAtMost(sorted, sorted.length, value + radius);
  // The sums are rounded, and the differences decide.
  while (low > 0 && value - sorted[low - 1] < radius) low--;
  while (value - sorted[low] >= radius) low++;
  while (high < sorted.length && sorted[high] - value < radius) high++;
  while (sorted[high - 1] - value >= radius) high--;
  return high - low;
}

function tiesOf(sorted: Float64Array, value: number): readonly [number, number] {
  return [countBelow(sorted, sorted.length, value), countAtMost(sorted, sorted.length, value)];
}

/** Divided by the standard deviation; a constant stays as it is. */
function unitDeviation(values: Float64Array): Float64Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const square = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  const deviation = Math.sqrt(square);
  return deviation > 0 ? values.map((value) => value / deviation) : values;
}
