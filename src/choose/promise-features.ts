/**
 * Which features can be promised: of those named, at most the share `rate` is false on average, whatever the method.
 *
 * In every round each feature gets decoys of its own. A sparse model looks at all of them (model/score-members.ts), the
 * method at the features that stand out, with their decoys; whether the feature or a decoy stands out makes no difference. Then features compete with their
 * decoys, and what the rounds say together is weighed by e-values.
 */
import type { Engine } from '../compute/engine.js';
import { Pacer } from '../compute/pacer.js';
import type { Random } from '../maths/random.js';
import { rankScores } from '../select/rank-scores.js';
import { takeTargetRows } from '../target/take-target-rows.js';
import type { AnyMatrix, DenseMatrix, Scores, Target, TrainingSet } from '../types.js';
import { AugmentedRows } from './augmented-rows.js';
import { bestOfUnits } from './best-of-units.js';
import { type Contests, holdContests } from './contests.js';
import { makeDecoys, type WriteDecoy } from './decoys.js';
import { type Evidence, weighEvidence } from './e-values.js';
import { joinScores } from './join-scores.js';
import { canJoin, type JointPlan, makeJointDecoys, planJointDecoys } from './joint-decoys.js';
import { rowsToTell } from './model/responses.js';
import { type MemberScores, scoreMembers, type Told } from './model/score-members.js';
import { findNeighbours, type Neighbour } from './neighbours.js';
import { type RankedColumns, rankColumns } from './ranked-columns.js';
import { gatherTraining, rowsWithin } from './training-columns.js';
import { advantageOf, type Trial, tryDecoys } from './trial.js';

export interface PromiseOptions {
  /** Rounds with decoys of their own; more make the answer depend less on the seed. */
  readonly rounds: number;
  /** Decoys of a feature in a round. A promise takes at least 2 / (rate * decoys) features, half as many in one round. */
  readonly decoys: number;
}

export const promiseDefaults: PromiseOptions = { rounds: 2, decoys: 3 };

/** Floats that all features and their decoys may take: 512 MiB. */
const mostCells = 2 ** 27;
/** The share of the work that finding neighbours is about. */
const lookingShare = 0.1;
/** Neighbours that a column's decoys are made from. */
const mostNeighbours = 12;
/** Columns are crowded where more than this share of them has as many neighbours as count, and perhaps more. */
const crowdedShare = 0.05;
/** Columns that the method is given: about as many as the data has, but never fewer nor more than these. */
const [fewestColumns, mostColumns] = [400, 8000];
/** The method is asked for this share of the features it looks at, but for no fewer than this. */
const [wantedShare, fewestWanted] = [0.1, 20];
/** Other rates, to say what a bolder question would answer. */
const otherRates = [0.2, 0.3, 0.5];

export interface PromiseContext {
  readonly engine: Engine;
  readonly random: Random;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number) => void) | undefined;
}

/** Runs the method on features and decoys. */
export type ScoreColumns = (
  training: TrainingSet<DenseMatrix, Target>,
  k: number,
  context: { readonly random: Random; readonly onProgress: (done: number) => void },
) => Promise<Scores>;

export interface FoundPromise {
  /** The evidence for every feature and the order, best first. */
  readonly scores: Scores;
  /** How many of the ranking, features or groups of them, can be promised. */
  readonly count: number;
  /** Training rows that were looked at. */
  readonly rowCount: number;
  /** Features among which pairs that act together were looked for; 0 where they were not. */
  readonly pairsAmong: number;
  /** How many times as often as a decoy of its a false feature was found to win, and was counted to; 1 where nothing was tried. */
  readonly advantage: number;
  /** What could be promised at larger rates. */
  readonly atRates: readonly { readonly rate: number; readonly count: number }[];
  /** Every round, for those who want to weigh them otherwise. */
  readonly contests: readonly Contests[];
}

export async function promiseFeatures(
  training: TrainingSet<AnyMatrix, Target>,
  rate: number,
  score: ScoreColumns,
  context: PromiseContext,
  options: PromiseOptions = promiseDefaults,
): Promise<FoundPromise> {
  const { engine, random, signal, onProgress } = context;
  const most = Math.min(
    rowsWithin(mostCells / (options.decoys + 1), training.matrix.columnCount),
    rowsToTell(training.target),
  );
  const columns = await gatherTraining(training, most, random.fork('rows'), signal);
  const { rowCount, rows, values } = columns;
  const { weights } = training;
  const seen = {
    target: takeTargetRows(training.target, rows),
    ...(weights && { weights: Float64Array.from(rows, (row) => weights[row]) }),
  };
  const unitOf = numberUnits(training);
  const pacer = new Pacer({ ...(signal && { signal }) });
  const mark = engine.memory.mark();
  try {
    const ranked = await rankColumns(values, rowCount, { engine, pacer });
    const looking = new Pacer({ signal, onProgress: (share) => onProgress?.(lookingShare * share) });
    const neighbours = await findNeighbours(ranked, { most: mostNeighbours }, { engine, pacer: looking });
    const isCrowded = areCrowded(neighbours);
    const plan =
      isCrowded && canJoin(ranked) ? await planJointDecoys(ranked, options.decoys, { engine, pacer }) : undefined;
    const contests: Contests[] = [];
    const trials: Trial[] = [];
    let pairsAmong = 0;
    for (let round = 0; round < options.rounds; round++) {
      const drawn = random.fork(`round ${round}`);
      const tell = (done: number) =>
        onProgress?.(lookingShare + (1 - lookingShare) * ((round + done) / options.rounds));
      const task = { engine, random: drawn, signal, onProgress: tell };
      const played = await playRound(
        { seen, ranked, neighbours, plan, unitOf, isCrowded },
        options.decoys,
        score,
        task,
        pacer,
      );
      contests.push(played.contests);
      if (played.trial) trials.push(played.trial);
      pairsAmong = played.pairsAmong;
    }
    const advantage = advantageOf(trials, options.decoys);
    const counted = contests.map((round) => ({ ...round, advantage }));
    return { ...describe(counted, rate, unitOf), rowCount, pairsAmong, advantage };
  } finally {
    engine.memory.release(mark);
  }
}

/** Decoys are made from a column's neighbours, so where there are more than these they may be told from features. */
function areCrowded(neighbours: readonly (readonly Neighbour[])[]): boolean {
  return neighbours.filter(({ length }) => length === mostNeighbours).length > crowdedShare * neighbours.length;
}

interface Round {
  readonly seen: Told;
  readonly ranked: RankedColumns;
  readonly neighbours: readonly (readonly Neighbour[])[];
  /** Of decoys that are made of all columns together; where there is none, they are made of neighbours. */
  readonly plan: JointPlan | undefined;
  readonly unitOf: Int32Array;
  readonly isCrowded: boolean;
}

interface PlayedRound {
  readonly contests: Contests;
  readonly pairsAmong: number;
  readonly trial?: Trial | undefined;
}

async function playRound(
  { seen, ranked, neighbours, plan, unitOf, isCrowded }: Round,
  decoys: number,
  score: ScoreColumns,
  { engine, random, signal, onProgress }: PromiseContext,
  pacer: Pacer,
): Promise<PlayedRound> {
  const mark = engine.memory.mark();
  const all = new AugmentedRows(engine, ranked, decoys + 1, random.fork('places'));
  const part = (from: number, to: number) => (share: number) => onProgress?.(from + (to - from) * share);
  const write: WriteDecoy = (feature, copy, scores) => all.set(feature, copy + 1, scores);
  const making = { engine, pacer, random: random.fork('decoys'), onProgress: part(0, 0.15) };
  if (plan === undefined) await makeDecoys(ranked, neighbours, decoys, write, making);
  else await makeJointDecoys(ranked, plan, decoys, write, making);
  const fitting = { engine, pacer, signal };
  const modelled = isCrowded ? 0.27 : 0.4;
  const told = { ...fitting, random: random.fork('model'), onProgress: part(0.15, modelled) };
  const model = await scoreMembers(all, seen, told);
  const trying = { ...fitting, random: random.fork('trial'), onProgress: part(modelled, 0.4) };
  const trial = isCrowded ? await tryDecoys(all, seen, model, unitOf, trying) : undefined;
  onProgress?.(0.4);
  const looked = standingOut(model, all);
  const rows = all.rowsOf(looked);
  engine.memory.release(mark);
  const wanted = Math.min(rows.matrix.columnCount, Math.max(fewestWanted, Math.round(wantedShare * looked.length)));
  const found = await score({ ...rows, ...seen }, wanted, { random: random.fork('select'), onProgress: part(0.4, 1) });
  const ofModel = Float64Array.from(all.placesOf(looked), (place) => model.scores[place]);
  const joined = joinScores(all.membersOf(looked, ofModel), all.membersOf(looked, found.scores));
  const contests = holdContests(joined.map((member) => bestOfUnits(member, looked, unitOf)));
  return { contests, pairsAmong: model.pairsAmong, trial };
}

/** The features, ascending, of which the best member scores highest; all where there is room. */
function standingOut({ scores, alone }: MemberScores, { featureCount, memberCount }: AugmentedRows): Int32Array {
  const all = Int32Array.from({ length: featureCount }, (_, feature) => feature);
  const columns = Math.min(mostColumns, Math.max(fewestColumns, featureCount));
  const most = Math.floor(columns / memberCount);
  if (featureCount <= most) return all;
  // Features that the model gives no weight rank by what they say alone, which is below 2.
  const standing = scores.map((score, place) => (score > 0 ? 2 + score : alone[place]));
  const best = Float64Array.from(all, (feature) =>
    Math.max(...standing.subarray(feature * memberCount, (feature + 1) * memberCount)),
  );
  return rankScores(best).ranking.slice(0, most).sort();
}

/** What competes as one: a feature, or all features of a column of the file; numbered in the order of the features. */
function numberUnits({ groups, matrix }: Pick<TrainingSet<AnyMatrix, Target>, 'groups' | 'matrix'>): Int32Array {
  if (groups === undefined) return Int32Array.from({ length: matrix.columnCount }, (_, feature) => feature);
  const numbers = new Map<number, number>();
  for (const group of groups) if (!numbers.has(group)) numbers.set(group, numbers.size);
  return groups.map((group) => numbers.get(group)!);
}

function describe(
  rounds: readonly Contests[],
  rate: number,
  unitOf: Int32Array,
): Omit<FoundPromise, 'rowCount' | 'pairsAmong' | 'advantage'> {
  const evidence = weighEvidence(rounds, rate);
  const ofUnits = scoreUnits(rounds, evidence);
  return {
    scores: rankScores(Float64Array.from(unitOf, (unit) => ofUnits[unit])),
    count: evidence.promised.length,
    contests: rounds,
    atRates: otherRates
      .filter((other) => other > rate)
      .map((other) => ({ rate: other, count: weighEvidence(rounds, other).promised.length })),
  };
}

/**
 * The e-value, and where it is the same, the mean margin by which a feature won or lost. An e-value is 0 or at least 1
 * over the number of rounds, so the margins, brought to between -0.1 and 0.1, never go against it.
 */
function scoreUnits(rounds: readonly Contests[], { eValues }: Evidence): Float64Array {
  return eValues.map((eValue, unit) => {
    const sum = rounds.reduce((total, { margins, isWon }) => total + (isWon[unit] ? 1 : -1) * margins[unit], 0);
    const mean = sum / rounds.length;
    return eValue + (0.1 * mean) / (1 + Math.abs(mean));
  });
}
