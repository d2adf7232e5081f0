/**
 * Support vector machine with the Gaussian kernel exp(-gamma * |a - b|^2), one class against one, as scikit-learn's
 * SVC and LIBSVM solve it: C = 1, gamma "scale" = 1 / (features * variance of the training values), tolerance 1e-3.
 * Every pair of classes votes; among classes with equal votes the one with the lower index wins.
 *
 * Training rows are put in the order of their classes for the time of the training, so that the rows of a pair are
 * neighbours in memory. Pairs are solved side by side, one a thread. Which thread solves a pair, and how large the
 * kernel cache is, changes no bit of the result.
 */
import type { Block } from '../compute/memory.js';
import { UserError } from '../errors.js';
import type { ClassifierContext, ClassifierInput } from './contract.js';
import { type Points, permuteRows, squaredNorms } from './points.js';
import { type SolvedPair, solvePairs } from './svm-pairs.js';
import { predictSvm } from './svm-predict.js';

export interface SvmOptions {
  /** C, the price of a margin violation. */
  readonly cost: number;
  /** Width of the kernel; "scale" is 1 / (features * variance of the training values). */
  readonly gamma: number | 'scale';
  /** The solver ends when the largest violation of the optimality conditions is below this. */
  readonly tolerance: number;
  /** Bound of the cache of kernel rows, shared by all threads. */
  readonly cacheMegabytes: number;
}

export const svmDefaults: SvmOptions = { cost: 1, gamma: 'scale', tolerance: 1e-3, cacheMegabytes: 200 };

export interface SvmModel {
  readonly train: Points;
  readonly squares: Block<Float64Array>;
  readonly gamma: number;
  /** Training rows of every class, ascending. */
  readonly classRows: readonly Int32Array[];
  /** Ordered (0,1), (0,2) .. (1,2) .. */
  readonly pairs: readonly SolvedPair[];
}

/** What training is taken to be of the whole, for progress. */
export const trainingShare = 0.7;

export async function classifySvm(
  input: ClassifierInput,
  options: SvmOptions,
  context: ClassifierContext,
): Promise<Int32Array> {
  const { memory } = context.engine;
  const mark = memory.mark();
  const order = Int32Array.from(groupRows(input.trainLabels, input.classCount).flatMap((rows) => [...rows]));
  permuteRows(input.train, order);
  try {
    const trainLabels = order.map((row) => input.trainLabels[row]);
    const model = await trainSvm({ ...input, trainLabels }, options, {
      ...context,
      onProgress: (done) => context.onProgress?.(done * trainingShare),
    });
    return await predictSvm(model, input.test, {
      ...context,
      onProgress: (done) => context.onProgress?.(trainingShare + done * (1 - trainingShare)),
    });
  } finally {
    permuteRows(input.train, invert(order));
    memory.release(mark);
  }
}

/** The model's arrays stay in kernel memory until the caller releases its mark. */
export async function trainSvm(
  input: Omit<ClassifierInput, 'test'>,
  options: SvmOptions,
  context: ClassifierContext,
): Promise<SvmModel> {
  const { train } = input;
  const { engine } = context;
  const classRows = groupRows(input.trainLabels, input.classCount);
  const gamma = options.gamma === 'scale' ? scaleGamma(train) : options.gamma;
  const squares = squaredNorms(engine, train);
  const mark = engine.memory.mark();
  try {
    const parameters = { gamma, cost: options.cost, tolerance: options.tolerance };
    const pairs = await solvePairs(train, squares, classRows, parameters, options.cacheMegabytes * 2 ** 20, context);
    return { train, squares, gamma, classRows, pairs };
  } finally {
    engine.memory.release(mark);
  }
}

/** Training rows by class. */
export function groupRows(labels: Int32Array, classCount: number): Int32Array[] {
  const rows: number[][] = Array.from({ length: classCount }, () => []);
  labels.forEach((label, row) => {
    rows[label].push(row);
  });
  return rows.map((list) => Int32Array.from(list));
}

function invert(order: Int32Array): Int32Array {
  const inverse = new Int32Array(order.length);
  order.forEach((row, place) => {
    inverse[row] = place;
  });
  return inverse;
}

/** gamma "scale": 1 / (features * variance), the variance taken over all training values together. */
export function scaleGamma(points: Points): number {
  const { rowCount, featureCount, stride, x } = points;
  const mean = sumValues(points, (value) => value) / (rowCount * featureCount);
  // The zeros that pad a row would each add mean^2.
  const padding = rowCount * (stride - featureCount) * mean * mean;
  const variance = (sumValues(points, (value) => (value - mean) ** 2) - padding) / (rowCount * featureCount);
  if (!(variance > 1e-300) || x.view.length === 0) {
    throw new UserError(
      'data',
      `SVM: all ${featureCount} chosen features are constant in the ${rowCount} training rows, so gamma "scale" ` +
        'would divide by zero; choose other features or give gamma as a number',
    );
  }
  return 1 / (featureCount * variance);
}

/** Sums by rows first, so that rounding stays small for any number of values. */
function sumValues({ rowCount, stride, x }: Points, term: (value: number) => number): number {
  let total = 0;
  for (let row = 0; row < rowCount; row++) {
    let sum = 0;
    for (let i = row * stride; i < (row + 1) * stride; i++) sum += term(x.view[i]);
    total += sum;
  }
  return total;
}
