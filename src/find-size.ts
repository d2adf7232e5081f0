/**
 * How many features are enough: the smallest number whose value of the deciding measure is within one standard error of the best, by
 * cross-validation of the training rows (evaluate/curve.ts). In every fold features are ranked from its training rows
 * alone, once, for the largest number that is tried; the beginnings of that ranking are judged on the fold's test rows.
 * That costs a selection a fold, where a curve with a selection for every number (`curveOfDataset`) costs that many more.
 */
import type { AutoSize } from './choose/size.js';
import { datasetRows, withoutLoneClasses } from './dataset-rows.js';
import { describeCurve } from './evaluate/curve.js';
import { measureOnce } from './evaluate/measure-once.js';
import { findMeasure } from './evaluate/measures/registry.js';
import type { AnyJudge } from './evaluate/registry.js';
import { sampleTrainRows } from './evaluate/sample-train-rows.js';
import { createRandom, shuffle } from './maths/random.js';
import { type Preparation, prepareInTurns } from './prepare/prepare-rows.js';
import { selectableCount } from './rank/rank-features.js';
import { type RunContext, runSelection, type SelectionCall } from './run-selection.js';
import { cutFolds } from './split/cut-folds.js';
import type { AnyMatrix, Dataset } from './types.js';

export interface SizeSearch {
  readonly dataset: Dataset<AnyMatrix>;
  /** The rows that may be looked at. */
  readonly rows: Int32Array;
  readonly preparation: Preparation;
  readonly call: Omit<SelectionCall, 'k'>;
  readonly judge: AnyJudge;
  /** The measure that decides. */
  readonly measure: string;
}

const foldCount = 5;
const mostFeatures = 200;
/** Each number tried is about this many times the one before. */
const step = 1.25;
/** Rows that a judge is fitted to and tested on in a fold: enough to see where it stops to get better. */
const mostRows = 1500;

/** `parsimoniousK` is the answer. */
export async function findSize(
  search: SizeSearch,
  { onEpoch: _, onProgress, ...context }: RunContext,
): Promise<AutoSize> {
  const { rows, call, judge } = search;
  const measure = findMeasure(search.measure);
  const dataset = withoutLoneClasses(datasetRows(search.dataset, rows));
  const ks = triedSizes(Math.min(mostFeatures, selectableCount(dataset)));
  const values: number[][] = ks.map(() => []);
  const folds = cutFolds(dataset, foldCount, call.seed);
  for (const [number, split] of folds.entries()) {
    const tell = (from: number, to: number) => (share: number) =>
      onProgress?.((number + from + (to - from) * share) / folds.length);
    const prepared = await prepareInTurns(dataset, split, { ...search.preparation, scaleOn: 'train' }, context.signal);
    const largest = { ...call, k: ks[ks.length - 1] };
    const { columnsOf } = await runSelection(prepared, largest, { ...context, onProgress: tell(0, 0.6) });
    const random = createRandom(call.seed).fork(`size ${number}`);
    const judged = {
      train: sampleTrainRows(split.train, dataset, mostRows, random),
      test: shuffle(split.test.slice(), random).slice(0, mostRows).sort(),
    };
    for (const [place, k] of ks.entries()) {
      const value = await measureOnce(
        { ...prepared, split: judged, features: columnsOf(k), judge, measure },
        { engine: context.engine, random: random.fork('judge'), signal: context.signal },
      );
      values[place].push(value);
      tell(0.6, 1)((place + 1) / ks.length);
    }
  }
  const curve = describeCurve(judge.name, measure.name, ks, values);
  const points = curve.points.map(({ k, mean, standardError }) => ({ k, mean, standardError }));
  return { ...curve, points, folds: folds.length };
}

/** From 1 to `most`, both included, each a little more than the one before. */
export function triedSizes(most: number): number[] {
  const sizes: number[] = [];
  for (let size = 1; size < most; size = Math.max(size + 1, Math.round(size * step))) sizes.push(size);
  return [...sizes, most];
}
