/** Selects on halves of the training rows, again and again, to see how steady a selection of K features is. */
import { createCorrelations } from './choose/column-correlations.js';
import { falseSelectionBound, jaccard, pairOff, type StabilityReport, stableThreshold } from './choose/stability.js';
import { alikeLevel } from './choose/substitutes.js';
import { datasetRows } from './dataset-rows.js';
import { UserError } from './errors.js';
import { createRandom } from './maths/random.js';
import { columnOf } from './matrix/column-of.js';
import { type Preparation, prepareInTurns } from './prepare/prepare-rows.js';
import type { RankedFeature } from './rank/rank-features.js';
import { type RunContext, runSelection, type SelectionCall } from './run-selection.js';
import { chooseSplit } from './split/choose-split.js';
import type { AnyMatrix, Dataset } from './types.js';

export interface StabilityRequest {
  readonly dataset: Dataset<AnyMatrix>;
  /** The rows that may be looked at. */
  readonly rows: Int32Array;
  readonly preparation: Preparation;
  readonly call: SelectionCall;
  /** Pairs of halves. */
  readonly pairs: number;
  /** What was selected from all of the rows. */
  readonly features: readonly RankedFeature[];
}

export function checkPairs(pairs: number): void {
  if (Number.isSafeInteger(pairs) && pairs >= 1 && pairs <= 1000) return;
  throw new UserError('usage', `must be a whole number from 1 to 1000. Got ${pairs} instead`, {
    subject: { option: 'stability' },
  });
}

export async function measureStability(
  request: StabilityRequest,
  { onEpoch: _, onProgress, ...context }: RunContext,
): Promise<StabilityReport> {
  const { call, pairs, preparation } = request;
  const dataset = datasetRows(request.dataset, request.rows);
  const random = createRandom(call.seed).fork('stability');
  const counts = new Map<string, number>();
  const isAlike = createComparison(dataset);
  let [overlap, overlapOfKinds, featureCount] = [0, 0, 0];
  for (let pair = 0; pair < pairs; pair++) {
    const { train, test } = chooseSplit(dataset, 0.5, random.fork(`pair ${pair}`));
    const halves: number[][] = [];
    for (const split of [
      { train, test },
      { train: test, test: train },
    ]) {
      const done = 2 * pair + halves.length;
      const prepared = await prepareInTurns(dataset, split, { ...preparation, scaleOn: 'train' }, context.signal);
      const { ranked } = await runSelection(prepared, call, {
        ...context,
        onProgress: (share) => onProgress?.((done + share) / (2 * pairs)),
      });
      const chosen = ranked.slice(0, call.k);
      for (const { name } of chosen) counts.set(name, (counts.get(name) ?? 0) + 1);
      halves.push(chosen.map(({ index }) => index));
      featureCount = ranked.length;
    }
    const [a, b] = halves;
    const { same, alike } = pairOff(a, b, isAlike);
    overlap += jaccard(same, a.length, b.length) / pairs;
    overlapOfKinds += jaccard(same + alike, a.length, b.length) / pairs;
  }
  const shareOf = (name: string) => (counts.get(name) ?? 0) / (2 * pairs);
  return {
    pairs,
    threshold: stableThreshold,
    shares: request.features.map(({ name }) => ({ name, share: shareOf(name) })),
    stable: [...counts.keys()]
      .filter((name) => shareOf(name) >= stableThreshold)
      .sort((a, b) => shareOf(b) - shareOf(a) || (a < b ? -1 : 1)),
    bound: falseSelectionBound(call.k, featureCount, stableThreshold),
    overlap,
    overlapOfKinds,
  };
}

/** Whether two features are strongly correlated; where columns of the file became several features, none are. */
function createComparison({ matrix, groups }: Dataset<AnyMatrix>): (one: number, other: number) => boolean {
  if (groups !== undefined) return () => false;
  const correlation = createCorrelations((feature) => columnOf(matrix, feature));
  return (one, other) => Math.abs(correlation(one, other)) >= alikeLevel;
}
