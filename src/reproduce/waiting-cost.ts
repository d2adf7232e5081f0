/**
 * What has not been run, and what it would take, told from the seconds of the rows at hand: a selection takes as long as the
 * same form of the method took on the same set, or, where that has no row there, as another form of it did, or as on the set
 * nearest in size, in proportion to rows times features; judging takes as long as it did on the same set at the nearest K.
 * Of several rows the quickest counts: seconds are those of a clock, and the others had to wait for something else.
 */

import type { Job } from '../experiment/job.js';
import type { JobRow } from '../experiment/result-row.js';
import type { Gathered, PlannedResult } from './gather.js';
import type { PlannedJob } from './plan.js';

/** Seconds of one core. */
export interface Estimate {
  readonly seconds: number;
  /** Whether rows of another form of the method, or on another set, told some of it. */
  readonly isScaled: boolean;
}

export interface WaitingCost {
  readonly what: string;
  readonly runs: number;
  /** By the key of the set; undefined where no row tells. */
  readonly bySet: ReadonlyMap<string, Estimate | undefined>;
}

/** In the order of the plan. */
export function waitingCosts(gathered: Gathered): WaitingCost[] {
  const distinct = new Map(gathered.results.map((result) => [result.identity, result]));
  const waiting = [...distinct.values()].filter(({ row }) => row === undefined);
  const measured = measureSeconds(gathered);
  return [...grouped(waiting, ({ planned }) => whatIsRun(planned))].map(([what, results]) => {
    // One selection serves every K of a job; a job that compares networks trains one for each seed.
    const runs = [...grouped(results, ({ planned }) => planned).values()].flatMap((ofJob) => [
      ...grouped(ofJob, ({ seed }) => seed).values(),
    ]);
    const bySet = grouped(runs, ([{ planned }]) => planned.set);
    return {
      what,
      runs: runs.length,
      bySet: new Map(
        [...bySet].map(([set, ofSet]) => [set, sumEstimates(ofSet.map((run) => estimate(run, measured)))]),
      ),
    };
  });
}

/** Unknown where one of them is. */
export function sumEstimates(estimates: readonly (Estimate | undefined)[]): Estimate | undefined {
  const known = estimates.filter((each) => each !== undefined);
  if (known.length < estimates.length) return undefined;
  const seconds = known.reduce((sum, each) => sum + each.seconds, 0);
  return { seconds, isScaled: known.some(({ isScaled }) => isScaled) };
}

function whatIsRun({ role, job }: PlannedJob): string {
  if (role.kind === 'hyperparameter') return 'hyper-parameters (Figure 6)';
  return role.kind === 'topology' ? 'topology (Figure 5, Table 3)' : job.variant;
}

interface Measured {
  selection(job: Job, set: string): Estimate | undefined;
  judging(set: string, k: number): number | undefined;
}

/** The results of one run that are not there. */
function estimate(run: readonly PlannedResult[], { selection, judging }: Measured): Estimate | undefined {
  const { set, job } = run[0].planned;
  const judged = run.map(({ k }) => judging(set, k));
  return sumEstimates([
    selection(job, set),
    ...judged.map((seconds) => (seconds === undefined ? undefined : { seconds, isScaled: false })),
  ]);
}

function measureSeconds({ results, sets }: Gathered): Measured {
  const rows = results.flatMap(({ planned, row }) => (row && !row.error ? [{ set: planned.set, row }] : []));
  const bySet = grouped(rows, ({ set }) => set);
  const rowsOn = (set: string, isMeant: (row: JobRow) => boolean) =>
    (bySet.get(set) ?? []).map(({ row }) => row).filter(isMeant);
  const size = new Map(sets.map((set) => [set.key, set.trainRowCount * set.featureCount]));
  return {
    selection({ variant, method }, set) {
      const own = rowsOn(set, (row) => row.variant === variant);
      if (own.length > 0) return { seconds: least(own, 'selectSeconds'), isScaled: false };
      const ratio = (other: string) => size.get(set)! / size.get(other)!;
      const [nearest] = sets
        .map(({ key }) => ({ key, forms: rowsOn(key, (row) => row.method === method) }))
        .filter(({ forms }) => forms.length > 0)
        .sort((a, b) => Math.abs(Math.log(ratio(a.key))) - Math.abs(Math.log(ratio(b.key))));
      if (nearest === undefined) return undefined;
      const same = nearest.forms.filter((row) => row.variant === variant);
      const seconds = least(same.length > 0 ? same : nearest.forms, 'selectSeconds') * ratio(nearest.key);
      return { seconds, isScaled: true };
    },
    judging(set, k) {
      const [nearest] = rowsOn(set, () => true)
        .map((row) => row.k)
        .sort((a, b) => Math.abs(a - k) - Math.abs(b - k));
      return nearest === undefined
        ? undefined
        : least(
            rowsOn(set, (row) => row.k === nearest),
            'evaluateSeconds',
          );
    },
  };
}

function least(rows: readonly JobRow[], which: 'selectSeconds' | 'evaluateSeconds'): number {
  return Math.min(...rows.map((row) => row[which]));
}

function grouped<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
