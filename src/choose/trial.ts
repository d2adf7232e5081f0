/**
 * A trial of the decoys on a target of which the truth is known. Decoys are as good as features only where the columns go
 * together as the decoys take them to. Where many columns repeat each other in ways of their own, a feature that says
 * nothing new may stand closer to those that do than its decoys, and win more often than it should. How much more is
 * measured rather than assumed:
 *
 * 1. Half of the features that the model tells from their decoys, drawn at random, are taken for the truth. So whatever
 *    wins without a right to stands outside the truth as often as inside, and is counted there.
 * 2. Rows are put in order twice: by what the model says of them, and by what it says by the truth alone. A row at a place
 *    of the second order is dealt the target of one about that place in the first. Now the target depends on the truth,
 *    as strongly as it did on everything before, and on nothing else.
 * 3. The model scores all features and decoys again, with this target. Of the contests of all other features, those with
 *    the largest margins count: how many the features won, and how many their decoys.
 */
import { type Random, shuffle } from '../maths/random.js';
import { Sorter } from '../maths/sort-order.js';
import { takeTargetRows } from '../target/take-target-rows.js';
import type { AugmentedRows } from './augmented-rows.js';
import { bestOfUnits } from './best-of-units.js';
import { type Contests, findCut, holdContests } from './contests.js';
import { type MemberScores, type ModelContext, scoreMembers, type Told } from './model/score-members.js';

/** A generous choice of the features that half of are the truth. */
const foundRate = 0.5;
/** Rows next to each other among which the target is dealt. */
const rowsAtOnce = 20;
/** Contests that are counted: as many as there are features in the truth, but at least so many. */
const fewestCounted = 20;

/** Of the contests of features that are known to be false. */
export interface Trial {
  readonly won: number;
  readonly lost: number;
}

/** Undefined where the model tells no feature from its decoys: there is nothing then that the decoys could spoil. */
export async function tryDecoys(
  all: AugmentedRows,
  told: Told,
  model: MemberScores,
  unitOf: Int32Array,
  context: ModelContext,
): Promise<Trial | undefined> {
  const { random } = context;
  const contests = contestsOf(all, model, unitOf);
  const cut = findCut(contests, foundRate);
  if (cut === undefined) return undefined;
  const { margins, isWon } = contests;
  const found = Int32Array.from(margins.keys()).filter((unit) => isWon[unit] && margins[unit] >= cut.margin);
  const truth = new Set(shuffle(found, random.fork('truth')).slice(0, Math.ceil(found.length / 2)));
  const [byAll, byTruth] = [new Set(found), truth].map((units) => orderOf(saidBy(units, all, model, unitOf)));
  const dealt = dealNear(byTruth, byAll, random.fork('dealt'));
  const { weights } = told;
  const known: Told = {
    target: takeTargetRows(told.target, dealt),
    ...(weights && { weights: Float64Array.from(dealt, (row) => weights[row]) }),
  };
  const again = await scoreMembers(all, known, { ...context, random: random.fork('model') });
  return countFalse(contestsOf(all, again, unitOf), truth, Math.max(fewestCounted, truth.size));
}

/**
 * How many times as often a false feature wins as each of its decoys, in these trials; never below 1, and 1 where nothing
 * was tried. One contest more is counted on either side, so that a few decide little.
 */
export function advantageOf(trials: readonly Trial[], decoyCount: number): number {
  const won = trials.reduce((sum, trial) => sum + trial.won, 0);
  const lost = trials.reduce((sum, trial) => sum + trial.lost, 0);
  if (won + lost === 0) return 1;
  return Math.max(1, (decoyCount * (won + 1)) / (lost + decoyCount));
}

function contestsOf(all: AugmentedRows, { scores }: MemberScores, unitOf: Int32Array): Contests {
  const features = Int32Array.from({ length: all.featureCount }, (_, feature) => feature);
  return holdContests(all.membersOf(features, scores).map((member) => bestOfUnits(member, features, unitOf)));
}

/** Of the contests with the largest margins, those of the truth left out. */
export function countFalse({ margins, isWon }: Contests, truth: ReadonlySet<number>, most: number): Trial {
  const others = [...margins.keys()].filter((unit) => margins[unit] > 0 && !truth.has(unit));
  const counted = others.sort((a, b) => margins[b] - margins[a] || a - b).slice(0, most);
  const won = counted.filter((unit) => isWon[unit] === 1).length;
  return { won, lost: counted.length - won };
}

/** What the model says of every row by the features of these units alone. */
function saidBy(units: ReadonlySet<number>, all: AugmentedRows, model: MemberScores, unitOf: Int32Array) {
  const isCounted = new Uint8Array(all.columnCount);
  unitOf.forEach((unit, feature) => {
    isCounted[all.places[0][feature]] = Number(units.has(unit));
  });
  return model.predict((place) => isCounted[place] === 1);
}

/** Rows by what is said of them: by the response that it says most of, and of the same by how much. */
function orderOf(said: readonly Float64Array[]): Int32Array {
  const rowCount = said[0].length;
  const largest = Int32Array.from({ length: rowCount }, (_, row) => {
    let most = 0;
    said.forEach((prediction, response) => {
      if (prediction[row] > said[most][row]) most = response;
    });
    return most;
  });
  const order = new Sorter().order(
    Float64Array.from(largest, (response, row) => said[response][row]),
    rowCount,
  );
  return said.length === 1 ? order.slice() : order.slice().sort((a, b) => largest[a] - largest[b]);
}

/**
 * The row whose target every row gets: of the rows at about its place in `order`, any of those at about the same place in
 * `from`, but never itself.
 */
export function dealNear(order: Int32Array, from: Int32Array, random: Random): Int32Array {
  const dealt = new Int32Array(order.length);
  const count = Math.max(1, Math.floor(order.length / rowsAtOnce));
  const boundOf = (part: number) => Math.floor((part * order.length) / count);
  for (let part = 0; part < count; part++) {
    const rows = order.subarray(boundOf(part), boundOf(part + 1));
    const theirs = shuffle(from.slice(boundOf(part), boundOf(part + 1)), random);
    rows.forEach((row, at) => {
      const next = (at + 1) % rows.length;
      if (theirs[at] === row) [theirs[at], theirs[next]] = [theirs[next], theirs[at]];
    });
    rows.forEach((row, at) => {
      dealt[row] = theirs[at];
    });
  }
  return dealt;
}
