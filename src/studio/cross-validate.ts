/**
 * How many features are enough, by the cross-validation of `curve`: in every fold the method of a run selects anew from
 * the training rows, and so do a plain filter and chance, and all features are judged, so that the answer is seen beside
 * what could be had for less.
 */
import type { Engine } from '../compute/engine.js';
import { describeCurve, type MeasureCurve } from '../evaluate/curve.js';
import { spreadKs } from '../evaluate/measure-prefixes.js';
import { decidingMeasure } from '../evaluate/measures/registry.js';
import { curveOfDataset } from '../evaluation-pipeline.js';
import { allFeatures } from '../experiment/result-row.js';
import { selectableCount } from '../rank/rank-features.js';
import type { Dataset } from '../types.js';
import type { RunSettings } from './select-command.js';

export interface FoldValue {
  readonly method: string;
  readonly k: number;
  /** From 0. */
  readonly fold: number;
  readonly judge: string;
  readonly measure: string;
  readonly value: number;
}

export const foldCount = 5;
/** Many methods select anew for every number of features, in every fold. */
const pointCount = 5;
/** The filter that every method is seen beside. */
const filter = 'anova-f';
/** The names under which a run is held against others. */
export const besideNames = [filter, 'random'] as const;
/** An SVM on more rows than this takes minutes for every point. */
const mostJudgeRows = 2000;

interface Context {
  readonly engine: Engine;
  readonly signal: AbortSignal;
  readonly onFold: (measured: FoldValue) => void;
  readonly onProgress: (share: number) => void;
}

export async function crossValidate(dataset: Dataset, settings: RunSettings, context: Context): Promise<void> {
  const { k, seed, scaling, method: own, methodOptions } = settings;
  // Points beside the run's own K would cost much and tell little.
  const isApart = (each: number): boolean => each === k || (Math.abs(each - k) > k / 5 && (each > 1 || k < 4));
  const ks = spreadKs(k, selectableCount(dataset), pointCount).filter(isApart);
  const deciding = decidingMeasure(dataset.target);
  const isOwn = (method: string): boolean => method === own;
  const methods = isOwn(filter) ? [own] : [own, filter];
  for (const [turn, method] of methods.entries()) {
    await curveOfDataset(
      {
        dataset,
        ks,
        folds: foldCount,
        seed,
        scaling,
        method,
        methodOptions: isOwn(method) ? methodOptions : {},
        judgeRows: mostJudgeRows,
        beside: isOwn(method),
      },
      {
        engine: context.engine,
        signal: context.signal,
        onProgress: (share) => context.onProgress((turn + share) / methods.length),
        onRow: ({ method: name, k, measures }, fold) => {
          const found = measures.find(({ measure }) => measure === deciding.measure);
          if (found)
            context.onFold({ method: name, k, fold, judge: found.judge, measure: found.measure, value: found.value });
        },
      },
    );
  }
}

/** What all features give, once every fold has been measured. */
export function allFeaturesValue(folds: readonly FoldValue[]): number | undefined {
  return curveOf(folds, allFeatures)?.points[0].mean;
}

/** The curve of one method, of the numbers of features that all folds have been measured for. */
export function curveOf(folds: readonly FoldValue[], method: string): MeasureCurve | undefined {
  const own = folds.filter((each) => each.method === method);
  const byK = new Map<number, number[]>();
  for (const { k, fold, value } of own) {
    const values = byK.get(k) ?? [];
    values[fold] = value;
    byK.set(k, values);
  }
  const ks = [...byK.keys()].filter((k) => Object.keys(byK.get(k)!).length === foldCount).sort((a, b) => a - b);
  if (ks.length === 0) return undefined;
  const [{ judge, measure }] = own;
  return describeCurve(
    judge,
    measure,
    ks,
    ks.map((k) => byK.get(k)!),
  );
}
