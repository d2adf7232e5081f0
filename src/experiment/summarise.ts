/** From result rows to what is shown: means and deviations, ranking scores, cost, stability and overlap. */
import type { Interval } from '../evaluate/measures/contract.js';
import { type Deciding, findMeasure } from '../evaluate/measures/registry.js';
import { meanOverlap, stability } from './overlap.js';
import { rankingScores } from './ranking-score.js';
import { allFeatures, measuredOf, type ResultRow } from './result-row.js';

export interface Spread {
  readonly mean: number;
  /** Standard deviation over the runs (n - 1 in the denominator); absent for a single run. */
  readonly deviation?: number;
  readonly count: number;
}

/** A spread of measured values, with what the test rows can tell: the mean of the runs' intervals. */
export interface MeasuredSpread extends Spread {
  readonly interval?: Interval;
  /** By seed, where every seed has a split of its own. */
  readonly bySeed?: Readonly<Record<number, number>>;
}

export type ByJudge<Value> = Readonly<Partial<Record<string, Value>>>;

export interface MethodAtK {
  readonly k: number;
  /** Of the measure that decides. */
  readonly value: ByJudge<MeasuredSpread>;
  readonly rankingScore: ByJudge<number>;
  /** Mean Jaccard index between the selections of different seeds; absent for a single run. */
  readonly stability?: number;
}

export interface MethodSummary {
  readonly method: string;
  /** One for every K, ascending. */
  readonly byK: readonly MethodAtK[];
  /** Mean over K. */
  readonly rankingScore: ByJudge<number>;
  /** Mean seconds to select once; absent where no run ended well. */
  readonly selectSeconds?: number;
  /** Most kernel memory that any run had in use at once, in bytes. */
  readonly peakBytes?: number;
  readonly seedCount: number;
  /** Of a method that stands for several: in how many runs each was taken, the most frequent first. */
  readonly taken?: readonly MethodTaken[];
  readonly failures: readonly Failure[];
}

export interface MethodTaken {
  readonly method: string;
  readonly runs: number;
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
  readonly judges: readonly string[];
  readonly deciding: Deciding;
  /** Highest ranking score first; of equal ones the better mean, then the order of the rows. */
  readonly methods: readonly MethodSummary[];
  /** With all features. */
  readonly baseline: ByJudge<MeasuredSpread>;
  readonly overlaps: readonly OverlapAtK[];
  /** Test rows over training rows, where there are several splits. */
  readonly testShare?: number;
}

/** What rows are read by: the values of one measure, with their direction. */
interface Reader {
  readonly judges: readonly string[];
  /** 1 where the highest value is best, -1 where the lowest is. */
  readonly sign: number;
  spread(rows: readonly ResultRow[], judge: string): MeasuredSpread | undefined;
}

export function summariseRows(
  rows: readonly ResultRow[],
  judges: readonly string[],
  deciding: Deciding = { measure: 'accuracy' },
  testShare?: number,
): ComparisonSummary {
  const selections = rows.filter((row) => row.method !== allFeatures);
  const ks = [...new Set(selections.map((row) => row.k))].sort((a, b) => a - b);
  const names = [...new Set(selections.map((row) => row.method))];
  const at = (method: string, k: number) => selections.filter((row) => row.method === method && row.k === k);
  const reader: Reader = {
    judges,
    sign: findMeasure(deciding.measure).best === 'highest' ? 1 : -1,
    spread: (read, judge) => measuredSpread(read, judge, deciding.measure, testShare !== undefined),
  };
  const scoresAt = ks.map((k) =>
    scoreMethods(
      names.map((name) => at(name, k)),
      reader,
    ),
  );
  const summaries = names.map((method, place) => {
    const byK = ks.map((k, i) => summariseAtK(k, at(method, k), reader, scoresAt[i][place]));
    return summariseMethod(
      method,
      byK,
      selections.filter((row) => row.method === method),
      judges,
    );
  });
  const methods = sortMethods(summaries, judges[0], reader.sign);
  const chosenAt = (method: string, k: number) =>
    at(method, k)
      .filter((row) => !row.error)
      .map((row) => row.features);
  const all = rows.filter((row) => row.method === allFeatures);
  return {
    ks,
    judges,
    deciding,
    methods,
    baseline: byJudge(judges, (judge) => reader.spread(all, judge)),
    ...(testShare !== undefined && { testShare }),
    overlaps: ks.map((k) => ({ k, values: overlapTable(methods.map(({ method }) => chosenAt(method, k))) })),
  };
}

/** Ranking scores at one K: one object for every method. */
function scoreMethods(rowsOfMethods: readonly (readonly ResultRow[])[], reader: Reader): ByJudge<number>[] {
  const { judges, sign } = reader;
  const scores = judges.map((judge) =>
    rankingScores(
      rowsOfMethods.map((rows) => {
        const mean = reader.spread(rows, judge)?.mean;
        return mean === undefined ? undefined : sign * mean;
      }),
    ),
  );
  return rowsOfMethods.map((_, place) => byJudge(judges, (_, i) => scores[i][place]));
}

function summariseAtK(k: number, rows: readonly ResultRow[], reader: Reader, rankingScore: ByJudge<number>): MethodAtK {
  const stable = stability(rows.filter((row) => !row.error).map((row) => row.features));
  const value = byJudge(reader.judges, (judge) => reader.spread(rows, judge));
  return { k, value, rankingScore, ...(stable !== undefined && { stability: stable }) };
}

function summariseMethod(
  method: string,
  byK: readonly MethodAtK[],
  rows: readonly ResultRow[],
  judges: readonly string[],
): MethodSummary {
  const good = rows.filter((row) => !row.error);
  const seconds = spreadOf(good.map((row) => row.selectSeconds))?.mean;
  const peaks = good.map((row) => row.peakBytes).filter((bytes) => bytes !== undefined);
  return {
    method,
    byK,
    rankingScore: byJudge(judges, (name) => spreadOf(byK.map((one) => one.rankingScore[name]!))?.mean),
    ...(seconds !== undefined && { selectSeconds: seconds }),
    ...(peaks.length > 0 && { peakBytes: Math.max(...peaks) }),
    seedCount: new Set(rows.map((row) => row.seed)).size,
    ...(good.some((row) => row.details?.taken) && { taken: countTaken(good) }),
    failures: rows.flatMap(({ k, seed, error }) =>
      error ? [{ k, seed, code: error.code, message: error.message }] : [],
    ),
  };
}

function countTaken(rows: readonly ResultRow[]): MethodTaken[] {
  const names = rows.flatMap((row) => row.details?.taken ?? []);
  return [...new Set(names)]
    .map((method) => ({ method, runs: names.filter((name) => name === method).length }))
    .sort((a, b) => b.runs - a.runs);
}

function sortMethods(methods: readonly MethodSummary[], judge: string, sign: number): MethodSummary[] {
  const score = (method: MethodSummary) => method.rankingScore[judge] ?? 0;
  const mean = (method: MethodSummary) => spreadOf(method.byK.map((one) => one.value[judge]?.mean ?? 0))?.mean ?? 0;
  return [...methods].sort((a, b) => score(b) - score(a) || sign * (mean(b) - mean(a)));
}

function overlapTable(chosen: readonly (readonly (readonly number[])[])[]): (number | undefined)[][] {
  return chosen.map((first, a) => chosen.map((second, b) => (a === b ? stability(first) : meanOverlap(first, second))));
}

function measuredSpread(
  rows: readonly ResultRow[],
  judge: string,
  measure: string,
  isResampled: boolean,
): MeasuredSpread | undefined {
  const measured = rows.flatMap((row) => measuredOf(row, judge, measure) ?? []);
  const values = spreadOf(measured.map(({ value }) => value));
  const intervals = measured.flatMap(({ interval }) => (interval ? [interval] : []));
  if (values === undefined) return undefined;
  const pairs = rows.map((row) => [row.seed, measuredOf(row, judge, measure)?.value] as const);
  const bySeed = Object.fromEntries(pairs.filter(([, value]) => value !== undefined)) as Record<number, number>;
  const spread = { ...values, ...(isResampled && { bySeed }) };
  if (intervals.length < measured.length) return spread;
  const mean = (end: 0 | 1) => intervals.reduce((sum, interval) => sum + interval[end], 0) / intervals.length;
  return { ...spread, interval: [mean(0), mean(1)] };
}

export function spreadOf(values: readonly number[]): Spread | undefined {
  const count = values.length;
  if (count === 0) return undefined;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  if (count === 1) return { mean, count };
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / (count - 1)), count };
}

function byJudge<Value>(
  judges: readonly string[],
  measure: (judge: string, place: number) => Value | undefined,
): ByJudge<Value> {
  const pairs = judges.map((judge, place) => [judge, measure(judge, place)] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined)) as ByJudge<Value>;
}
