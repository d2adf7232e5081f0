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
import { type ScoredColumns, standardise } from '../ranked-columns.js';
import { fitByFolds, sizesOf } from './cross-validated-lasso.js';
import { responsesOf } from './responses.js';
import { type Pair, rootsOf, Terms, timesRoots } from './terms.js';

/** Columns that the model looks at. */
const mostColumns = 8000;
/** Pairs that it looks at, those that are farthest beyond chance. */
const mostPairs = 500;
/** More alarms than a screen alone may raise, because decoys raise them, too; that many words are a second. */
const pairLimits = { falseAlarms: 0.1, mostWords: 2 ** 27 };

export interface MemberScores {
  /** Of every place. */
  readonly scores: Float64Array;
  /** How much every place says of the target alone: the largest |correlation| of its column, or of its square; below 2. */
  readonly alone: Float64Array;
  /** How many features were looked at for pairs; 0 where there were too many, or the target has no classes. */
  readonly pairsAmong: number;
  /** What the terms made of such places alone say of every row, for every response. */
  predict(isCounted: (place: number) => boolean): readonly Float64Array[];
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
  readonly onProgress?: ((share: number) => void) | undefined;
}

export async function scoreMembers(all: AugmentedRows, told: Told, context: ModelContext): Promise<MemberScores> {
  const { engine, pacer, random, signal, onProgress } = context;
  const responses = responsesOf(told.target, told.weights).map((response) => {
    standardise(response, told.weights);
    return timesRoots(response, told.weights);
  });
  const alone = await scoreAlone(all, responses, told.weights, pacer);
  const places = all.placesOf(bestFeatures(all, alone));
  const { pairs, areTried } = await pairsOf(all, places, told.target, signal);
  const mark = engine.memory.mark();
  const terms = new Terms(all, places, pairs, told.weights);
  const written = terms.write(engine);
  const straight = { ...written, columnCount: terms.straightCount };
  const fit = (columns: ScoredColumns, from: number, to: number) =>
    fitByFolds(columns, responses, {
      engine,
      pacer,
      random: random.fork('straight'),
      onProgress: (share) => onProgress?.(from + (to - from) * share),
    });
  const plain = await fit(straight, 0, 1 / 3);
  const bent = await fit(written, 1 / 3, 1);
  engine.memory.release(mark);
  const { weights } = bent.error < plain.error ? bent : plain;
  const scores = new Float64Array(all.columnCount);
  const factor = Math.sqrt(all.rowCount);
  sizesOf(weights).forEach((size, term) => {
    for (const place of terms.ownersOf(term)) scores[place] += factor * size;
  });
  const predict = (isCounted: (place: number) => boolean) => predictFrom(terms, weights, isCounted, all.rowCount);
  return { scores, alone, pairsAmong: areTried ? places.length / all.memberCount : 0, predict };
}

function predictFrom(
  terms: Terms,
  weights: readonly Float64Array[],
  isCounted: (place: number) => boolean,
  rowCount: number,
): readonly Float64Array[] {
  const predictions = weights.map(() => new Float64Array(rowCount));
  sizesOf(weights).forEach((size, term) => {
    if (size === 0 || !terms.ownersOf(term).every(isCounted)) return;
    const values = terms.valuesOf(term);
    predictions.forEach((prediction, response) => {
      for (let row = 0; row < rowCount; row++) prediction[row] += weights[response][term] * values[row];
    });
  });
  return predictions;
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

/** Classes alone have pairs. */
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
