/**
 * One selection that comes with a promise: the features of which at most a given share is false on average, by decoys
 * that the method must tell from them. How many there are comes out of it.
 */
import { type FoundPromise, promiseFeatures } from './choose/promise-features.js';
import { createRandom } from './maths/random.js';
import { rankFeatures, scoresOfAll } from './rank/rank-features.js';
import { callMethod, type RunContext, type Selection, type SelectionCall } from './run-selection.js';
import type { AnyMatrix, PreparedRows } from './types.js';

export interface PromiseCall extends Omit<SelectionCall, 'k'> {
  /** The share of false discoveries, above 0 and below 1. */
  readonly falseDiscovery: number;
}

export interface PromisedSelection extends Selection {
  readonly promise: Omit<FoundPromise, 'scores'>;
}

/** The first `promise.count` of the ranking are promised. Epochs are not reported: they would be those of decoys, too. */
export async function runPromise(
  prepared: PreparedRows<AnyMatrix>,
  { method, options: given, seed, falseDiscovery }: PromiseCall,
  { now = () => 0, engine, signal, onProgress, stopwatch }: RunContext,
): Promise<PromisedSelection> {
  const { memory } = engine;
  const mark = memory.mark();
  memory.resetPeak();
  const started = now();
  let options = given;
  const { scores: found, ...promise } = await promiseFeatures(
    prepared.training,
    falseDiscovery,
    async (training, k, context) => {
      const scored = await callMethod({ method, options: given }, training, k, {
        ...context,
        engine,
        ...(signal && { signal }),
        ...(stopwatch && { stopwatch }),
      });
      options = scored.options;
      return scored;
    },
    { engine, random: createRandom(seed).fork('promise'), signal, onProgress },
  );
  const scores = scoresOfAll(prepared, found);
  const seconds = (now() - started) / 1000;
  const peakBytes = memory.peakBytes - mark;
  return { ...rankFeatures(prepared, scores), scores, options, seconds, peakBytes, promise };
}
