/**
 * Accuracy against the number of features, by cross-validation: in every fold, features are selected from the training
 * rows alone, so no test row has a say in what it is judged by.
 *
 * Two numbers of features are suggested: the best, with the highest mean accuracy, and the parsimonious one, the
 * smallest whose mean is within one standard error of the best (Breiman et al. 1984, "Classification and Regression
 * Trees", 3.4.3). The standard error is that of the mean over the folds: deviation (n - 1) / sqrt(folds).
 */
import { UserError } from '../errors.js';
import type { ClassifierName } from '../types.js';

export interface CurvePoint {
  readonly k: number;
  /** One for every fold. */
  readonly accuracies: readonly number[];
  readonly mean: number;
  readonly standardError: number;
}

export interface AccuracyCurve {
  readonly classifier: ClassifierName;
  /** By ascending k. */
  readonly points: readonly CurvePoint[];
  readonly bestK: number;
  /** The smallest k within one standard error of the best. */
  readonly parsimoniousK: number;
}

/** `accuracies[classifier][k][fold]`, in the order of the classifiers and of ascending k. */
export function describeCurves(
  classifiers: readonly ClassifierName[],
  ks: readonly number[],
  accuracies: readonly (readonly (readonly number[])[])[],
): AccuracyCurve[] {
  return classifiers.map((classifier, i) => describeCurve(classifier, ks, accuracies[i]));
}

/** The numbers of features to try, each once, ascending. */
export function checkKs(ks: readonly number[], featureCount: number): number[] {
  const wrong = ks.find((k) => !Number.isInteger(k) || k < 1 || k > featureCount);
  if (wrong !== undefined) {
    throw new UserError('usage', `numbers of features must be whole, from 1 to ${featureCount}. Got ${wrong} instead`);
  }
  if (ks.length === 0) throw new UserError('usage', 'expected at least one number of features, got none');
  return [...new Set(ks)].sort((a, b) => a - b);
}

function describeCurve(
  classifier: ClassifierName,
  ks: readonly number[],
  accuracies: readonly (readonly number[])[],
): AccuracyCurve {
  const points = ks.map((k, place) => ({ k, accuracies: accuracies[place], ...describe(accuracies[place]) }));
  return { classifier, points, ...suggestK(points) };
}

function describe(values: readonly number[]): { mean: number; standardError: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, standardError: Math.sqrt(squares / (values.length - 1) / values.length) };
}

/** Points are given by ascending k; of equally good ones the smaller k is the best. */
export function suggestK(points: readonly Omit<CurvePoint, 'accuracies'>[]): { bestK: number; parsimoniousK: number } {
  const best = points.reduce((a, b) => (b.mean > a.mean ? b : a));
  const parsimonious = points.find((point) => point.mean >= best.mean - best.standardError)!;
  return { bestK: best.k, parsimoniousK: parsimonious.k };
}
