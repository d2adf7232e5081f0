/**
 * About how long a method will take on the data that is open: by what earlier runs of it took in this browser, or by what
 * it takes on other tables, carried over to this machine.
 */
import { estimateSeconds, type TableShape } from '../../src/studio/estimate-cost.js';
import { dataset, form, machine, methods, type RunView, runs, source } from './store.js';

export interface TimeEstimate {
  readonly seconds: number;
  readonly from: 'this file' | 'another file' | 'other tables';
}

/** Undefined where there is nothing to go by yet. */
export function estimateTime(method: string): TimeEstimate | undefined {
  const data = dataset.value;
  if (data === undefined) return undefined;
  const now: TableShape = {
    rowCount: data.rowCount * (1 - (Number(form.value.testFraction) || 0)),
    featureCount: data.names.length,
    k: Number(form.value.k) || 1,
    classCount: data.classNames?.length ?? 2,
  };
  const isFinished = ({ task, result }: RunView): boolean =>
    task.settings.method === method && result !== undefined && result.stoppedIn === undefined;
  const before = runs.value.filter(isFinished);
  const isSame = (run: RunView): boolean => run.task.source.id === source.value?.id;
  const last = before.findLast(isSame) ?? before.at(-1);
  const took = last?.result?.described.timings.select;
  const epochs = Number(form.value.options[method]?.epochs);
  const byEpochs = (usual: unknown): number => (epochs > 0 && Number(usual) > 0 ? epochs / Number(usual) : 1);
  if (last === undefined || took === undefined) {
    const usual = estimateSeconds(method, now);
    if (usual === undefined || machine.value === undefined) return undefined;
    const spec = methods.value.find(({ name }) => name === method)?.options.epochs;
    return { seconds: usual * machine.value * byEpochs(spec?.default), from: 'other tables' };
  }
  const { dataset: then, parameters, k } = last.result!.described;
  const { rowCount, trainRowCount = rowCount, featureCount, classNames } = then;
  const shapeThen = { rowCount: trainRowCount, featureCount, k: Math.max(1, k), classCount: classNames?.length ?? 2 };
  const growth = (estimateSeconds(method, now) ?? 1) / (estimateSeconds(method, shapeThen) ?? 1);
  return { seconds: took * growth * byEpochs(parameters.epochs), from: isSame(last) ? 'this file' : 'another file' };
}
