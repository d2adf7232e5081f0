/** What a job is run with. */
import type { Engine } from '../compute/engine.js';
import type { AnyJudge } from '../evaluate/registry.js';
import type { StartTrials } from '../run-trials.js';
import type { AnyMethod } from '../select/registry.js';
import type { PreparedRows } from '../types.js';
import type { Hash } from './job.js';
import type { ResultRow } from './result-row.js';

export interface JobContext {
  readonly engine: Engine;
  /** Runs the trials of a method that stands for several; one after the other where it is absent. */
  readonly startTrials?: StartTrials | undefined;
  readonly data: PreparedRows;
  /** The user's own methods, which a job knows by name like the others. */
  readonly methods?: readonly AnyMethod[];
  /** The user's own judges, likewise. */
  readonly judges?: readonly AnyJudge[];
  readonly hash: Hash;
  /** Milliseconds from any fixed point. */
  readonly now: () => number;
  readonly signal?: AbortSignal | undefined;
  /** Fires at the time limit of the job: what is not done by then becomes a failed row. */
  readonly limit?: TimeLimit | undefined;
  readonly onProgress?: (done: number) => void;
  /** Called with every row as soon as it is there. */
  readonly onRow: (row: ResultRow) => Promise<void>;
}

export interface TimeLimit {
  readonly seconds: number;
  readonly signal: AbortSignal;
}

/** The epochs that stand for shares of all: 0 is before training, 1 the last. */
export function epochsAt(shares: readonly number[], epochCount: number): number[] {
  return [...new Set(shares.map((share) => Math.ceil(share * epochCount)))];
}
