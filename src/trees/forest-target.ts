/**
 * What trees learn, as their kernel takes it: the class of every row, or whole numbers with weights. Sums of whole numbers
 * are exact, so that neither the order of rows nor whether a row counts twice or stands there twice changes a bit.
 *
 * Numbers are counted from the middle of their range in a unit of 2^-31 of it. Weights are multiples of 2^-20 of the
 * power of two that the largest reaches; a smaller row does not count. Classes of weighted rows are numbers, one a class.
 */
import type { ClassTarget, ValueTarget } from '../types.js';

export interface ForestTarget {
  /** Classes, or numbers of a row. */
  readonly classCount: number;
  /** Class index of every training row, where rows are told by them. */
  readonly trainLabels?: Int32Array;
  /** What rows are told by otherwise. */
  readonly trainNumbers?: WeightedNumbers;
}

export interface WeightedNumbers {
  /** [row][number] whole numbers of at most 2^30. */
  readonly values: Float64Array;
  /** The same times the weight of the row. */
  readonly weighted: Float64Array;
  /** Of every row; rows of weight 0 are left out. */
  readonly weights: Float64Array;
  /** What number `n` of a row means: middles[n] + value * unit. */
  readonly middles: Float64Array;
  readonly unit: number;
}

const one = 2 ** 30;
const weightSteps = 2 ** 20;
/** Numbers times weights are rounded so that some 500,000 rows add up exactly. */
const productSteps = 2 ** 4;

export function forestTarget(target: ClassTarget | ValueTarget, weights?: Float64Array | undefined): ForestTarget {
  if (target.kind === 'values') {
    return { classCount: target.outputCount, trainNumbers: withWeights(toWhole(target), target.outputCount, weights) };
  }
  const { labels: trainLabels, classNames } = target;
  const classCount = classNames.length;
  if (weights === undefined) return { classCount, trainLabels };
  const values = new Float64Array(trainLabels.length * classCount);
  trainLabels.forEach((label, row) => {
    values[row * classCount + label] = one;
  });
  const whole = { values, middles: new Float64Array(classCount), unit: 1 };
  return { classCount, trainNumbers: withWeights(whole, classCount, weights) };
}

type WholeNumbers = Pick<WeightedNumbers, 'values' | 'middles' | 'unit'>;

/** The unit is common to all outputs. */
function toWhole({ values, outputCount }: ValueTarget): WholeNumbers {
  const lows = new Float64Array(outputCount).fill(Number.POSITIVE_INFINITY);
  const highs = new Float64Array(outputCount).fill(Number.NEGATIVE_INFINITY);
  values.forEach((value, at) => {
    lows[at % outputCount] = Math.min(lows[at % outputCount], value);
    highs[at % outputCount] = Math.max(highs[at % outputCount], value);
  });
  const middles = lows.map((low, output) => low + (highs[output] - low) / 2);
  const widest = highs.reduce((most, high, output) => Math.max(most, high - lows[output]), 0);
  const unit = widest > 0 ? widest / (2 * one) : 1;
  return { middles, unit, values: values.map((value, at) => Math.round((value - middles[at % outputCount]) / unit)) };
}

function withWeights(whole: WholeNumbers, width: number, given: Float64Array | undefined): WeightedNumbers {
  const { values } = whole;
  if (given === undefined) {
    return { ...whole, weighted: values, weights: new Float64Array(values.length / width).fill(1) };
  }
  const most = powerAbove(given.reduce((highest, weight) => Math.max(highest, weight), 0));
  const weights = given.map((weight) => roundTo(weight, most / weightSteps));
  const weighted = values.map((value, at) => roundTo(value * weights[Math.floor(at / width)], most / productSteps));
  return { ...whole, weighted, weights };
}

/** The least power of two that is not below the number, which is above 0. */
function powerAbove(number: number): number {
  let power = 1;
  while (power < number) power *= 2;
  while (power / 2 >= number) power /= 2;
  return power;
}

function roundTo(number: number, step: number): number {
  return Math.round(number / step) * step;
}
