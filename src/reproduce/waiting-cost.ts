/**
 * What has not been run, and what it would take, told from the seconds of the rows at hand: a selection takes as long as the
 * same method took on the same set, or, where it has no row there, as on the set nearest in size, in proportion to rows
 * times features; judging takes as long as it did on the same set at the nearest K.
 */
import { spreadOf } from '../experiment/summarise.js';
import type { Gathered, PlannedResult } from './gather.js';
import type { PlannedJob } from './plan.js';

/** Seconds of one core. */
export interface Estimate {
  readonly seconds: number;
  /** Whether rows on another set told some of it. */
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
  selection(variant: string, set: string): Estimate | undefined;
  judging(set: string, k: number): number | undefined;
}

/** The results of one run that are not there. */
function estimate(run: readonly PlannedResult[], { selection, judging }: Measured): Estimate | undefined {
  const { set, job } = run[0].planned;
  const judged = run.map(({ k }) => judging(set, k));
  return sumEstimates([
    selection(job.variant, set),
    ...judged.map((seconds) => (seconds === undefined ? undefined : { seconds, isScaled: false })),
  ]);
}

function measureSeconds({ results, sets }: Gathered): Measured {
  const rows = results.flatMap(({ planned, row }) => (row && !row.error ? [{ set: planned.set, row }] : []));
  const selecting = grouped(rows, ({ row, set }) => `${row.variant}\n${set}`);
  const judging = grouped(rows, ({ row, set }) => `${set}\n${row.k}`);
  const size = new Map(sets.map((set) => [set.key, set.trainRowCount * set.featureCount]));
  const mean = (of: typeof rows | undefined, secondsOf: 'selectSeconds' | 'evaluateSeconds') =>
    spreadOf((of ?? []).map(({ row }) => row[secondsOf]))?.mean;
  const selectionOn = (variant: string, set: string) => mean(selecting.get(`${variant}\n${set}`), 'selectSeconds');
  const ksOf = grouped(rows, ({ set }) => set);
  return {
    selection(variant, set) {
      const own = selectionOn(variant, set);
      if (own !== undefined) return { seconds: own, isScaled: false };
      const ratio = (other: string) => size.get(set)! / size.get(other)!;
      const [nearest] = sets
        .filter(({ key }) => selecting.has(`${variant}\n${key}`))
        .sort((a, b) => Math.abs(Math.log(ratio(a.key))) - Math.abs(Math.log(ratio(b.key))));
      if (nearest === undefined) return undefined;
      return { seconds: selectionOn(variant, nearest.key)! * ratio(nearest.key), isScaled: true };
    },
    judging(set, k) {
      const [nearest] = [...new Set((ksOf.get(set) ?? []).map(({ row }) => row.k))].sort(
        (a, b) => Math.abs(a - k) - Math.abs(b - k),
      );
      return mean(judging.get(`${set}\n${nearest}`), 'evaluateSeconds');
    },
  };
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
