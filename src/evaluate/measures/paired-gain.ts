/**
 * By how much one set of predictions is better than another on the same test rows, with a 95 % interval that makes use of
 * the rows being the same: rows that both get right, or both wrong, say nothing of the difference.
 *
 * Accuracy: d_i is 1, 0 or -1 by which of the two is right on row i (a share where the other is a mean over draws); two rows
 * are added, one with 1 and one with -1, and the interval is mean +- 1.96 sqrt(variance / (n + 2)) of the d_i. That is the
 * adjusted Wald interval of Bonett and Price (2012), the estimate that belongs to McNemar's test, which holds for few rows too.
 * Any other measure, and rows that come in groups: the bootstrap of the difference.
 */
import type { Target } from '../../types.js';
import type { Predictions } from '../predictions.js';
import { bootstrapIntervals, type DrawnRows } from './bootstrap.js';
import type { Interval } from './contract.js';
import type { Difference } from './difference.js';
import { meanReading } from './measure-predictions.js';
import type { AnyMeasure } from './registry.js';

/** `others` are several predictions of the same rows, of which the mean counts. Above 0 where `own` is better. */
export async function pairedGain(
  measure: AnyMeasure,
  truth: Target,
  own: Predictions,
  others: readonly Predictions[],
  rows: DrawnRows,
): Promise<Difference | undefined> {
  const a = meanReading(measure, truth, [own]);
  const b = meanReading(measure, truth, others);
  const [mine, other] = [a?.(), b?.()];
  if (a === undefined || b === undefined || mine === undefined || other === undefined) return undefined;
  // Of a measure whose lowest value is best, less is a gain.
  const sign = measure.best === 'highest' ? 1 : -1;
  const mean = sign * (mine - other);
  const byRow = measure.name === 'accuracy' && rows.groups === undefined ? rightness(truth, own, others) : undefined;
  const interval = byRow
    ? adjustedWald(byRow)
    : (
        await bootstrapIntervals(
          [
            (counts) => {
              const [x, y] = [a(counts), b(counts)];
              return x === undefined || y === undefined ? undefined : sign * (x - y);
            },
          ],
          rows,
        )
      )[0];
  if (interval === undefined) return undefined;
  // The value itself is never outside its interval, which the added rows pull towards 0.
  const [low, high] = [Math.min(interval[0], mean), Math.max(interval[1], mean)];
  return { mean, low, high, margin: (high - low) / 2 };
}

/** For every row whether `own` is right, less the share of the others that are. */
function rightness(truth: Target, own: Predictions, others: readonly Predictions[]): Float64Array | undefined {
  if (truth.kind !== 'classes' || own.kind !== 'classes') return undefined;
  const isRight = (predicted: Predictions, row: number) =>
    predicted.kind === 'classes' && predicted.labels[row] === truth.labels[row] ? 1 : 0;
  return Float64Array.from(truth.labels, (_, row) => {
    const share = others.reduce((sum, each) => sum + isRight(each, row), 0) / others.length;
    return isRight(own, row) - share;
  });
}

function adjustedWald(differences: Float64Array): Interval {
  const count = differences.length + 2;
  const mean = differences.reduce((sum, each) => sum + each, 0) / count;
  const squares = differences.reduce((sum, each) => sum + each * each, 2) / count;
  const margin = 1.959963984540054 * Math.sqrt(Math.max(0, squares - mean * mean) / count);
  return [Math.max(-1, mean - margin), Math.min(1, mean + margin)];
}
