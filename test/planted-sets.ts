/** Generated data of which it is known which features say something of the class, for the tests and the study. */
import { makeClassification } from '../src/make-classification.js';
import { fillNormal } from '../src/maths/normal.js';
import { createRandom, shuffle } from '../src/maths/random.js';
import { allRows } from '../src/matrix/all-rows.js';
import { fitScaling } from '../src/prepare/fit-scaling.js';
import { numberedClasses } from '../src/target/class-target.js';
import type { ScalingMethod, TrainingSet } from '../src/types.js';

export interface Planted {
  readonly training: TrainingSet;
  readonly planted: ReadonlySet<number>;
}

/** Eight classes at corners of a cube over ten features, a deviation of noise around them; 500 rows, 1,000 features. */
export function corners(seed: number, redundantCount: number): Planted {
  const shape = { rowCount: 500, featureCount: 1000, informativeCount: 10, classCount: 8 };
  const made = makeClassification({ ...shape, redundantCount, separation: 1, seed });
  const planted = new Set([...made.informative, ...made.redundant]);
  return { training: scaled(made.values, made.labels, shape.featureCount, shape.classCount), planted };
}

/** Wide data: four classes, each next one half a deviation higher in 60 of 6,000 features; 200 rows, scaled to 0 to 1. */
export function weakSignals(seed: number): Planted {
  const [rowCount, featureCount, spacing] = [200, 6000, 100];
  const noise = new Float64Array(rowCount * featureCount);
  fillNormal(noise, createRandom(seed));
  const labels = Int32Array.from({ length: rowCount }, (_, row) => row % 4);
  const values = Float32Array.from(noise, (value, at) =>
    (at % featureCount) % spacing === 0 ? value + labels[Math.floor(at / featureCount)] / 2 : value,
  );
  const planted = new Set(Array.from({ length: featureCount / spacing }, (_, place) => place * spacing));
  return { training: scaled(values, labels, featureCount, 4, 'minmax'), planted };
}

/** The class is the majority of the signs of three products x_1 x_2, x_3 x_4, x_5 x_6; 2,000 rows. */
export function pairs(seed: number, featureCount: number): Planted {
  const random = createRandom(seed);
  const values = Float32Array.from({ length: 2000 * featureCount }, () => 2 * random.float() - 1);
  const labels = Int32Array.from({ length: 2000 }, (_, row) => {
    const at = (feature: number): number => values[row * featureCount + feature];
    return Math.sign(at(0) * at(1)) + Math.sign(at(2) * at(3)) + Math.sign(at(4) * at(5)) > 0 ? 1 : 0;
  });
  return { training: scaled(values, labels, featureCount, 2), planted: new Set([0, 1, 2, 3, 4, 5]) };
}

/** The sum of 20 features and of the squares of 20 others is above or below its median; 400 features, 1,000 rows. */
export function halfQuadratic(seed: number): Planted {
  const [rowCount, featureCount, count] = [1000, 400, 40];
  const noise = new Float64Array(rowCount * featureCount);
  fillNormal(noise, createRandom(seed));
  const values = Float32Array.from(noise);
  const sums = Float64Array.from({ length: rowCount }, (_, row) => {
    const own = values.subarray(row * featureCount, row * featureCount + count);
    return own.reduce((sum, x, place) => sum + (place < count / 2 ? x : (x * x - 1) / Math.SQRT2), 0);
  });
  const median = sums.slice().sort()[rowCount / 2];
  const labels = Int32Array.from(sums, (sum) => (sum < median ? 0 : 1));
  const planted = new Set(Array.from({ length: count }, (_, feature) => feature));
  return { training: scaled(values, labels, featureCount, 2), planted };
}

/**
 * Of madelon's kind: clusters at the 32 corners of a cube over 5 features, half of them of either class at random, 15
 * mixtures of the 5, and 480 features of noise; 2,000 rows. The cube's half side is twice the noise's deviation.
 */
export function madelon(seed: number): Planted {
  const random = createRandom(seed);
  const [rowCount, featureCount, mixtureCount] = [2000, 500, 15];
  const classes = shuffle(
    Int32Array.from({ length: 32 }, (_, corner) => corner % 2),
    random,
  );
  const mixtures = Array.from({ length: mixtureCount }, () => Array.from({ length: 5 }, () => 2 * random.float() - 1));
  const noise = new Float64Array(rowCount * featureCount);
  fillNormal(noise, random);
  const values = Float32Array.from(noise);
  const labels = Int32Array.from({ length: rowCount }, (_, row) => {
    const corner = random.below(32);
    const own = values.subarray(row * featureCount, (row + 1) * featureCount);
    for (let side = 0; side < 5; side++) own[side] += (corner >> side) & 1 ? 2 : -2;
    mixtures.forEach((weights, place) => {
      own[5 + place] = weights.reduce((sum, weight, side) => sum + weight * own[side], 0);
    });
    return classes[corner];
  });
  const planted = new Set(Array.from({ length: 5 + mixtureCount }, (_, feature) => feature));
  return { training: scaled(values, labels, featureCount, 2), planted };
}

function scaled(
  values: Float32Array,
  labels: Int32Array,
  columnCount: number,
  classCount: number,
  method: ScalingMethod = 'standard',
): TrainingSet {
  const matrix = { kind: 'dense', rowCount: labels.length, columnCount, values } as const;
  return {
    matrix,
    target: numberedClasses(labels, classCount),
    scaling: fitScaling(matrix, allRows(matrix), method),
  };
}
