/**
 * Importance free of near copies. In trees all copies of a good feature are important, where one of them would do. Here the
 * features are taken one after the other, and each keeps of its importance what those before it have not said:
 *
 *   next     = the one with the largest importance(i) * unsaid(i) of those that are left
 *   unsaid   = 1 - 0.8 * the largest r^2 with one taken before
 *
 * which is the choice of mRMR (Peng, Long and Ding 2005) with a product in place of a difference. The most important features
 * alone are looked at, in a part of the rows; all others get 0.
 */
import { product, standardised } from '../../src/select/network/alikeness.js';
import { rankScores } from '../../src/select/rank-scores.js';

/** A copy keeps the rest, so that copies of a signal still come before noise, which repeats nothing. */
const mostSaid = 0.8;
const mostFeatures = 400;
const mostRows = 500;

/** `values[feature * rowCount + row]`. */
export interface FeatureRows {
  readonly values: Float32Array;
  readonly rowCount: number;
}

export function freeOfCopies(importance: Float64Array, rows: FeatureRows): Float64Array {
  const features = rankScores(importance)
    .ranking.subarray(0, mostFeatures)
    .filter((feature) => importance[feature] > 0);
  const columns = Array.from(features, (feature) => standardised(evenly(rows, feature)));
  const unsaid = new Float64Array(features.length).fill(1);
  const left = Array.from(features.keys());
  const free = new Float64Array(importance.length);
  const worth = (place: number): number => importance[features[place]] * unsaid[place];
  while (left.length > 0) {
    const next = left.reduce((best, place) => (worth(place) > worth(best) ? place : best));
    free[features[next]] = worth(next);
    left.splice(left.indexOf(next), 1);
    for (const place of left) {
      const r = product(columns[place], columns[next]);
      unsaid[place] = Math.min(unsaid[place], 1 - mostSaid * r * r);
    }
  }
  return free;
}

/** The feature in some of the rows, at even distances. */
function evenly({ values, rowCount }: FeatureRows, feature: number): Float64Array {
  const count = Math.min(rowCount, mostRows);
  return Float64Array.from(
    { length: count },
    (_, i) => values[feature * rowCount + Math.floor((i * rowCount) / count)],
  );
}
