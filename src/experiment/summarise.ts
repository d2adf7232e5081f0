/** From result rows to what is shown: means and deviations, ranking scores, cost, stability and overlap. */
import type { ClassifierName } from '../types.js';
import { meanOverlap, stability } from './overlap.js';
import { rankingScores } from './ranking-score.js';
import { allFeatures, type ResultRow } from './result-row.js';

export type { ClassifierName };

export interface Spread {
  readonly mean: number;
  /** Standard deviation over the runs (n - 1 in the denominator); absent for a single run. */
  readonly deviation?: number;
  readonly count: number;
}

export type ByClassifier<Value> = Readonly<Partial<Record<ClassifierName, Value>>>;

export interface MethodAtK {
  readonly k: number;
  readonly accuracy: ByClassifier<Spread>;
  readonly rankingScore: ByClassifier<number>;
  /** Mean Jaccard index between the selections of different seeds; absent for a single run. */
  readonly stability?: number;
}

export interface MethodSummary {
  readonly method: string;
  /** One for every K, ascending. */
  readonly byK: readonly MethodAtK[];
  /** Mean over K. */
  readonly rankingScore: ByClassifier<number>;
  /** Mean seconds to select once; absent where no run ended well. */
  readonly selectSeconds?: number;
  /** Most kernel memory that any run had in use at once, in bytes. */
  readonly peakBytes?: number;
  readonly seedCount: number;
  readonly failures: readonly Failure[];
}

export interface Failure {
  readonly k: number;
  readonly seed: number;
  readonly code: string;
  readonly message: string;
}

export interface OverlapAtK {
  readonly k: number;
  /** `values[a][b]` of the methods in the summary's order; on the diagonal the stability. */
  readonly values: readonly (readonly (number | undefined)[])[];
}

export interface ComparisonSummary {
  readonly ks: readonly number[];
  /** The first one decides the order of the methods. */
  readonly classifiers: readonly ClassifierName[];
  /** Highest ranking score first; of equal ones the higher mean accuracy, then the order of the rows. */
  readonly methods: readonly MethodSummary[];
  /** Accuracy with all features. */
  readonly baseline: ByClassifier<number>;
  readonly overlaps: readonly OverlapAtK[];
}

export function summariseRows(rows: readonly ResultRow[], classifiers: readonly ClassifierName[]): ComparisonSummary {
  const selections = rows.filter((row) => row.method !== allFeatures);
  const ks = [...new Set(selections.map((row) => row.k))].sort((a, b) => a - b);
  const names = [...new Set(selections.map((row) => row.method))];
  const at = (method: string, k: number) => selections.filter((row) => row.method === method && row.k === k);
  const scoresAt = ks.map((k) =>
    scoreMethods(
      names.map((name) => at(name, k)),
      classifiers,
    ),
  );
  const summaries = names.map((method, place) => {
    const byK = ks.map((k, i) => summariseAtK(k, at(method, k), classifiers, scoresAt[i][place]));
    return summariseMethod(
      method,
      byK,
      selections.filter((row) => row.method === method),
      classifiers,
    );
  });
  const methods = sortMethods(summaries, classifiers[0]);
  const chosenAt = (method: string, k: number) =>
    at(method, k)
      .filter((row) => !row.error)
      .map((row) => row.features);
  return {
    ks,
    classifiers,
    methods,
    baseline: rows.find((row) => row.method === allFeatures)?.accuracies ?? {},
    overlaps: ks.map((k) => ({ k, values: overlapTable(methods.map(({ method }) => chosenAt(method, k))) })),
  };
}

/** Ranking scores at one K: one object for every method. */
function scoreMethods(
  rowsOfMethods: readonly (readonly ResultRow[])[],
  classifiers: readonly ClassifierName[],
): ByClassifier<number>[] {
  const scores = classifiers.map((classifier) =>
    rankingScores(rowsOfMethods.map((rows) => spreadOf(accuraciesOf(rows, classifier))?.mean)),
  );
  return rowsOfMethods.map((_, place) => byClassifier(classifiers, (_, i) => scores[i][place]));
}

function summariseAtK(
  k: number,
  rows: readonly ResultRow[],
  classifiers: readonly ClassifierName[],
  rankingScore: ByClassifier<number>,
): MethodAtK {
  const stable = stability(rows.filter((row) => !row.error).map((row) => row.features));
  const accuracy = byClassifier(classifiers, (classifier) => spreadOf(accuraciesOf(rows, classifier)));
  return { k, accuracy, rankingScore, ...(stable !== undefined && { stability: stable }) };
}

function summariseMethod(
  method: string,
  byK: readonly MethodAtK[],
  rows: readonly ResultRow[],
  classifiers: readonly ClassifierName[],
): MethodSummary {
  const good = rows.filter((row) => !row.error);
  const seconds = spreadOf(good.map((row) => row.selectSeconds))?.mean;
  const peaks = good.map((row) => row.peakBytes).filter((bytes) => bytes !== undefined);
  return {
    method,
    byK,
    rankingScore: byClassifier(classifiers, (name) => spreadOf(byK.map((one) => one.rankingScore[name]!))?.mean),
    ...(seconds !== undefined && { selectSeconds: seconds }),
    ...(peaks.length > 0 && { peakBytes: Math.max(...peaks) }),
    seedCount: new Set(rows.map((row) => row.seed)).size,
    failures: rows.flatMap(({ k, seed, error }) =>
      error ? [{ k, seed, code: error.code, message: error.message }] : [],
    ),
  };
}

function sortMethods(methods: readonly MethodSummary[], classifier: ClassifierName): MethodSummary[] {
  const score = (method: MethodSummary) => method.rankingScore[classifier] ?? 0;
  const accuracy = (method: MethodSummary) =>
    spreadOf(method.byK.map((one) => one.accuracy[classifier]?.mean ?? 0))?.mean ?? 0;
  return [...methods].sort((a, b) => score(b) - score(a) || accuracy(b) - accuracy(a));
}

function overlapTable(chosen: readonly (readonly (readonly number[])[])[]): (number | undefined)[][] {
  return chosen.map((first, a) => chosen.map((second, b) => (a === b ? stability(first) : meanOverlap(first, second))));
}

function accuraciesOf(rows: readonly ResultRow[], classifier: ClassifierName): number[] {
  return rows.map((row) => row.accuracies[classifier]).filter((accuracy) => accuracy !== undefined);
}

export function spreadOf(values: readonly number[]): Spread | undefined {
  const count = values.length;
  if (count === 0) return undefined;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  if (count === 1) return { mean, count };
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / (count - 1)), count };
}

function byClassifier<Value>(
  classifiers: readonly ClassifierName[],
  measure: (classifier: ClassifierName, place: number) => Value | undefined,
): ByClassifier<Value> {
  const pairs = classifiers.map((classifier, place) => [classifier, measure(classifier, place)] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined)) as ByClassifier<Value>;
}
