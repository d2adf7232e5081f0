/**
 * Support vector machine with the Gaussian kernel exp(-gamma * |a - b|^2), as scikit-learn's SVC and SVR and LIBSVM solve
 * it: C = 1, gamma "scale" = 1 / (features * variance of the training values), tolerance 1e-3. Weights of rows multiply
 * their C.
 *
 * Classes: one against one; every pair of classes votes, among classes with equal votes the one with the lower index
 * wins. Training rows are put in the order of their classes for the time of the training, so that the rows of a pair are
 * neighbours in memory. Pairs are solved side by side, one a thread. Which thread solves a pair, and how large the
 * kernel cache is, changes no bit of the result. Numbers: errors up to epsilon cost nothing; of several outputs, each has
 * a machine of its own. Numbers are standardised by the training rows first, as by TransformedTargetRegressor with a
 * StandardScaler, because C and epsilon would otherwise mean something else in every unit.
 */
import { UserError } from '../../errors.js';
import { valueMoments } from '../../target/standardise.js';
import type { ClassTarget, ValueTarget } from '../../types.js';
import type { JudgeContext, JudgedPoints, PointJudge } from '../contract.js';
import { type Points, permuteRows, squaredNorms } from '../points.js';
import type { ClassPredictions, ValuePredictions } from '../predictions.js';
import { findColumns } from '../sparse-columns.js';
import { tabulateKernel } from './gaussian-table.js';
import { collectSupportVectors, PairVotes, pairTasks, rowsOfClasses } from './svm-classes.js';
import { decide, type SvmModel } from './svm-decide.js';
import { type SolvedTask, type SvmTask, solveTasks } from './svm-solve.js';
import { collectRegressionVectors, regressionTask } from './svm-values.js';

export interface SvmOptions {
  /** C, the price of a margin violation. */
  readonly cost: number;
  /** Width of the kernel; "scale" is 1 / (features * variance of the training values), "auto" 1 / features. */
  readonly gamma: number | 'scale' | 'auto';
  /** Numbers: errors up to this many of their deviations cost nothing. */
  readonly epsilon: number;
  /** The solver ends when the largest violation of the optimality conditions is below this. */
  readonly tolerance: number;
  /** Bound of the cache of kernel rows, shared by all threads. */
  readonly cacheMegabytes: number;
}

export const svm: PointJudge<SvmOptions> = {
  name: 'svm',
  title: 'SVM',
  summary: 'support vector machine with a Gaussian kernel',
  targets: ['classes', 'values'],
  takesWeights: true,
  seesDistancesAlone: true,
  options: {
    cost: { type: 'number', above: 0, default: 1, help: 'C: penalty for margin violations' },
    gamma: {
      type: 'number',
      above: 0,
      words: ['scale', 'auto'],
      default: 'scale',
      help: 'width of the kernel; scale is 1 / (features * variance), auto 1 / features',
    },
    epsilon: {
      type: 'number',
      min: 0,
      default: 0.1,
      help: 'numbers: errors up to this cost nothing, in deviations of the number',
    },
    tolerance: {
      type: 'number',
      above: 0,
      default: 1e-3,
      help: 'violation of the conditions at which the solver ends',
    },
    cacheMegabytes: { type: 'number', min: 0, default: 200, help: 'most memory for kernel rows, in MB' },
  },
  judgePoints(input, options, context) {
    const { target } = input;
    if (target.kind === 'classes') return judgeClasses({ ...input, target }, options, context);
    return judgeValues({ ...input, target: target as ValueTarget }, options, context);
  },
};

/** What training is taken to be of the whole, for progress. */
export const trainingShare = 0.7;

async function judgeClasses(
  input: JudgedPoints<ClassTarget>,
  options: SvmOptions,
  context: JudgeContext,
): Promise<ClassPredictions> {
  const { memory } = context.engine;
  const { train, target, test, weights } = input;
  const classCount = target.classNames.length;
  const mark = memory.mark();
  const order = Int32Array.from(rowsOfClasses(target, undefined).flatMap((rows) => [...rows]));
  permuteRows(train, order);
  try {
    const sorted = {
      train,
      target: { ...target, labels: order.map((row) => target.labels[row]) },
      weights: weights && Float64Array.from(order, (row) => weights[row]),
    };
    const model = await trainSvm(sorted, options, partOf(context, 0, trainingShare));
    const votes = new PairVotes(test.rowCount, classCount);
    await decide(model, test, partOf(context, trainingShare, 1), (decisions, start) => votes.add(decisions, start));
    return { kind: 'classes', labels: votes.labels, scores: votes.scores };
  } finally {
    permuteRows(train, invert(order));
    memory.release(mark);
  }
}

/** The model's arrays stay in kernel memory until the caller releases its mark. */
export async function trainSvm(
  { train, target, weights }: Omit<JudgedPoints<ClassTarget>, 'test'>,
  options: SvmOptions,
  context: JudgeContext,
): Promise<SvmModel & { readonly pairs: readonly SolvedTask[] }> {
  const classRows = rowsOfClasses(target, weights);
  const tasks = pairTasks(classRows, costsOf(train, weights, options));
  const { base, solved: pairs } = await solve(train, tasks, options, context);
  return { ...base, support: collectSupportVectors(classRows, pairs), rhos: pairs.map(({ rho }) => rho), pairs };
}

async function judgeValues(
  { train, target, weights, test }: JudgedPoints<ValueTarget>,
  options: SvmOptions,
  context: JudgeContext,
): Promise<ValuePredictions> {
  const { values, outputCount } = target;
  const { memory } = context.engine;
  const mark = memory.mark();
  try {
    const rows = Int32Array.from({ length: train.rowCount }, (_, row) => row).filter(
      (row) => weights === undefined || weights[row] > 0,
    );
    const costs = costsOf(train, weights, options);
    const { means, deviations } = valueMoments(target, weights);
    const tasks = Array.from({ length: outputCount }, (_, output) => {
      const factor = deviations[output] > 0 ? 1 / deviations[output] : 0;
      const own = Float64Array.from(
        { length: train.rowCount },
        (_, row) => (values[row * outputCount + output] - means[output]) * factor,
      );
      return regressionTask(rows, own, costs, options.epsilon);
    });
    const { base, solved } = await solve(train, tasks, options, partOf(context, 0, trainingShare));
    const predicted = new Float64Array(test.rowCount * outputCount);
    for (const [output, each] of solved.entries()) {
      const model = { ...base, support: collectRegressionVectors(rows, each), rhos: [each.rho] };
      const from = trainingShare + ((1 - trainingShare) * output) / outputCount;
      const asked = partOf(context, from, from + (1 - trainingShare) / outputCount);
      await decide(model, test, asked, (decisions, start) => {
        decisions.forEach((decision, at) => {
          predicted[(start + at) * outputCount + output] = means[output] + deviations[output] * decision;
        });
      });
    }
    return { kind: 'values', values: predicted };
  } finally {
    memory.release(mark);
  }
}

async function solve(train: Points, tasks: readonly SvmTask[], options: SvmOptions, context: JudgeContext) {
  const { engine } = context;
  const gamma = gammaOf(options, train);
  const squares = squaredNorms(engine, train);
  const columns = findColumns(engine.memory, train);
  const mark = engine.memory.mark();
  try {
    const cacheBytes = options.cacheMegabytes * 2 ** 20;
    const table = await tabulateKernel(train, squares, columns, gamma, cacheBytes / 2, context);
    const parameters = { gamma, tolerance: options.tolerance, table, columns };
    const left = cacheBytes - (table?.block.view.byteLength ?? 0);
    const solved = await solveTasks(train, squares, tasks, parameters, left, context);
    return { base: { train, squares, gamma, columns }, solved };
  } finally {
    engine.memory.release(mark);
  }
}

/** C of every training row. */
function costsOf({ rowCount }: Points, weights: Float64Array | undefined, { cost }: SvmOptions): Float64Array {
  return Float64Array.from({ length: rowCount }, (_, row) => cost * (weights?.[row] ?? 1));
}

/** The context of a part of the work, which is so much of the whole. */
function partOf(context: JudgeContext, from: number, to: number): JudgeContext {
  return { ...context, onProgress: (done) => context.onProgress?.(from + done * (to - from)) };
}

function invert(order: Int32Array): Int32Array {
  const inverse = new Int32Array(order.length);
  order.forEach((row, place) => {
    inverse[row] = place;
  });
  return inverse;
}

function gammaOf({ gamma }: SvmOptions, train: Points): number {
  if (gamma === 'auto') return 1 / train.featureCount;
  return gamma === 'scale' ? scaleGamma(train) : gamma;
}

/** gamma "scale": 1 / (features * variance), the variance taken over all training values together. */
export function scaleGamma(points: Points): number {
  const { rowCount, featureCount, stride, x } = points;
  const mean =
    sumOfRows(points, (row, more) => {
      let sum = 0;
      for (let f = 0; f < stride; f++) sum += row[f] + more[f];
      return sum;
    }) /
    (rowCount * featureCount);
  const squares = sumOfRows(points, (row, more) => {
    let sum = 0;
    for (let f = 0; f < stride; f++) sum += (row[f] + more[f] - mean) * (row[f] + more[f] - mean);
    return sum;
  });
  // The zeros that pad a row would each add mean^2.
  const padding = rowCount * (stride - featureCount) * mean * mean;
  const variance = (squares - padding) / (rowCount * featureCount);
  if (!(variance > 1e-300) || x.view.length === 0) {
    throw new UserError(
      'data',
      `SVM: all ${featureCount} chosen features are constant in the ${rowCount} training rows, so gamma "scale" ` +
        'would divide by zero; choose other features or give gamma as a number',
    );
  }
  return 1 / (featureCount * variance);
}

/** Sums by rows first, so that rounding stays small for any number of values; `more` is to be added to a row. */
function sumOfRows(
  { rowCount, stride, x, shift }: Points,
  sumOf: (row: Float64Array, more: Float64Array) => number,
): number {
  const more = new Float64Array(stride);
  if (shift) more.set(shift);
  let total = 0;
  for (let row = 0; row < rowCount; row++) total += sumOf(x.view.subarray(row * stride, (row + 1) * stride), more);
  return total;
}
