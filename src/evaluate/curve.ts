/**
 * A measure against the number of features, by cross-validation: in every fold, features are selected from the training
 * rows alone, so no test row has a say in what it is judged by.
 *
 * Two numbers of features are suggested: the best, with the best mean, and the parsimonious one, the
 * smallest whose mean is within one standard error of the best (Breiman et al. 1984, "Classification and Regression
 * Trees", 3.4.3). The standard error is that of the mean over the folds: deviation (n - 1) / sqrt(folds).
 */
import { UserError } from '../errors.js';
import { findMeasure } from './measures/registry.js';

export interface CurvePoint {
  readonly k: number;
  /** One for every fold. */
  readonly values: readonly number[];
  readonly mean: number;
  readonly standardError: number;
}

export interface MeasureCurve {
  readonly judge: string;
  readonly measure: string;
  /** By ascending k. */
  readonly points: readonly CurvePoint[];
  readonly bestK: number;
  /** The smallest k within one standard error of the best. */
  readonly parsimoniousK: number;
  /** Means over the same folds with all features, and by k with as many drawn at random; where that was asked for. */
  readonly beside?: { readonly all: number; readonly random: readonly number[] };
  /** By k, on rows of another cohort that took no part in the folds, where there are any. */
  readonly cohort?: readonly number[];
}

/** `values[k][fold]`, by ascending k. */
export function describeCurve(
  judge: string,
  measure: string,
  ks: readonly number[],
  values: readonly (readonly number[])[],
): MeasureCurve {
  const points = ks.map((k, place) => ({ k, values: values[place], ...describe(values[place]) }));
  return { judge, measure, points, ...suggestK(points, findMeasure(measure).best) };
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

function describe(values: readonly number[]): { mean: number; standardError: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, standardError: Math.sqrt(squares / (values.length - 1) / values.length) };
}

/** Points are given by ascending k; of equally good ones the smaller k is the best. */
export function suggestK(
  points: readonly Omit<CurvePoint, 'values'>[],
  best: 'highest' | 'lowest',
): { bestK: number; parsimoniousK: number } {
  const sign = best === 'highest' ? 1 : -1;
  const top = points.reduce((a, b) => (sign * b.mean > sign * a.mean ? b : a));
  const parsimonious = points.find(({ mean }) => sign * mean >= sign * top.mean - top.standardError)!;
  return { bestK: top.k, parsimoniousK: parsimonious.k };
}

/** Where a judge, or a fold, gives nothing that the measure could be taken of. */
export function unmeasured(judge: string, measure: string): UserError {
  return new UserError('data', `${judge} gives nothing that ${measure} could be measured by in every fold`, {
    advice: [
      { option: 'measure', verb: 'choose another' },
      { option: 'judges', verb: 'choose another' },
    ],
  });
}
