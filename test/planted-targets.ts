/** Generated data of which it is known which features say something of a number, of several, or of the time to an event. */
import { fillNormal } from '../src/maths/normal.js';
import { createRandom, type Random } from '../src/maths/random.js';
import { allRows } from '../src/matrix/all-rows.js';
import { fitScaling } from '../src/prepare/fit-scaling.js';
import type { Matrix, Target, TrainingSet } from '../src/types.js';

export interface PlantedTarget {
  readonly training: TrainingSet<Matrix, Target>;
  readonly planted: ReadonlySet<number>;
}

interface Shape {
  readonly seed: number;
  readonly rowCount: number;
  readonly featureCount: number;
  /** The features that say something are the first so many. */
  readonly count: number;
}

/** Standard normal features, and a target made of every row's first ones. */
function plant(
  { seed, rowCount, featureCount, count }: Shape,
  tell: (rows: readonly Float64Array[], random: Random) => Target,
): PlantedTarget {
  const random = createRandom(seed);
  const values = new Float64Array(rowCount * featureCount);
  fillNormal(values, random);
  const matrix: Matrix = { kind: 'dense', rowCount, columnCount: featureCount, values };
  const rows = Array.from({ length: rowCount }, (_, row) =>
    values.subarray(row * featureCount, row * featureCount + count),
  );
  return {
    training: {
      matrix,
      target: tell(rows, random.fork('target')),
      scaling: fitScaling(matrix, allRows(matrix), 'minmax'),
    },
    planted: new Set(Array.from({ length: count }, (_, feature) => feature)),
  };
}

const numbers = (values: readonly number[], outputCount = 1): Target => ({
  kind: 'values',
  values: Float64Array.from(values),
  outputCount,
});

const sumOf = (row: ArrayLike<number>, each: (value: number, place: number) => number = (value) => value): number =>
  Array.from(row, each).reduce((sum, value) => sum + value, 0);

function normals(count: number, random: Random): Float64Array {
  const drawn = new Float64Array(count);
  fillNormal(drawn, random);
  return drawn;
}

/** The sum of 10 among 1,000 features and noise, so that the truth has R² 0.8; 500 rows. */
export function linearNumber(seed: number): PlantedTarget {
  return plant({ seed, rowCount: 500, featureCount: 1000, count: 10 }, (rows, random) => {
    const noise = normals(rows.length, random);
    return numbers(rows.map((row, at) => sumOf(row) + Math.sqrt(2.5) * noise[at]));
  });
}

/** The same with the noise of Student's t with two degrees of freedom, which has no variance. */
export function heavyTails(seed: number): PlantedTarget {
  return plant({ seed, rowCount: 500, featureCount: 1000, count: 10 }, (rows, random) => {
    const [a, b, c] = [normals(rows.length, random), normals(rows.length, random), normals(rows.length, random)];
    return numbers(rows.map((row, at) => sumOf(row) + a[at] / Math.sqrt((b[at] ** 2 + c[at] ** 2) / 2)));
  });
}

/** The sum of the squares of 10 among 400 features and noise; 1,000 rows. */
export function quadraticNumber(seed: number): PlantedTarget {
  return plant({ seed, rowCount: 1000, featureCount: 400, count: 10 }, (rows, random) => {
    const noise = normals(rows.length, random);
    return numbers(rows.map((row, at) => sumOf(row, (value) => value * value) + Math.sqrt(5) * noise[at]));
  });
}

/** Three products of two features each, of no use alone; 100 features, 2,000 rows. */
export function pairedNumber(seed: number): PlantedTarget {
  return plant({ seed, rowCount: 2000, featureCount: 100, count: 6 }, (rows, random) => {
    const noise = normals(rows.length, random);
    return numbers(rows.map((row, at) => row[0] * row[1] + row[2] * row[3] + row[4] * row[5] + 0.5 * noise[at]));
  });
}

/** Two numbers, each the sum of five features of its own; 1,000 features, 500 rows. */
export function twoNumbers(seed: number): PlantedTarget {
  return plant({ seed, rowCount: 500, featureCount: 1000, count: 10 }, (rows, random) => {
    const noise = normals(2 * rows.length, random);
    const told = rows.flatMap((row, at) => [
      sumOf(row.subarray(0, 5)) + noise[2 * at],
      100 * (sumOf(row.subarray(5)) + noise[2 * at + 1]),
    ]);
    return numbers(told, 2);
  });
}

/** Exponential times whose hazard ten features set, among 500; 500 rows, of which about `censored` are lost from sight before. */
export function hazard(seed: number, censored: number): PlantedTarget {
  return plant({ seed, rowCount: 500, featureCount: 500, count: 10 }, (rows, random) => {
    const times = rows.map((row) => -Math.log(1 - random.float()) / Math.exp(0.5 * sumOf(row)));
    // A watch that ends at a share of the time: the event comes in the rest.
    const isSeen = times.map(() => random.float() >= censored);
    const watched = times.map((time, at) => (isSeen[at] ? time : time * random.float()));
    return { kind: 'survival', times: Float64Array.from(watched), events: Uint8Array.from(isSeen, Number) };
  });
}
