/** Runs that an earlier version of the page kept, with accuracies in the place of measures or without a time, as runs are now. */
import type { MeasuredSet } from '../../src/evaluate/measure-feature-sets.js';
import type { RunView } from './store.js';

interface EarlierAccuracy extends Omit<MeasuredSet, 'judge' | 'measures'> {
  readonly classifier: string;
  readonly accuracy: number;
  readonly interval: readonly [number, number];
}

type EarlierResult = RunView['result'] & { readonly accuracies?: readonly EarlierAccuracy[] };

export function asRunNow(run: RunView): RunView {
  const { accuracies, ...result } = (run.result ?? {}) as EarlierResult;
  const inTime = {
    ...run,
    madeAt: run.madeAt ?? 0,
    folds: (run.folds ?? []).filter(({ measure }) => measure !== undefined),
    otherOrders: run.otherOrders ?? new Map(),
  };
  if (accuracies === undefined || run.result === undefined) return inTime;
  const measured = accuracies.map(({ classifier, accuracy, interval, ...set }) => ({
    ...set,
    judge: classifier,
    measures: [{ measure: 'accuracy', value: accuracy, interval }],
  }));
  // A curve is measured again at a click.
  return { ...inTime, curve: [], result: { ...run.result, ...result, measured, deciding: { measure: 'accuracy' } } };
}
