/**
 * How well predicted classes agree with the true ones: accuracy with its 95 % interval, balanced accuracy, macro F1,
 * the confusion matrix and a line per class. Defined as in scikit-learn; what cannot be measured (the recall of a class
 * without test rows, the precision of a class never predicted) is undefined.
 */

export interface ClassMetrics {
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

export interface Metrics {
  readonly rowCount: number;
  readonly correct: number;
  readonly accuracy: number;
  /** Wilson's 95 % interval of the accuracy. */
  readonly interval: readonly [low: number, high: number];
  /** Mean recall of the classes that have test rows. */
  readonly balancedAccuracy: number;
  /** Mean F1 of the classes that have test rows or were predicted. */
  readonly macroF1: number;
  /** [true class][predicted class] rows. */
  readonly confusion: readonly (readonly number[])[];
  readonly classes: readonly ClassMetrics[];
}

/** The normal quantile of 97.5 %. */
const z95 = 1.959963984540054;

export function measure(truth: Int32Array, predictions: Int32Array, classCount: number): Metrics {
  if (truth.length !== predictions.length || truth.length === 0) {
    throw new Error(`expected a prediction for each of ${truth.length} rows (at least one), got ${predictions.length}`);
  }
  const confusion = Array.from({ length: classCount }, () => new Array<number>(classCount).fill(0));
  truth.forEach((label, row) => {
    confusion[label][predictions[row]]++;
  });
  const classes = confusion.map((_, label) => measureClass(confusion, label));
  const correct = classes.reduce((sum, { correct }) => sum + correct, 0);
  return {
    rowCount: truth.length,
    correct,
    accuracy: correct / truth.length,
    interval: wilsonInterval(correct / truth.length, truth.length),
    balancedAccuracy: meanOfDefined(classes.map(({ recall }) => recall)),
    macroF1: meanOfDefined(classes.map(({ f1 }) => f1)),
    confusion,
    classes,
  };
}

function measureClass(confusion: readonly (readonly number[])[], label: number): ClassMetrics {
  const correct = confusion[label][label];
  const support = confusion[label].reduce((sum, count) => sum + count, 0);
  const predicted = confusion.reduce((sum, row) => sum + row[label], 0);
  return {
    support,
    predicted,
    correct,
    precision: predicted > 0 ? correct / predicted : undefined,
    recall: support > 0 ? correct / support : undefined,
    f1: support + predicted > 0 ? (2 * correct) / (support + predicted) : undefined,
  };
}

function meanOfDefined(values: readonly (number | undefined)[]): number {
  const defined = values.filter((value) => value !== undefined);
  return defined.reduce((sum, value) => sum + value, 0) / defined.length;
}

/**
 * Wilson's score interval of a share: (p + z^2/2n +- z sqrt(p(1-p)/n + z^2/4n^2)) / (1 + z^2/n). Unlike p +- 2 standard
 * errors it stays inside 0 .. 1 and has a width where all rows are right.
 */
export function wilsonInterval(share: number, count: number): readonly [low: number, high: number] {
  const scale = 1 + z95 ** 2 / count;
  const middle = (share + z95 ** 2 / (2 * count)) / scale;
  const half = (z95 * Math.sqrt((share * (1 - share)) / count + z95 ** 2 / (4 * count ** 2))) / scale;
  // At the ends rounding may leave the interval a hair short of 0 or 1.
  return [share === 0 ? 0 : middle - half, share === 1 ? 1 : middle + half];
}
