/** How long a method will take on the data that is open, by what earlier runs of it took in this browser. */
import { dataset, form, type RunView, runs, source } from './store.js';

export interface TimeEstimate {
  readonly seconds: number;
  /** The run it is taken from was on the same file. */
  readonly isSameFile: boolean;
}

/** Undefined where the method has not been run yet. Time grows with rows, features and epochs. */
export function estimateTime(method: string): TimeEstimate | undefined {
  const data = dataset.value;
  if (data === undefined) return undefined;
  const isFinished = ({ task, result }: RunView): boolean =>
    task.settings.method === method && result !== undefined && result.stoppedIn === undefined;
  const before = runs.value.filter(isFinished);
  const isSame = (run: RunView): boolean => run.task.source.id === source.value?.id;
  const last = before.findLast(isSame) ?? before.at(-1);
  const seconds = last?.result?.described.timings.select;
  if (last === undefined || seconds === undefined) return undefined;
  const { dataset: then, parameters } = last.result!.described;
  const epochsThen = Number(parameters.epochs);
  const epochsNow = Number(form.value.options[method]?.epochs || parameters.epochs);
  const byEpochs = epochsThen > 0 && epochsNow > 0 ? epochsNow / epochsThen : 1;
  const cells = (data.rowCount * data.names.length) / (then.rowCount * then.featureCount);
  return { seconds: seconds * cells * byEpochs, isSameFile: isSame(last) };
}
