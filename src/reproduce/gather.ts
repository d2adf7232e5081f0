/** From planned jobs and stored rows to what tables and figures ask for: the results of a variant on a set at a K. */
import { type Hash, resultIdentity, rowKey, rowPlaces } from '../experiment/job.js';
import { type JobRow, measuredOf } from '../experiment/result-row.js';
import { type Spread, spreadOf } from '../experiment/summarise.js';
import { ksWithin, type PlannedJob, type ReproductionSet } from './plan.js';
import type { Scale } from './scale.js';
import { baselines, type Compared, comparedVariants, type Variant } from './variants.js';

/** One planned row and what became of it; a row of another version of the code stands in where there is no other. */
export interface PlannedResult {
  /** Results of equal identity are the same one, which several experiments ask for. */
  readonly identity: string;
  readonly planned: PlannedJob;
  readonly k: number;
  readonly seed: number;
  readonly row: JobRow | undefined;
}

export interface Gathered {
  readonly scale: Scale;
  readonly sets: readonly ReproductionSet[];
  /** The methods that are compared, in the order of tables and colours, and what they are held against. */
  readonly variants: readonly Variant[];
  readonly baselines: readonly Variant[];
  readonly results: readonly PlannedResult[];
  /**
   * What the measure of the set says of a variant: over the seeds at one K, or of each seed's mean over all K of the
   * plan that the set has features for.
   */
  judged(variant: string, set: string, k: number | 'mean', judge?: string): Spread | undefined;
  /** Rows without an error of the comparison of accuracies. */
  rows(variant: string, set: string, k: number): readonly JobRow[];
  /** Whether runs were tried there and none gave a result. */
  hasFailed(variant: string, set: string, k: number | 'mean'): boolean;
}

export interface GatherRequest {
  /**
   * The paper's methods and more, where nothing is said, and deviations as the paper has them: with the number of runs
   * in the denominator. Of others they are those of a sample, with one less.
   */
  readonly compared?: Compared | undefined;
  readonly planned: readonly PlannedJob[];
  readonly rows: readonly JobRow[];
  readonly sets: readonly ReproductionSet[];
  readonly scale: Scale;
  readonly hash: Hash;
}

const paperCompared: Compared = { variants: comparedVariants, baselines };

export function gatherResults(request: GatherRequest): Gathered {
  const { planned, rows, sets, scale, hash, compared = paperCompared } = request;
  const spread = compared === paperCompared ? paperSpread : spreadOf;
  const byKey = new Map(rows.map((row) => [row.key, row]));
  // Of several versions the last one counts, but no failure before a result.
  const byIdentity = new Map<string, JobRow>();
  for (const row of rows) if (!row.error || !byIdentity.has(row.identity)) byIdentity.set(row.identity, row);
  const results = planned.flatMap((each) =>
    rowPlaces(each.job).map((place) => {
      const own = byKey.get(rowKey(each.job, place, hash));
      const identity = resultIdentity(each.job, place, hash);
      return { identity, planned: each, ...place, row: own ?? byIdentity.get(identity) };
    }),
  );
  const index = new Map<string, PlannedResult[]>();
  for (const result of results) {
    const { job, set, role } = result.planned;
    if (role.kind !== 'accuracy') continue;
    const key = `${job.variant}\n${set}\n${result.k}`;
    index.set(key, [...(index.get(key) ?? []), result]);
  }
  const at = (variant: string, set: string, k: number) => index.get(`${variant}\n${set}\n${k}`) ?? [];
  const good = (variant: string, set: string, k: number) =>
    at(variant, set, k).flatMap(({ row }) => (row && !row.error ? [row] : []));
  const ksOf = (set: string) => {
    const found = sets.find(({ key }) => key === set);
    return found ? ksWithin(found, scale) : [];
  };
  const judgedBy = new Map(sets.map((set) => [set.key, set.judged ?? paperJudged]));
  return {
    ...compared,
    scale,
    sets,
    results,
    rows: good,
    judged(variant, set, k, judge) {
      const usual = judgedBy.get(set) ?? paperJudged;
      const values = (each: number) => valuesOf(good(variant, set, each), judge ?? usual.judge, usual.measure);
      if (k !== 'mean') return spread([...values(k).values()]);
      return spread(meansOverK(ksOf(set).map(values)));
    },
    hasFailed(variant, set, k) {
      const tried = (k === 'mean' ? ksOf(set) : [k]).flatMap((each) => at(variant, set, each));
      return tried.some(({ row }) => row?.error !== undefined);
    },
  };
}

/** What the support vector machine of the paper makes of a row. */
export function accuracyBySvm(row: JobRow | undefined): number | undefined {
  return row && measuredOf(row, 'svm', 'accuracy')?.value;
}

/** What decides in the paper. */
export const paperJudged = { judge: 'svm', measure: 'accuracy' } as const;

/** By seed. */
function valuesOf(rows: readonly JobRow[], judge: string, measure: string): ReadonlyMap<number, number> {
  const pairs = rows.map((row) => [row.seed, measuredOf(row, judge, measure)?.value] as const);
  return new Map(pairs.filter((pair): pair is [number, number] => pair[1] !== undefined));
}

/** Each seed's mean over K; only seeds that have every K count. */
function meansOverK(byK: readonly ReadonlyMap<number, number>[]): number[] {
  const [first = new Map<number, number>()] = byK;
  const whole = [...first.keys()].filter((seed) => byK.every((each) => each.has(seed)));
  return whole.map((seed) => byK.reduce((sum, each) => sum + each.get(seed)!, 0) / byK.length);
}

function paperSpread(values: readonly number[]): Spread | undefined {
  const spread = spreadOf(values);
  if (spread?.deviation === undefined) return spread;
  return { ...spread, deviation: spread.deviation * Math.sqrt((values.length - 1) / values.length) };
}
