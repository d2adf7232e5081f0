/** From planned jobs and stored rows to what tables and figures ask for: the results of a variant on a set at a K. */
import { type Hash, resultIdentity, rowKey, rowPlaces } from '../experiment/job.js';
import { type JobRow, measuredOf } from '../experiment/result-row.js';
import { type Spread, spreadOf } from '../experiment/summarise.js';
import type { PlannedJob, ReproductionSet } from './plan.js';
import type { Scale } from './scale.js';

/** One planned row and what became of it; a row of another version of the code stands in where there is no other. */
export interface PlannedResult {
  readonly planned: PlannedJob;
  readonly k: number;
  readonly seed: number;
  readonly row: JobRow | undefined;
}

export interface Gathered {
  readonly scale: Scale;
  readonly sets: readonly ReproductionSet[];
  readonly results: readonly PlannedResult[];
  /** What came of a variant on a set: over the seeds at one K, or of each seed's mean over all K of the plan. */
  accuracy(variant: string, set: string, k: number | 'mean', judge?: string): Spread | undefined;
  /** Rows without an error of the comparison of accuracies. */
  rows(variant: string, set: string, k: number): readonly JobRow[];
  /** Whether runs were tried there and none gave a result. */
  hasFailed(variant: string, set: string, k: number | 'mean'): boolean;
}

export interface GatherRequest {
  readonly planned: readonly PlannedJob[];
  readonly rows: readonly JobRow[];
  readonly sets: readonly ReproductionSet[];
  readonly scale: Scale;
  readonly hash: Hash;
}

export function gatherResults({ planned, rows, sets, scale, hash }: GatherRequest): Gathered {
  const byKey = new Map(rows.map((row) => [row.key, row]));
  // Of several versions the last one counts, but no failure before a result.
  const byIdentity = new Map<string, JobRow>();
  for (const row of rows) if (!row.error || !byIdentity.has(row.identity)) byIdentity.set(row.identity, row);
  const results = planned.flatMap((each) =>
    rowPlaces(each.job).map((place) => {
      const own = byKey.get(rowKey(each.job, place, hash));
      return { planned: each, ...place, row: own ?? byIdentity.get(resultIdentity(each.job, place, hash)) };
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
    const featureCount = sets.find(({ key }) => key === set)?.featureCount ?? 0;
    return scale.ks.filter((k) => k <= featureCount);
  };
  return {
    scale,
    sets,
    results,
    rows: good,
    accuracy(variant, set, k, judge = 'svm') {
      const measure = (each: number) => accuracies(good(variant, set, each), judge);
      if (k !== 'mean') return spreadOf([...measure(k).values()]);
      return meanOverK(ksOf(set).map(measure));
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

/** By seed. */
function accuracies(rows: readonly JobRow[], judge: string): ReadonlyMap<number, number> {
  const pairs = rows.map((row) => [row.seed, measuredOf(row, judge, 'accuracy')?.value] as const);
  return new Map(pairs.filter((pair): pair is [number, number] => pair[1] !== undefined));
}

/** The spread of each seed's mean over K; only seeds that have every K count. */
function meanOverK(byK: readonly ReadonlyMap<number, number>[]): Spread | undefined {
  const [first = new Map<number, number>()] = byK;
  const whole = [...first.keys()].filter((seed) => byK.every((each) => each.has(seed)));
  return spreadOf(whole.map((seed) => byK.reduce((sum, each) => sum + each.get(seed)!, 0) / byK.length));
}
