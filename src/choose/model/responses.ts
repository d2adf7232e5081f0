/**
 * A target as columns of numbers, for least squares: of two classes one column says which, of more every
 * class has one; numbers are told by the normal scores of their ranks, so that a few far from all others do not decide;
 * and of survival times it is told how much sooner the event came than expected, the martingale residuals of a Cox model
 * without features (Therneau, Grambsch and Fleming, Biometrika 77, 1990).
 */
import { normalQuantile } from '../../maths/normal-quantile.js';
import { rankedBy } from '../../maths/ranks.js';
import { RiskSets } from '../../target/risk-sets.js';
import type { Target } from '../../types.js';

/** Rows times responses that a model is fitted to, and the rows that it has whatever there is to tell. */
const [mostTold, fewestRows] = [2 ** 16, 1000];

/** Most rows that a model of the target needs. */
export function rowsToTell(target: Target): number {
  return Math.max(fewestRows, Math.floor(mostTold / responseCount(target)));
}

function responseCount(target: Target): number {
  if (target.kind === 'values') return target.outputCount;
  return target.kind === 'classes' && target.classNames.length > 2 ? target.classNames.length : 1;
}

/** `weights` say how much every row counts. */
export function responsesOf(target: Target, weights?: Float64Array): readonly Float64Array[] {
  if (target.kind === 'survival') {
    const { events } = target;
    const { expected } = new RiskSets(target, weights).hazards(new Float64Array(events.length));
    return [Float64Array.from(events, (event, row) => event - expected[row])];
  }
  if (target.kind === 'values') {
    const { values, outputCount } = target;
    return Array.from({ length: outputCount }, (_, output) =>
      normalScores(values.filter((__, at) => at % outputCount === output)),
    );
  }
  const { labels, classNames } = target;
  const counted = classNames.length === 2 ? [1] : classNames.map((_, label) => label);
  return counted.map((label) => Float64Array.from(labels, (own) => Number(own === label)));
}

function normalScores(values: Float64Array): Float64Array {
  const ranks = rankedBy(values)();
  return ranks.map((rank) => normalQuantile((rank - 0.5) / values.length));
}
