/**
 * One run of a comparison: a method ranks the features from training rows, and classifiers judge the selection of each
 * K on the test rows. A failure becomes a row; only an interruption from outside is thrown.
 */
import type { Engine } from '../compute/engine.js';
import { UserError } from '../errors.js';
import type { ClassifierOptions } from '../evaluate/classify.js';
import { evaluateFeatures } from '../evaluate/evaluate.js';
import { createRandom } from '../maths/random.js';
import type { PreparedRows } from '../pipeline.js';
import { rankFeatures } from '../rank/rank-features.js';
import { findMethod } from '../select/registry.js';
import type { ClassifierName, EpochReport } from '../types.js';
import type { Run } from './plan-runs.js';
import { allFeatures, type ResultRow, type RowError } from './result-row.js';

export interface TimeLimit {
  readonly seconds: number;
  /** A signal that fires when so many seconds are over. */
  start(): AbortSignal;
}

export interface RunContext {
  readonly engine: Engine;
  /** The same for every K, or chosen by it. */
  readonly classifiers: readonly ClassifierName[] | ((k: number) => readonly ClassifierName[]);
  readonly classifierOptions?: ClassifierOptions;
  readonly signal?: AbortSignal | undefined;
  /** For one run: the selection and its evaluations together. */
  readonly limit?: TimeLimit | undefined;
  /** Milliseconds from any fixed point. */
  readonly now: () => number;
  readonly keyOf: (run: Run, k: number) => string;
  /** Share of the selection done, 0 to 1. */
  readonly onProgress?: ((done: number) => void) | undefined;
  readonly onEpoch?: (report: EpochReport) => void;
  /** Called with every row as soon as it is there. */
  readonly onRow: (row: ResultRow) => Promise<void>;
}

/** What a method chose, for any of the run's K. */
interface Chosen {
  readonly seconds: number;
  readonly peakBytes?: number;
  featuresOf(k: number): readonly number[];
  columnsOf(k: number): Int32Array;
}

export async function runMethod(run: Run, data: PreparedRows, context: RunContext): Promise<void> {
  const { classifiers: given, classifierOptions = {}, engine } = context;
  const limited = context.limit?.start();
  const signals = [context.signal, limited].filter((signal) => signal !== undefined);
  const signal = AbortSignal.any(signals);
  const started = context.now();
  let chosen: Chosen | undefined;
  for (const k of run.ks) {
    const evaluated = context.now();
    const row = { key: context.keyOf(run, k), method: run.method, seed: run.seed, k };
    try {
      chosen ??= await choose(run, data, signal, context);
      const classifiers = typeof given === 'function' ? given(k) : given;
      const judged = { seed: run.seed, classifiers };
      const accuracies = await judge(judged, data, chosen.columnsOf(k), signal, classifierOptions, engine);
      const { seconds: selectSeconds, peakBytes } = chosen;
      // A first K's evaluation starts after the selection.
      const evaluateSeconds = (context.now() - Math.max(evaluated, started + selectSeconds * 1000)) / 1000;
      const features = chosen.featuresOf(k);
      await context.onRow({
        ...{ ...row, accuracies, features, selectSeconds, evaluateSeconds },
        ...(peakBytes !== undefined && { peakBytes }),
      });
    } catch (error) {
      if (context.signal?.aborted) throw error;
      const selectSeconds = chosen?.seconds ?? (context.now() - started) / 1000;
      const told = describeError(error, limited?.aborted ? context.limit : undefined);
      await context.onRow({ ...row, accuracies: {}, features: [], selectSeconds, evaluateSeconds: 0, error: told });
      // What failed before there was a ranking fails at every K alike.
      if (chosen === undefined) chosen = { ...failing(error), seconds: selectSeconds };
    }
  }
}

function failing(error: unknown): Pick<Chosen, 'featuresOf' | 'columnsOf'> {
  const fail = (): never => {
    throw error;
  };
  return { featuresOf: fail, columnsOf: fail };
}

async function choose(run: Run, data: PreparedRows, signal: AbortSignal, context: RunContext): Promise<Chosen> {
  const { dataset, training } = data;
  if (run.method === allFeatures) {
    const columns = Int32Array.from(dataset.featureNames, (_, column) => column);
    return { seconds: 0, featuresOf: () => [], columnsOf: () => columns };
  }
  const { memory } = context.engine;
  const random = createRandom(run.seed).fork('select');
  const mark = memory.mark();
  memory.resetPeak();
  const started = context.now();
  const depth = run.depth ?? run.ks[run.ks.length - 1];
  const scores = await findMethod(run.method).select(training, depth, run.options, {
    ...{ engine: context.engine, random, signal },
    onProgress: (done) => context.onProgress?.(done),
    ...(context.onEpoch && { onEpoch: context.onEpoch }),
  });
  const seconds = (context.now() - started) / 1000;
  const peakBytes = memory.peakBytes - mark;
  const { ranked, columnsOf } = rankFeatures(dataset, scores);
  return { seconds, peakBytes, columnsOf, featuresOf: (k) => ranked.slice(0, k).map((feature) => feature.index) };
}

/** Accuracy on the test rows with these features, by classifier. */
export async function judge(
  { seed, classifiers }: { readonly seed: number; readonly classifiers: readonly ClassifierName[] },
  { dataset, split, scaling }: PreparedRows,
  features: Int32Array,
  signal: AbortSignal | undefined,
  options: ClassifierOptions,
  engine: Engine,
): Promise<ResultRow['accuracies']> {
  const random = createRandom(seed).fork('evaluate');
  const request = { dataset, split, scaling, features, classifiers, options };
  const judged = await evaluateFeatures(request, { engine, random, ...(signal && { signal }) });
  return Object.fromEntries(judged.map(({ classifier, metrics }) => [classifier, metrics.accuracy]));
}

export function describeError(error: unknown, reached: TimeLimit | undefined): RowError {
  if (reached !== undefined) {
    const message = `stopped at the time limit of ${reached.seconds} seconds for one run`;
    return { code: 'limit', message, limitSeconds: reached.seconds };
  }
  if (error instanceof UserError) return { code: error.code, message: error.message };
  return { code: 'bug', message: error instanceof Error ? error.message : String(error) };
}
