/**
 * Logistic regression with an L2 penalty, as scikit-learn's LogisticRegression: minimises
 *   cost * sum over the rows of weight * -log(probability of the row's class) + |w|^2 / 2,
 * the intercepts not penalised. Two classes have one vector of weights, more have one each (the multinomial model).
 * The minimum is unique; where scikit-learn stops at a slope of 1e-4 of its mean loss, this goes on to 1e-5.
 */
import { Pacer } from '../../compute/pacer.js';
import { exp, log } from '../../maths/deterministic-math.js';
import type { ClassTarget } from '../../types.js';
import type { Judge, JudgedRows, JudgeTraining } from '../contract.js';
import { likeliest } from './likeliest.js';
import { addGradient, linearValues } from './linear-rows.js';
import { minimise, type Objective } from './minimise.js';

export interface LogisticOptions {
  /** C, the price of a mistake against the size of the weights. */
  readonly cost: number;
  /** The solver ends where no slope of the mean loss is larger. */
  readonly tolerance: number;
}

const mostSteps = 5000;

export const logistic: Judge<LogisticOptions, ClassTarget> = {
  name: 'logistic',
  title: 'Logistic regression',
  summary: 'logistic regression with an L2 penalty',
  targets: ['classes'],
  takesWeights: true,
  options: {
    cost: { type: 'number', above: 0, default: 1, help: 'C: price of a mistake against the size of the weights' },
    tolerance: { type: 'number', above: 0, default: 1e-5, help: 'slope of the mean loss at which the solver ends' },
  },
  async fit(training, options, context) {
    const { rows, target } = training;
    const classCount = target.classNames.length;
    // With two classes there is one logit, that of the second, and the first class's is 0.
    const logitCount = classCount === 2 ? 1 : classCount;
    const start = new Float64Array(logitCount * (rows.featureCount + 1));
    const steps = rows.rowCount * logitCount * (2 * rows.featureCount + 30);
    const solved = await minimise(
      lossOf(training, logitCount, options.cost),
      start,
      { tolerance: options.tolerance, mostSteps, cost: steps },
      new Pacer(context),
    );
    return {
      predict(tested: JudgedRows) {
        const probabilities = probabilitiesOf(logitsOf(tested, solved, logitCount), tested.rowCount, classCount);
        return { kind: 'classes', labels: likeliest(probabilities, classCount), probabilities };
      },
    };
  },
};

/** Parameters are [logit][feature] weights, then the intercepts. The loss is taken over the sum of the row weights. */
function lossOf({ rows, target, weights }: JudgeTraining<ClassTarget>, logitCount: number, cost: number): Objective {
  const { labels, classNames } = target;
  const total = weights?.reduce((sum, weight) => sum + weight, 0) ?? rows.rowCount;
  const penalty = 1 / (cost * total);
  const weightCount = logitCount * rows.featureCount;
  return (at, gradient) => {
    const probabilities = probabilitiesOf(logitsOf(rows, at, logitCount), rows.rowCount, classNames.length);
    const slopes = new Float64Array(rows.rowCount * logitCount);
    const shift = classNames.length - logitCount;
    let value = 0;
    for (let row = 0; row < rows.rowCount; row++) {
      const share = (weights?.[row] ?? 1) / total;
      value -= share * log(Math.max(probabilities[row * classNames.length + labels[row]], 1e-300));
      for (let logit = 0; logit < logitCount; logit++) {
        const own = labels[row] === logit + shift ? 1 : 0;
        const slope = share * (probabilities[row * classNames.length + logit + shift] - own);
        slopes[row * logitCount + logit] = slope;
        gradient[weightCount + logit] += slope;
      }
    }
    addGradient(rows, slopes, logitCount, gradient);
    for (let i = 0; i < weightCount; i++) {
      value += (penalty / 2) * at[i] * at[i];
      gradient[i] += penalty * at[i];
    }
    return value;
  };
}

function logitsOf(rows: JudgedRows, parameters: Float64Array, logitCount: number): Float64Array {
  const weightCount = logitCount * rows.featureCount;
  return linearValues(rows, parameters.subarray(0, weightCount), parameters.subarray(weightCount));
}

/** [row][class] */
function probabilitiesOf(logits: Float64Array, rowCount: number, classCount: number): Float64Array {
  const probabilities = new Float64Array(rowCount * classCount);
  const logitCount = logits.length / rowCount;
  const shift = classCount - logitCount;
  for (let row = 0; row < rowCount; row++) {
    let highest = shift === 0 ? Number.NEGATIVE_INFINITY : 0;
    for (let i = row * logitCount; i < (row + 1) * logitCount; i++) highest = Math.max(highest, logits[i]);
    let sum = 0;
    for (let label = 0; label < classCount; label++) {
      const logit = label < shift ? 0 : logits[row * logitCount + label - shift];
      const part = exp(logit - highest);
      probabilities[row * classCount + label] = part;
      sum += part;
    }
    for (let i = row * classCount; i < (row + 1) * classCount; i++) probabilities[i] /= sum;
  }
  return probabilities;
}
