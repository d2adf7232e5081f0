/**
 * Generated data of which it is known which features say something of the class: families by kind of signal, rows,
 * columns and classes. The columns are normal noise but for the signals, which stand at places drawn at random.
 *
 *   linear     every class has a centre of its own, a normal draw times the separation, in each signal
 *   quadratic  half of the signals act by x, the other half by x^2; classes are parts of equal size of their sum
 *   pairs      the class is the sign of the sum of the signs of products of two signals each
 *   madelon    clusters at the corners of a cube over a quarter of the signals, either class at random; the rest mix them
 *   blocks     as linear, and every signal or noise column stands in a block of ten with correlation 0.8
 *   repeats    as linear over a quarter of the signals; the others repeat one of them with a tenth of noise
 */
import { fillNormal } from '../src/maths/normal.js';
import { createRandom, type Random, shuffle } from '../src/maths/random.js';
import { allRows } from '../src/matrix/all-rows.js';
import type { Dataset } from '../src/types.js';

export type SignalKind = 'linear' | 'quadratic' | 'pairs' | 'madelon' | 'blocks' | 'repeats';

export interface Family {
  readonly kind: SignalKind;
  readonly rows: number;
  readonly columns: number;
  readonly classes: number;
  readonly signals: number;
  /** Size of the signals beside noise of deviation 1, where the kind has one. */
  readonly separation?: number;
  /** Every value is e to the power of what it was: long tails, as raw intensities have them. */
  readonly skewed?: boolean;
}

export interface Generated {
  readonly dataset: Dataset;
  readonly planted: ReadonlySet<number>;
}

/** `family.rows` rows to learn from, and after them `judgeRows` to be judged on. */
export function generate(family: Family, judgeRows: number, seed: number): Generated {
  const random = createRandom(seed).fork(JSON.stringify(family));
  const rowCount = family.rows + judgeRows;
  const noise = new Float64Array(rowCount * family.columns);
  fillNormal(noise, random);
  const values = Float32Array.from(noise);
  if (family.kind === 'blocks') correlate(values, family.columns);
  const places = shuffle(allRows({ rowCount: family.columns }), random).slice(0, family.signals);
  const labels = plant[family.kind](
    Array.from({ length: rowCount }, (_, row) => values.subarray(row * family.columns, (row + 1) * family.columns)),
    places,
    family,
    random,
  );
  if (family.skewed)
    values.forEach((value, i) => {
      values[i] = Math.exp(value);
    });
  const names = (count: number): string[] => Array.from({ length: count }, (_, i) => `${i}`);
  const dataset: Dataset = {
    matrix: { kind: 'dense', rowCount, columnCount: family.columns, values },
    featureNames: names(family.columns),
    target: { kind: 'classes', labels, classNames: names(family.classes) },
    targetName: 'class',
  };
  return { dataset, planted: new Set(places) };
}

type Plant = (rows: Float32Array[], places: Int32Array, family: Family, random: Random) => Int32Array;

const linear: Plant = (rows, places, { classes, separation = 1 }, random) => {
  const centres = new Float64Array(classes * places.length);
  fillNormal(centres, random);
  const labels = Int32Array.from(rows, (_, row) => row % classes);
  rows.forEach((row, r) => {
    places.forEach((place, p) => {
      row[place] += separation * centres[labels[r] * places.length + p];
    });
  });
  return labels;
};

const quadratic: Plant = (rows, places, { classes }) => {
  const half = places.length >> 1;
  const sums = rows.map((row) =>
    places.reduce((sum, place, p) => sum + (p < half ? row[place] : (row[place] ** 2 - 1) / Math.SQRT2), 0),
  );
  return equalParts(sums, classes);
};

const pairs: Plant = (rows, places) =>
  Int32Array.from(rows, (row) => {
    let sum = 0;
    for (let p = 0; p < places.length; p += 2) sum += Math.sign(row[places[p]] * row[places[p + 1]]);
    return sum > 0 ? 1 : 0;
  });

const madelon: Plant = (rows, places, { separation = 2 }, random) => {
  const sides = Math.max(2, places.length >> 2);
  const classes = shuffle(
    Int32Array.from({ length: 2 ** sides }, (_, corner) => corner % 2),
    random,
  );
  const mixtures = Array.from({ length: places.length - sides }, () =>
    Array.from({ length: sides }, () => 2 * random.float() - 1),
  );
  return Int32Array.from(rows, (row) => {
    const corner = random.below(2 ** sides);
    for (let side = 0; side < sides; side++) row[places[side]] += (corner >> side) & 1 ? separation : -separation;
    mixtures.forEach((weights, m) => {
      row[places[sides + m]] = weights.reduce((sum, weight, side) => sum + weight * row[places[side]], 0);
    });
    return classes[corner];
  });
};

const repeats: Plant = (rows, places, family, random) => {
  const count = Math.max(1, places.length >> 2);
  const labels = linear(rows, places.subarray(0, count), family, random);
  for (const row of rows) {
    for (let p = count; p < places.length; p++) row[places[p]] = row[places[p % count]] + 0.1 * row[places[p]];
  }
  return labels;
};

const plant: Readonly<Record<SignalKind, Plant>> = { linear, quadratic, pairs, madelon, blocks: linear, repeats };

/** Every ten neighbours share a part: correlation 0.8 between them, deviation 1. */
function correlate(values: Float32Array, columns: number): void {
  for (let at = 0; at < values.length; at += columns) {
    for (let first = 0; first < columns; first += 10) {
      const shared = values[at + first];
      for (let i = first; i < Math.min(columns, first + 10); i++) {
        values[at + i] =
          Math.sqrt(0.8) * shared + Math.sqrt(0.2) * (i === first ? values[at + ((i + 10) % columns)] : values[at + i]);
      }
    }
  }
}

/** Classes of equal size by the order of the numbers. */
function equalParts(numbers: readonly number[], classes: number): Int32Array {
  const order = numbers.map((_, i) => i).sort((a, b) => numbers[a] - numbers[b]);
  const labels = new Int32Array(numbers.length);
  order.forEach((row, place) => {
    labels[row] = Math.floor((place * classes) / numbers.length);
  });
  return labels;
}
