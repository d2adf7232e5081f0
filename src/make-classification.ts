/**
 * Generated data with known informative features, as scikit-learn's make_classification gives: every class has its
 * centre at a corner of a cube over the informative features, redundant features are mixtures of informative ones,
 * all others are noise; the columns are shuffled.
 */
import { createRandom, type Random, shuffle } from './maths/random.js';

export interface ClassificationOptions {
  readonly rowCount: number;
  readonly featureCount: number;
  readonly informativeCount: number;
  readonly redundantCount: number;
  readonly classCount: number;
  /** Half the side of the cube; the noise around a centre has deviation 1. */
  readonly separation: number;
  readonly seed: number;
}

export interface Classification {
  /** [row][feature] */
  readonly values: Float32Array;
  readonly labels: Int32Array;
  /** Feature numbers that hold signal. */
  readonly informative: ReadonlySet<number>;
  readonly redundant: ReadonlySet<number>;
}

export function makeClassification(options: ClassificationOptions): Classification {
  const { rowCount, featureCount, informativeCount, redundantCount, classCount, separation } = options;
  const random = createRandom(options.seed);
  const place = shuffle(
    Int32Array.from({ length: featureCount }, (_, feature) => feature),
    random,
  );
  const corners = Array.from({ length: classCount }, () =>
    Array.from({ length: informativeCount }, () => (random.below(2) === 0 ? -separation : separation)),
  );
  const mixtures = Array.from({ length: redundantCount }, () =>
    Array.from({ length: informativeCount }, () => 2 * random.float() - 1),
  );
  const values = new Float32Array(rowCount * featureCount);
  const labels = Int32Array.from({ length: rowCount }, (_, row) => row % classCount);
  for (let row = 0; row < rowCount; row++) {
    const signal = corners[labels[row]].map((centre) => centre + normal(random));
    const mixed = mixtures.map((weights) => weights.reduce((sum, weight, at) => sum + weight * signal[at], 0));
    const known = [...signal, ...mixed];
    for (let at = 0; at < featureCount; at++) {
      values[row * featureCount + place[at]] = at < known.length ? known[at] : normal(random);
    }
  }
  return {
    values,
    labels,
    informative: new Set(place.subarray(0, informativeCount)),
    redundant: new Set(place.subarray(informativeCount, informativeCount + redundantCount)),
  };
}

/** The sum of twelve uniform numbers less six: mean 0, deviation 1, and the same on every machine. */
function normal(random: Random): number {
  let sum = -6;
  for (let i = 0; i < 12; i++) sum += random.float();
  return sum;
}
