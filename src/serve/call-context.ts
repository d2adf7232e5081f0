/** What a call of another language gets besides its words. */
import type { Engine } from '../compute/engine.js';
import type { StartTrials } from '../run-trials.js';

export interface CallContext {
  /** Fires when the caller cancels the call, or is gone. */
  readonly signal: AbortSignal;
  /** An engine that stays warm between calls; on all cores where no number is given. */
  readonly engine: (threads: number | undefined) => Promise<Engine>;
  /** An engine of the caller's own, to be disposed of. */
  readonly createEngine: (threads: number | undefined) => Promise<Engine>;
  /** Runs the trials of a method that stands for several; one after the other where it is absent. */
  readonly startTrials?: StartTrials | undefined;
  readonly tell: CallEvents;
  /** Milliseconds from any fixed point. */
  readonly now: () => number;
  /** A hash of the text, long enough that no two texts share one. */
  readonly hash: (text: string) => string;
  /** Program and version, for reports. */
  readonly versions: Readonly<Record<string, string>>;
}

export interface CallEvents {
  /** A stage begins: `read`, `size`, `select`, `evaluate`, or the method of a comparison. */
  stage(name: string): unknown;
  /** Share of the stage, or of the whole comparison, that is done: 0 to 1. */
  progress(share: number): unknown;
  epoch(epoch: EpochTold): unknown;
}

/** An epoch of a network method; the loss is absent before training. */
export interface EpochTold {
  readonly epoch: number;
  readonly epochCount: number;
  readonly loss?: number;
  readonly activeCount: number;
  /** Of every feature, where the caller asked for it. */
  readonly strengths?: Float32Array;
}

/** What can be called by name; the words come from outside and are checked by each. */
export type ServedCall = (context: CallContext, ...words: readonly never[]) => unknown;
