/** One row of the study: a candidate selects K features from one part of the training rows and is judged on another. */
import type { Engine } from '../src/compute/engine.js';
import { evaluateFeatures } from '../src/evaluate/evaluate.js';
import type { PreparedRows } from '../src/pipeline.js';
import { createRandom, type Random } from '../src/random.js';
import { rankFeatures } from '../src/rank/rank-features.js';
import { neurofs, neurofsRule } from '../src/select/neurofs.js';
import { rankScores } from '../src/select/rank-scores.js';
import { findMethod } from '../src/select/registry.js';
import { resolveOptions } from '../src/select/resolve-options.js';
import { runSparseNetwork } from '../src/select/sparse-network.js';
import type { Scores } from '../src/types.js';
import { type Candidate, candidates } from './candidates.js';

export interface StudyRow {
  readonly set: string;
  readonly candidate: string;
  readonly k: number;
  readonly seed: number;
  /** Of an SVM on the rows kept apart, in percent. */
  readonly accuracy: number;
  readonly seconds: number;
  readonly features: readonly number[];
}

export async function runCandidate(
  { set, candidate: name, k, seed }: Pick<StudyRow, 'set' | 'candidate' | 'k' | 'seed'>,
  data: PreparedRows,
  engine: Engine,
): Promise<StudyRow> {
  const candidate = candidates.find((each) => each.name === name);
  const random = createRandom(seed).fork('select');
  const started = performance.now();
  const scores =
    candidate === undefined
      ? await findMethod(name).select(data.training, k, resolveOptions(findMethod(name)) as never, { engine, random })
      : await average(candidate, data, k, engine, random);
  const seconds = (performance.now() - started) / 1000;
  const { ranked, columnsOf } = rankFeatures(data.dataset, scores);
  const [{ metrics }] = await evaluateFeatures(
    { ...data, features: columnsOf(k), classifiers: ['svm'] },
    { engine, random: createRandom(seed).fork('evaluate') },
  );
  const features = ranked.slice(0, k).map(({ index }) => index);
  return {
    ...{ set, candidate: name, k, seed, features },
    accuracy: Number((100 * metrics.accuracy).toFixed(3)),
    seconds: Number(seconds.toFixed(2)),
  };
}

/** The mean over the runs of 1 / (1 + place / K). */
async function average(
  candidate: Candidate,
  { training }: PreparedRows,
  k: number,
  engine: Engine,
  random: Random,
): Promise<Scores> {
  const { options: given, hooks, runs = 1 } = candidate;
  const options = resolveOptions(neurofs, given);
  const run = (source: Random): Promise<Scores> =>
    runSparseNetwork(
      training,
      k,
      options,
      neurofsRule(options, 'gradient'),
      { engine, random: source },
      hooks?.(training),
    );
  if (runs === 1) return run(random);
  const sums = new Float64Array(training.matrix.columnCount);
  for (let i = 0; i < runs; i++) {
    const { ranking } = await run(random.fork(`run ${i}`));
    ranking.forEach((feature, place) => {
      sums[feature] += 1 / (1 + place / k) / runs;
    });
  }
  return rankScores(sums);
}
