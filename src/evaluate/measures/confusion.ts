/**
 * Which classes are taken for which, and a line for every class. Defined as in scikit-learn; what cannot be measured
 * (the recall of a class without test rows, the precision of a class never predicted) is undefined.
 */

export interface ClassLine {
  /** Test rows of the class. */
  readonly support: number;
  /** Test rows said to be of the class. */
  readonly predicted: number;
  readonly correct: number;
  /** Of those said to be of the class, the share that is. */
  readonly precision: number | undefined;
  /** Of those of the class, the share found. */
  readonly recall: number | undefined;
  /** Harmonic mean of precision and recall, 0 where one of them is 0 or undefined. */
  readonly f1: number | undefined;
}

export interface Confusion {
  /** [true class][predicted class] rows. */
  readonly table: readonly (readonly number[])[];
  readonly classes: readonly ClassLine[];
}

/** Row i counts `counts[i]` times, once where no counts are given. */
export function confusionOf(
  truth: Int32Array,
  predicted: Int32Array,
  classCount: number,
  counts?: Float64Array,
): Confusion {
  if (truth.length !== predicted.length || truth.length === 0) {
    throw new Error(`expected a prediction for each of ${truth.length} rows (at least one), got ${predicted.length}`);
  }
  const table = Array.from({ length: classCount }, () => new Array<number>(classCount).fill(0));
  for (let row = 0; row < truth.length; row++) table[truth[row]][predicted[row]] += counts?.[row] ?? 1;
  return { table, classes: classLines(truth, predicted, classCount, counts) };
}

/** The lines alone, without the table, which takes longer than all else where there are many classes. */
export function classLines(
  truth: Int32Array,
  predicted: Int32Array,
  classCount: number,
  counts?: Float64Array,
): ClassLine[] {
  const supports = new Float64Array(classCount);
  const predictions = new Float64Array(classCount);
  const hits = new Float64Array(classCount);
  for (let row = 0; row < truth.length; row++) {
    const count = counts?.[row] ?? 1;
    supports[truth[row]] += count;
    predictions[predicted[row]] += count;
    if (truth[row] === predicted[row]) hits[truth[row]] += count;
  }
  return Array.from(supports, (support, label) => describeClass(support, predictions[label], hits[label]));
}

function describeClass(support: number, predicted: number, correct: number): ClassLine {
  return {
    support,
    predicted,
    correct,
    precision: predicted > 0 ? correct / predicted : undefined,
    recall: support > 0 ? correct / support : undefined,
    f1: support + predicted > 0 ? (2 * correct) / (support + predicted) : undefined,
  };
}

export function meanOfDefined(values: readonly (number | undefined)[]): number | undefined {
  const defined = values.filter((value) => value !== undefined);
  return defined.length === 0 ? undefined : defined.reduce((sum, value) => sum + value, 0) / defined.length;
}
