/**
 * How far the means of the classes lie apart in every feature, beside its spread within them: the F statistic of a one-way
 * analysis of variance. Where features have nothing to do with each other this is all there is to know of a feature that
 * acts by its height, and few rows tell it better than trees or a network do.
 *
 * Of many features some reach a large F by chance. So each counts by the share of features with an F like its own that are
 * no chance finds, 1 - q for its false discovery rate q: where no means differ next to nothing is left of any.
 */
import { falseDiscoveryRates } from '../../maths/false-discovery.js';
import { incompleteBeta } from '../../maths/tail-probability.js';
import { finish, partsOf, type Steps } from '../../turns.js';
import type { ScreenedRows } from './pair-screen.js';

export interface MeanDifferences {
  readonly statistics: Float64Array;
  /** What of them is no chance. */
  readonly beyondChance: Float64Array;
}

export function meanDifferences(rows: ScreenedRows): MeanDifferences {
  return finish(meanDifferenceSteps(rows));
}

export function* meanDifferenceSteps({
  values,
  featureCount,
  labels,
  classCount,
}: ScreenedRows): Steps<MeanDifferences> {
  const rowCount = labels.length;
  const sizes = new Float64Array(classCount);
  for (const label of labels) sizes[label]++;
  const present = sizes.filter((size) => size > 0).length;
  const [explained, left] = [present - 1, rowCount - present];
  const statistics = new Float64Array(featureCount);
  if (explained < 1 || left < 1) return { statistics, beyondChance: statistics };
  const tails = new Float64Array(featureCount);
  const sums = new Float64Array(classCount);
  for (const { from, to, cells } of partsOf(featureCount, rowCount)) {
    for (let feature = from; feature < to; feature++) {
      const start = feature * rowCount;
      sums.fill(0);
      let square = 0;
      for (let row = 0; row < rowCount; row++) {
        // From the first row on, so that the spread of a constant feature is exactly 0.
        const value = values[start + row] - values[start];
        sums[labels[row]] += value;
        square += value * value;
      }
      const share = explainedShare(sums, sizes, square);
      statistics[feature] = ((share / (1 - share)) * left) / explained;
      tails[feature] = incompleteBeta(left / 2, explained / 2, 1 - share);
    }
    yield cells;
  }
  const rates = falseDiscoveryRates(tails);
  return { statistics, beyondChance: statistics.map((value, feature) => value * (1 - rates[feature])) };
}

/** A feature that is the class makes others count for less, not for nothing. */
const mostExplained = 1 - 1e-6;

/** Scatter between the classes over all scatter. */
function explainedShare(sums: Float64Array, sizes: Float64Array, square: number): number {
  let [all, rowCount, ofClasses] = [0, 0, 0];
  for (let label = 0; label < sums.length; label++) {
    if (sizes[label] === 0) continue;
    all += sums[label];
    rowCount += sizes[label];
    ofClasses += (sums[label] * sums[label]) / sizes[label];
  }
  const common = (all * all) / rowCount;
  const total = square - common;
  return total > 0 ? Math.min(mostExplained, Math.max(0, (ofClasses - common) / total)) : 0;
}
