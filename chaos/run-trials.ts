/** Runs trials in turn, a portion of each at a time, so that a run that is stopped has tried a little of everything. */
import { type Ledger, timesTried } from './ledger.js';
import type { Trial, TrialGroup } from './trial.js';

export interface RunOptions {
  readonly ledger: Ledger;
  /** Each trial only as often as its short form asks for. */
  readonly isShort: boolean;
  /** No trial starts after this time, in milliseconds of `performance.now`. */
  readonly until: number;
  readonly signal?: AbortSignal;
  readonly onFault?: (group: string, trial: string, seed: number, what: string) => void;
  readonly onPortion?: (group: string, trial: string, tried: number, aim: number) => void;
}

/** After so long the next trial has its turn. */
const portionMilliseconds = 20_000;

export async function runTrials(groups: readonly TrialGroup[], options: RunOptions): Promise<void> {
  const open = groups.filter(({ skip }) => skip === undefined);
  try {
    for (const group of open) for (const trial of group.trials) await retryFaults(group, trial, options);
    for (let hasMore = true; hasMore && !isOver(options); ) {
      hasMore = false;
      for (const group of open) {
        for (const trial of group.trials) hasMore = (await runPortion(group, trial, options)) || hasMore;
      }
    }
  } finally {
    for (const group of open) await group.close?.();
  }
}

function isOver({ until, signal }: RunOptions): boolean {
  return signal?.aborted === true || performance.now() >= until;
}

/** The next seeds of a trial; whether more are to come. */
async function runPortion(group: TrialGroup, trial: Trial, options: RunOptions): Promise<boolean> {
  const record = options.ledger.recordOf(group.name, trial.name);
  const aim = options.isShort ? (trial.shortAim ?? 1) : trial.aim;
  if (timesTried(record) >= aim || isOver(options)) return false;
  const end = performance.now() + portionMilliseconds;
  do {
    await tryOnce(group, trial, record.nextSeed, options);
    record.nextSeed++;
  } while (timesTried(record) < aim && performance.now() < end && !isOver(options));
  options.ledger.save();
  options.onPortion?.(group.name, trial.name, timesTried(record), aim);
  return timesTried(record) < aim;
}

async function retryFaults(group: TrialGroup, trial: Trial, options: RunOptions): Promise<void> {
  const { faults } = options.ledger.recordOf(group.name, trial.name);
  for (const seed of Object.keys(faults)) {
    if (isOver(options)) return;
    delete faults[seed];
    await tryOnce(group, trial, Number(seed), options);
    options.ledger.save();
  }
}

async function tryOnce(group: TrialGroup, trial: Trial, seed: number, options: RunOptions): Promise<void> {
  const record = options.ledger.recordOf(group.name, trial.name);
  const started = performance.now();
  try {
    for (const outcome of [await trial.attempt(seed)].flat()) {
      record.outcomes[outcome] = (record.outcomes[outcome] ?? 0) + 1;
    }
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    record.faults[seed] = what.split('\n').slice(0, 3).join(' ').slice(0, 300);
    options.onFault?.(group.name, trial.name, seed, error instanceof Error ? (error.stack ?? what) : what);
  }
  record.longestSeconds = Math.max(record.longestSeconds, Math.round((performance.now() - started) / 100) / 10);
}
