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
  return { table, classes: lineReader(truth, predicted, classCount)(counts) };
}

/**
 * The lines alone, for one set of counts after another: without the table, which takes longer than all else where there are many
 * classes. Rows of one class that were taken for the same are counted together, and of such pairs there are few.
 */
export function lineReader(
  truth: Int32Array,
  predicted: Int32Array,
  classCount: number,
): (counts?: Float64Array) => ClassLine[] {
  const numbers = new Map<number, number>();
  const pairOf = truth.map((label, row) => {
    const pair = label * classCount + predicted[row];
    if (!numbers.has(pair)) numbers.set(pair, numbers.size);
    return numbers.get(pair)!;
  });
  const pairs = Float64Array.from(numbers.keys());
  const labels = Int32Array.from(pairs, (pair) => Math.floor(pair / classCount));
  const said = Int32Array.from(pairs, (pair) => pair % classCount);
  const once = new Float64Array(truth.length).fill(1);
  const rows = new Float64Array(pairs.length);
  return (counts = once) => {
    rows.fill(0);
    for (let row = 0; row < pairOf.length; row++) rows[pairOf[row]] += counts[row];
    const supports = new Float64Array(classCount);
    const predictions = new Float64Array(classCount);
    const hits = new Float64Array(classCount);
    for (let pair = 0; pair < pairs.length; pair++) {
      supports[labels[pair]] += rows[pair];
      predictions[said[pair]] += rows[pair];
      if (labels[pair] === said[pair]) hits[labels[pair]] += rows[pair];
    }
    return Array.from(supports, (support, label) => describeClass(support, predictions[label], hits[label]));
  };
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
