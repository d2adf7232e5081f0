/**
 * Scores features and decoys by one sparse linear model of all of them. Its terms are the normal scores of the columns,
 * their squares, and the products of pairs that act together; the score of a column is
 *
 *   sqrt(rows) * sum over its terms and the responses of |weight|,
 *
 * which in noise is about 1 or less, whatever the data. Squares take part where rows that were held out are told better
 * with them. Everything here stays as it is, or goes along, where a feature and a decoy of its trade places.
 *
 * The lasso's weights as the score of knockoffs are those of Candes, Fan, Janson and Lv, Panning for gold (JRSS B 80, 2018).
 */
import type { Engine } from '../../compute/engine.js';
import type { Pacer } from '../../compute/pacer.js';
import type { Random } from '../../maths/random.js';
import { visitPairs } from '../../select/network/pair-screen.js';
import { rankScores } from '../../select/rank-scores.js';
import { inTurns } from '../../turns.js';
import type { Target } from '../../types.js';
import type { AugmentedRows } from '../augmented-rows.js';
import { paddedCount, type ScoredColumns, standardise } from '../ranked-columns.js';
import { fitByFolds } from './cross-validated-lasso.js';
import { responsesOf } from './responses.js';

/** Columns that the model looks at. */
const mostColumns = 8000;
/** Pairs that it looks at, those that are farthest beyond chance. */
const mostPairs = 500;
/** More alarms than a screen alone may raise, because decoys raise them, too; that many words are a second. */
const pairLimits = { falseAlarms: 0.1, mostWords: 2 ** 27 };

/** Two columns that act together. */
interface Pair {
  readonly a: number;
  readonly b: number;
}

export interface MemberScores {
  /** Of every place. */
  readonly scores: Float64Array;
  /** How much every place says of the target alone: the largest |correlation| of its column, or of its square; below 2. */
  readonly alone: Float64Array;
  /** How many features were looked at for pairs; 0 where there were too many, or the target has no classes. */
  readonly pairsAmong: number;
}

export interface Told {
  readonly target: Target;
  /** How much rows count. */
  readonly weights?: Float64Array;
}

export interface ModelContext {
  readonly engine: Engine;
  readonly pacer: Pacer;
  readonly random: Random;
  readonly signal?: AbortSignal | undefined;
}

export async function scoreMembers(all: AugmentedRows, told: Told, context: ModelContext): Promise<MemberScores> {
  const { engine, pacer, random, signal } = context;
  const responses = responsesOf(told.target, told.weights).map((response) => toUnit(response, told.weights));
  const alone = await scoreAlone(all, responses, told.weights, pacer);
  const places = all.placesOf(bestFeatures(all, alone));
  const { pairs, areTried } = await pairsOf(all, places, told.target, signal);
  const mark = engine.memory.mark();
  const terms = writeTerms(all, places, pairs, told.weights, engine);
  const straight = { ...terms, columnCount: pairs.length + places.length };
  const plain = await fitByFolds(straight, responses, { engine, pacer, random: random.fork('straight') });
  const bent = await fitByFolds(terms, responses, { engine, pacer, random: random.fork('straight') });
  engine.memory.release(mark);
  const { sizes } = bent.error < plain.error ? bent : plain;
  const scores = new Float64Array(all.columnCount);
  const factor = Math.sqrt(all.rowCount);
  sizes.forEach((size, term) => {
    for (const place of ownersOf(term, pairs, places)) scores[place] += factor * size;
  });
  return { scores, alone, pairsAmong: areTried ? places.length / all.memberCount : 0 };
}

/** Pairs come first, then columns, then their squares. */
function ownersOf(term: number, pairs: readonly Pair[], places: Int32Array): readonly number[] {
  if (term < pairs.length) return [places[pairs[term].a], places[pairs[term].b]];
  return [places[(term - pairs.length) % places.length]];
}

function writeTerms(
  all: AugmentedRows,
  places: Int32Array,
  pairs: readonly Pair[],
  weights: Float64Array | undefined,
  engine: Engine,
): ScoredColumns {
  const { rowCount, stride } = all;
  const columnCount = pairs.length + 2 * places.length;
  const scores = engine.memory.float32(paddedCount(columnCount) * stride);
  const term = new Float64Array(rowCount);
  const write = (at: number) => scores.view.set(toUnit(term, weights), at * stride);
  pairs.forEach(({ a, b }, pair) => {
    const [x, y] = [all.at(places[a]), all.at(places[b])];
    for (let row = 0; row < rowCount; row++) term[row] = Math.sign(x[row]) * Math.sign(y[row]);
    write(pair);
  });
  places.forEach((place, at) => {
    const column = all.at(place);
    term.set(column);
    write(pairs.length + at);
    for (let row = 0; row < rowCount; row++) term[row] = column[row] * column[row];
    write(pairs.length + places.length + at);
  });
  return { rowCount, columnCount, stride, scores };
}

/** Mean 0 and mean square 1, rows as they count; then times the root of what they count, so that sums count them so. */
function toUnit(values: Float64Array, weights: Float64Array | undefined): Float64Array {
  standardise(values, weights);
  if (weights === undefined) return values;
  return rootsOf(weights, values.length).map((root, row) => root * values[row]);
}

/** Of what rows count, 1 in the mean. */
function rootsOf(weights: Float64Array | undefined, rowCount: number): Float64Array {
  if (weights === undefined) return new Float64Array(rowCount).fill(1);
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / rowCount;
  return weights.map((weight) => Math.sqrt(weight / mean));
}

/** Responses come with a mean of 0, so the columns need none; what rows count changes deviations but little. */
async function scoreAlone(
  all: AugmentedRows,
  responses: readonly Float64Array[],
  weights: Float64Array | undefined,
  pacer: Pacer,
): Promise<Float64Array> {
  const { rowCount } = all;
  const counted = responses.map((response) => rootsOf(weights, rowCount).map((root, row) => root * response[row]));
  const alone = new Float64Array(all.columnCount);
  for (let place = 0; place < all.columnCount; place++) {
    const column = all.at(place);
    let fourth = 0;
    for (let row = 0; row < rowCount; row++) fourth += column[row] ** 4;
    const spread = Math.sqrt(Math.max(0, fourth / rowCount - 1));
    for (const response of counted) {
      let [straight, bent] = [0, 0];
      for (let row = 0; row < rowCount; row++) {
        const product = column[row] * response[row];
        straight += product;
        bent += column[row] * product;
      }
      // The square of a column with two values in halves is a constant.
      const most = Math.max(Math.abs(straight), spread > 1e-3 ? Math.abs(bent) / spread : 0);
      alone[place] = Math.max(alone[place], most / rowCount);
    }
    if (pacer.isDue(rowCount * (1 + 2 * responses.length))) await pacer.rest(0);
  }
  return alone;
}

/** The features, ascending, of which a member says most alone; all where there is room. */
function bestFeatures(all: AugmentedRows, alone: Float64Array): Int32Array {
  const features = Int32Array.from({ length: all.featureCount }, (_, feature) => feature);
  const most = Math.floor(mostColumns / all.memberCount);
  if (features.length <= most) return features;
  const best = Float64Array.from(features, (feature) =>
    Math.max(...alone.subarray(feature * all.memberCount, (feature + 1) * all.memberCount)),
  );
  return rankScores(best).ranking.slice(0, most).sort();
}

/** By their positions in `places`; classes alone have pairs. */
async function pairsOf(
  all: AugmentedRows,
  places: Int32Array,
  target: Target,
  signal: AbortSignal | undefined,
): Promise<{ readonly pairs: readonly Pair[]; readonly areTried: boolean }> {
  if (target.kind !== 'classes') return { pairs: [], areTried: false };
  const { rowCount } = all;
  const values = new Float32Array(places.length * rowCount);
  places.forEach((place, at) => {
    values.set(all.at(place), at * rowCount);
  });
  const { labels, classNames } = target;
  const rows = { values, featureCount: places.length, labels, classCount: classNames.length };
  let found: (Pair & { readonly beyond: number })[] = [];
  const best = () =>
    found.sort((one, other) => other.beyond - one.beyond || one.a - other.a || one.b - other.b).slice(0, mostPairs);
  const keep = (a: number, b: number, beyond: number) => {
    found.push({ a, b, beyond });
    if (found.length > 100 * mostPairs) found = best();
  };
  const areTried = await inTurns(visitPairs(rows, pairLimits, keep), signal);
  return { pairs: best(), areTried };
}
