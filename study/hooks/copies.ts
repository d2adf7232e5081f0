/** Near copies: only one of every group is given to the network, or what is chosen in the end says something new. */
import { createRandom, shuffle } from '../../src/maths/random.js';
import { allRows } from '../../src/matrix/all-rows.js';
import { takeColumns } from '../../src/matrix/take-columns.js';
import { product, standardised } from '../../src/select/network/alikeness.js';
import { rankScores } from '../../src/select/rank-scores.js';
import type { Scores, TrainingSet } from '../../src/types.js';

const comparedRows = 500;
const rowsAtOnce = 32;

/** Of features with |r| above `most` the one that comes first in `order`: ascending. */
export function firstOfCopies(training: TrainingSet, order: Int32Array, most: number): Int32Array {
  const columns = standardColumns(training);
  const left = columns.map(lengthsLeft);
  const kept: number[] = [];
  for (const feature of order) {
    if (!kept.some((other) => exceeds(columns[feature], left[feature], columns[other], left[other], most))) {
      kept.push(feature);
    }
  }
  return Int32Array.from(kept).sort();
}

/** Some of the columns, with their scaling. */
export function takeFeatures(training: TrainingSet, features: Int32Array): TrainingSet {
  const { matrix, scaling } = training;
  const some = (values: Float64Array): Float64Array => Float64Array.from(features, (feature) => values[feature]);
  return {
    ...training,
    matrix: takeColumns(matrix, features),
    scaling: { ...scaling, offset: some(scaling.offset), factor: some(scaling.factor) },
  };
}

/** Scores of all features, those that were not among the ones scored below the others. */
export function spread({ scores }: Scores, features: Int32Array, featureCount: number): Scores {
  const all = new Float64Array(featureCount).fill(-2);
  features.forEach((feature, i) => {
    all[feature] = scores[i];
  });
  return rankScores(all);
}

/** K of the features with a strength, one after the other by strength * (1 - largest r^2 with one chosen before). */
export function chooseApart(training: TrainingSet, { scores, ranking }: Scores, k: number): Scores {
  const alive = ranking.filter((feature) => scores[feature] > 0);
  const columns = standardColumns(training, alive);
  const unsaid = new Float64Array(alive.length).fill(1);
  const chosen: number[] = [];
  while (chosen.length < Math.min(k, alive.length)) {
    let best = -1;
    alive.forEach((feature, i) => {
      if (chosen.includes(i)) return;
      if (best < 0 || scores[feature] * unsaid[i] > scores[alive[best]] * unsaid[best]) best = i;
    });
    chosen.push(best);
    alive.forEach((_, i) => {
      unsaid[i] = Math.min(unsaid[i], 1 - product(columns[i], columns[best]) ** 2);
    });
  }
  const most = scores[ranking[0]] + 1;
  const changed = scores.slice();
  chosen.forEach((i, place) => {
    changed[alive[i]] = most + k - place;
  });
  return rankScores(changed);
}

/** Of mean 0 and length 1 over a sample of rows. */
function standardColumns({ matrix }: TrainingSet, features?: Int32Array): Float64Array[] {
  const rows = shuffle(allRows(matrix), createRandom(7)).slice(0, comparedRows);
  const some = features === undefined ? matrix : takeColumns(matrix, features);
  const place = new Map(Array.from(rows, (row, at) => [row, at]));
  const columns = Array.from({ length: some.columnCount }, () => new Float64Array(rows.length));
  if (some.kind === 'dense') {
    for (const [row, at] of place) {
      columns.forEach((column, i) => {
        column[at] = some.values[row * some.columnCount + i];
      });
    }
  } else {
    for (const [row, at] of place) {
      for (let k = some.rowStart[row]; k < some.rowStart[row + 1]; k++) columns[some.column[k]][at] = some.value[k];
    }
  }
  return columns.map(standardised);
}

/** The length of what is left of a column from every 32nd row on. */
function lengthsLeft(column: Float64Array): Float64Array {
  const left = new Float64Array(Math.ceil(column.length / rowsAtOnce) + 1);
  for (let part = left.length - 2; part >= 0; part--) {
    const own = column.subarray(part * rowsAtOnce, (part + 1) * rowsAtOnce);
    left[part] = Math.sqrt(left[part + 1] ** 2 + product(own, own));
  }
  return left;
}

/** Whether |r| is above `most`; stops as soon as the rows that are left cannot make it so. */
function exceeds(a: Float64Array, leftA: Float64Array, b: Float64Array, leftB: Float64Array, most: number): boolean {
  let sum = 0;
  for (let part = 0; part < leftA.length - 1; part++) {
    const end = Math.min(a.length, (part + 1) * rowsAtOnce);
    for (let row = part * rowsAtOnce; row < end; row++) sum += a[row] * b[row];
    if (Math.abs(sum) + leftA[part + 1] * leftB[part + 1] <= most) return false;
  }
  return Math.abs(sum) > most;
}
