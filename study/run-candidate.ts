/** One row of the study: a candidate selects K features from one part of the training rows and is judged on another. */
import { createSerialEngine, type Engine } from '../src/compute/engine.js';
import { judgeColumns } from '../src/experiment/judge-columns.js';
import { runSelection } from '../src/run-selection.js';
import type { SelectContext, SelectionMethod } from '../src/select/contract.js';
import { type NeurofsOptions, neurofs, runNeurofs } from '../src/select/network/neurofs.js';
import { rankScores } from '../src/select/rank-scores.js';
import { findMethod } from '../src/select/registry.js';
import { resolveOptions } from '../src/select/resolve-options.js';
import { classesOf } from '../src/target/class-target.js';
import { takeMethod } from '../src/try-methods.js';
import type { ClassTarget, Scores, Split, TrainingSet } from '../src/types.js';
import { type Candidate, candidates } from './candidates.js';
import { createCommittee } from './hooks/committee.js';
import { chooseApart, firstOfCopies, spread, takeFeatures } from './hooks/copies.js';
import { viewed } from './hooks/views.js';
import { processorTime } from './processor-time.js';
import type { StudyRows } from './sets.js';

export interface StudyRow {
  readonly set: string;
  readonly candidate: string;
  readonly k: number;
  readonly seed: number;
  /** Of an SVM on the rows kept apart, in percent. */
  readonly accuracy: number;
  /** Of the processor, for the selection alone; absent where it was not taken. */
  readonly seconds?: number;
  /** How many of the features are planted ones, where the data is generated. */
  readonly found?: number;
  /** The method that `auto` took. */
  readonly taken?: string;
  /** Those selected by a candidate or by `auto`; what a method without a network selects, anybody can find again in a moment. */
  readonly features?: readonly number[];
}

/** The judge learns from at most `judgeRows`. */
export async function runCandidate(
  { set, candidate: name, k, seed }: Pick<StudyRow, 'set' | 'candidate' | 'k' | 'seed'>,
  data: StudyRows,
  engine: Engine,
  judgeRows = 5000,
): Promise<StudyRow> {
  const candidate = candidates.find((each) => each.name === name);
  const method = candidate === undefined ? findMethod(name) : methodOf(candidate);
  const given = candidate?.options;
  const training = { ...data.training, target: classesOf(data.training.target) };
  const changed = typeof given === 'function' ? given(training) : given;
  const call = { method, options: resolveOptions(method, changed) as Record<string, unknown>, k, seed };
  const started = processorTime();
  const { tried, ...taken } = await takeMethod(data, call, { engine });
  const { ranked, columnsOf } = await runSelection(data, { ...call, ...taken }, { engine });
  const seconds = (processorTime() - started) / 1000;
  const measured = await judgeColumns(
    { ...data, split: thinned(data.split, judgeRows) },
    columnsOf(k),
    { seed, judges: ['svm'], options: {} },
    { engine },
  );
  const accuracy = measured.find(({ measure }) => measure === 'accuracy')!.value;
  const features = ranked.slice(0, k).map(({ index }) => index);
  return {
    set,
    candidate: name,
    k,
    seed,
    accuracy: Number((100 * accuracy).toFixed(3)),
    seconds: Number(seconds.toFixed(2)),
    ...(data.planted && { found: features.filter((feature) => data.planted?.has(feature)).length }),
    ...(tried && { taken: tried.taken }),
    ...((candidate || tried) && { features }),
  };
}

/** At most so many rows to learn from, at even distances. */
function thinned({ train, test }: Split, most: number): Split {
  const count = Math.min(train.length, most);
  return { train: Int32Array.from({ length: count }, (_, i) => train[Math.floor((i * train.length) / count)]), test };
}

/** NeuroFS with what the candidate changes. */
function methodOf(candidate: Candidate): SelectionMethod<NeurofsOptions, ClassTarget, 'several' | 'weights'> {
  return { ...neurofs, targets: ['classes'], takesStored: false, select: (...call) => select(candidate, ...call) };
}

async function select(
  candidate: Candidate,
  given: TrainingSet,
  k: number,
  options: NeurofsOptions,
  context: SelectContext,
): Promise<Scores> {
  const { oneOfCopies, apart, beside, view } = candidate;
  const training = view === undefined ? given : viewed(given, view);
  if (oneOfCopies !== undefined) {
    const order = (await findMethod('anova-f').select(training, k, {}, context)).ranking;
    const kept = firstOfCopies(training, order, oneOfCopies);
    const few = Math.min(k, kept.length);
    return spread(
      await selectAmong(candidate, takeFeatures(training, kept), few, options, context),
      kept,
      training.matrix.columnCount,
    );
  }
  const scores = await selectAmong(candidate, training, k, options, context);
  if (beside !== undefined) return join(scores, beside, training, k, context);
  return apart ? chooseApart(training, scores, k) : scores;
}

/** Rows at which another method's ranking counts half as much as it would with hardly any. */
const fewRows = 200;

/** The network's ranking with those of other methods beside it. */
async function join(
  network: Scores,
  beside: NonNullable<Candidate['beside']>,
  training: TrainingSet,
  k: number,
  context: SelectContext,
): Promise<Scores> {
  const { rowCount } = training.matrix;
  const voices: Voice[] = [{ scores: network, weight: 1 }];
  for (const [name, weight] of beside) {
    const method = findMethod(name);
    const scores = await method.select(training, k, resolveOptions(method) as never, context);
    voices.push({ scores, weight: (weight * fewRows) / (fewRows + rowCount) });
  }
  return joinByPlace(voices, k);
}

/** What the candidate selects: one run, or several put together. */
async function selectAmong(
  { hooks, runs = 1, committee }: Candidate,
  training: TrainingSet,
  k: number,
  options: NeurofsOptions,
  { engine, random }: SelectContext,
): Promise<Scores> {
  const run = (context: SelectContext, more = hooks?.(training)): Promise<Scores> =>
    runNeurofs(training, k, options, 'gradient', context, more);
  if (committee !== undefined) {
    const members = createCommittee(committee).map(async (member, i) =>
      run({ engine: await createSerialEngine(), random: random.fork(`run ${i}`) }, member),
    );
    return average(await Promise.all(members), ({ scores }, feature) => Math.max(0, scores[feature]));
  }
  if (runs === 1) return run({ engine, random });
  const all: Voice[] = [];
  for (let i = 0; i < runs; i++) {
    all.push({ scores: await run({ engine, random: random.fork(`run ${i}`) }), weight: 1 });
  }
  return joinByPlace(all, k);
}

/** A ranking, and how much it counts. */
interface Voice {
  readonly scores: Scores;
  readonly weight: number;
}

/** Adds 1 / (1 + place / K) of every ranking, weighed. */
function joinByPlace(voices: readonly Voice[], k: number): Scores {
  const placed = voices.map(({ scores, weight }) => ({ places: placesOf(scores), weight }));
  return rankScores(
    voices[0].scores.scores.map((_, feature) =>
      placed.reduce((sum, { places, weight }) => sum + weight / (1 + places[feature] / k), 0),
    ),
  );
}

function average(all: readonly Scores[], scoreOf: (scores: Scores, feature: number) => number): Scores {
  return rankScores(
    all[0].scores.map((_, feature) => all.reduce((sum, each) => sum + scoreOf(each, feature), 0) / all.length),
  );
}

function placesOf({ ranking }: Scores): Int32Array {
  const places = new Int32Array(ranking.length);
  ranking.forEach((feature, place) => {
    places[feature] = place;
  });
  return places;
}
