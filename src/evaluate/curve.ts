/**
 * Accuracy against the number of features, by cross-validation: in every fold, features are selected from the training
 * rows alone, so no test row has a say in what it is judged by.
 *
 * Two numbers of features are suggested: the best, with the highest mean accuracy, and the parsimonious one, the
 * smallest whose mean is within one standard error of the best (Breiman et al. 1984, "Classification and Regression
 * Trees", 3.4.3). The standard error is that of the mean over the folds: deviation (n - 1) / sqrt(folds).
 */
import { throwIfAborted, UserError } from '../errors.js';
import type { ClassifierName, Scaling, Split } from '../types.js';
import type { ClassifierOptions } from './classify.js';
import type { ClassifierContext } from './contract.js';
import { type EvaluationRequest, evaluateFeatures } from './evaluate.js';

export interface CurveRequest<Fold extends PreparedFold = PreparedFold> {
  /** How many features can be selected. */
  readonly featureCount: number;
  readonly folds: readonly Split[];
  /** The numbers of features to try. */
  readonly ks: readonly number[];
  /** Fills and scales by the training rows alone. */
  readonly prepare: (split: Split) => Fold;
  /** The k best features by the training rows alone, as matrix columns. */
  readonly select: (prepared: Fold, trainRows: Int32Array, k: number, fold: number) => Promise<ArrayLike<number>>;
  readonly classifiers: readonly ClassifierName[];
  readonly options?: ClassifierOptions;
}

export interface PreparedFold {
  readonly dataset: EvaluationRequest['dataset'];
  readonly scaling: Scaling;
}

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

/** One curve for every classifier asked for. */
export async function accuracyCurve<Fold extends PreparedFold>(
  request: CurveRequest<Fold>,
  context: ClassifierContext,
): Promise<AccuracyCurve[]> {
  const ks = checkKs(request.ks, request.featureCount);
  if (request.folds.length < 2) throw new UserError('usage', `expected at least 2 folds, got ${request.folds.length}`);
  const accuracies = request.classifiers.map(() => ks.map(() => [] as number[]));
  const stepCount = request.folds.length * ks.length;
  for (const [fold, split] of request.folds.entries()) {
    const prepared = request.prepare(split);
    for (const [place, k] of ks.entries()) {
      throwIfAborted(context.signal);
      const features = await request.select(prepared, split.train, k, fold);
      // A column of the file may stand for several columns of the matrix, never for none.
      if (features.length < k) {
        throw new Error(`fold ${fold}: expected ${k} selected features, got ${features.length}`);
      }
      const step = fold * ks.length + place;
      const evaluations = await evaluateFeatures(
        { ...request, ...prepared, split, features },
        { ...context, onProgress: (done) => context.onProgress?.((step + done) / stepCount) },
      );
      evaluations.forEach(({ metrics }, i) => {
        accuracies[i][place].push(metrics.accuracy);
      });
    }
  }
  return describeCurves(request.classifiers, ks, accuracies);
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
