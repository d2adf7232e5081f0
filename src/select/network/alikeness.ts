/**
 * How much features say the same: all together, or each the same as one other. Of pixels from all over a picture few pairs
 * are alike, and yet each has a neighbour that says the same; of genes that follow one process each is a little like
 * all others.
 *
 *   mean r^2     over all pairs
 *   nearest r^2  mean over the features of the largest with another
 *
 * each less what it is by chance, which is found with the rows of every feature in an order of its own: the largest of many
 * correlations is far above 0 where there are few rows.
 */
import { createRandom, shuffle } from '../../maths/random.js';
import { allRows } from '../../matrix/all-rows.js';

/** Both are 0 where the features are independent, and up to 1. */
export interface Alikeness {
  readonly mean: number;
  readonly nearest: number;
}

/** Of columns that are `standardised`. */
export function alikeness(columns: readonly Float64Array[]): Alikeness {
  const [found, chance] = [columns, columns.map(shuffled)].map(squares);
  return { mean: Math.max(0, found.mean - chance.mean), nearest: Math.max(0, found.nearest - chance.nearest) };
}

function squares(columns: readonly Float64Array[]): Alikeness {
  const largest = new Float64Array(columns.length);
  let [sum, count] = [0, 0];
  for (let i = 0; i < columns.length; i++) {
    for (let j = 0; j < i; j++) {
      const r = product(columns[i], columns[j]);
      const square = r * r;
      largest[i] = Math.max(largest[i], square);
      largest[j] = Math.max(largest[j], square);
      sum += square;
      count++;
    }
  }
  if (count === 0) return { mean: 0, nearest: 0 };
  return { mean: sum / count, nearest: largest.reduce((total, each) => total + each, 0) / columns.length };
}

/** The rows in an order that is the same in every run, and another for every place. */
function shuffled(column: Float64Array, place: number): Float64Array {
  const order = shuffle(allRows({ rowCount: column.length }), createRandom(place));
  return Float64Array.from(order, (row) => column[row]);
}

export function product(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let row = 0; row < a.length; row++) sum += a[row] * b[row];
  return sum;
}

/** Of mean 0 and length 1; all 0 where the feature is constant. */
export function standardised(values: Float32Array | Float64Array): Float64Array {
  let total = 0;
  for (const value of values) total += value;
  const mean = total / values.length;
  const centred = Float64Array.from(values, (value) => value - mean);
  const length = Math.sqrt(product(centred, centred));
  return length > 0 ? centred.map((value) => value / length) : centred;
}
