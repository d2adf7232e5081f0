/**
 * What the usual judge makes of the first 1, 2, ... features of one ranking, on the rows that `measureFeatureSets` judges the selection by:
 * a quick look at how many are enough. The full answer, with a selection in every fold, is `curveOfDataset`.
 */
import type { Engine } from '../compute/engine.js';
import { createRandom } from '../maths/random.js';
import type { Dataset, Scaling, Split } from '../types.js';
import { evaluateFeatures } from './evaluate.js';
import { evaluationDefaults, sampleRows } from './measure-feature-sets.js';
import type { MeasuredValue } from './measures/measure-predictions.js';
import { decidingMeasure } from './measures/registry.js';

export interface PrefixRequest {
  /** Without missing cells, and the scaling fitted to its training rows. */
  readonly dataset: Dataset;
  readonly split: Split;
  readonly scaling: Scaling;
  readonly seed: number;
  /** The numbers of features to try, ascending. */
  readonly ks: readonly number[];
  /** Matrix columns of the first k features of the ranking. */
  readonly columnsOf: (k: number) => Int32Array;
}

/** The value of the measure that decides. */
export interface PrefixPoint extends MeasuredValue {
  readonly k: number;
}

interface Context {
  readonly engine: Engine;
  readonly signal?: AbortSignal;
  readonly onPoint?: (point: PrefixPoint) => void;
}

export async function measurePrefixes(request: PrefixRequest, context: Context): Promise<PrefixPoint[]> {
  const { dataset, scaling, seed, ks, columnsOf } = request;
  const random = createRandom(seed).fork('evaluate');
  const split = sampleRows(request.split, dataset, evaluationDefaults, random);
  const points: PrefixPoint[] = [];
  const deciding = decidingMeasure(dataset.target).measure;
  for (const k of ks) {
    const [{ measures }] = await evaluateFeatures(
      { dataset, split, scaling, features: columnsOf(k) },
      { engine: context.engine, random: random.fork('selected').fork('draw 0'), signal: context.signal },
    );
    const found = measures.find(({ measure }) => measure === deciding);
    if (found === undefined) continue;
    points.push({ k, ...found });
    context.onPoint?.(points[points.length - 1]);
  }
  return points;
}

/** About `count` numbers of features from 1 to `most`, evenly spread by their ratio, with `k` among them. */
export function spreadKs(k: number, most: number, count = 9): number[] {
  const last = Math.min(most, 2 * k);
  const spread = Array.from({ length: count }, (_, step) => Math.round(last ** (step / (count - 1))));
  return [...new Set([...spread, Math.min(k, most)])].sort((a, b) => a - b);
}
