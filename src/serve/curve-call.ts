/** The call `curve`: a measure against the number of features, selection inside every fold. */
import { checkThreads } from '../check-threads.js';
import { decidingMeasure } from '../evaluate/measures/registry.js';
import { curveDefaults, curveOfDataset, type DatasetCurveRequest } from '../evaluation-pipeline.js';
import { selectableCount } from '../rank/rank-features.js';
import { refuseUnknown } from '../refuse-unknown.js';
import { renderCurveReport } from '../report/curve-report.js';
import type { CallContext } from './call-context.js';
import { type GivenData, toDataset } from './given-data.js';

export interface CurveSettings extends Omit<DatasetCurveRequest, 'dataset' | 'method' | 'judges'> {
  readonly judges?: readonly string[];
  readonly method?: string;
  readonly threads?: number;
  readonly report?: boolean;
}

const settingNames: readonly (keyof CurveSettings)[] = [
  'ks',
  'folds',
  'method',
  'methodOptions',
  'seed',
  'scaling',
  'scaleOn',
  'judges',
  'judgeRows',
  'judgeOptions',
  'measure',
  'threads',
  'report',
];

export async function curveCall(context: CallContext, given: GivenData, settings: CurveSettings) {
  refuseUnknown(settings, settingNames);
  const { threads, report = false, ...request } = settings;
  checkThreads(threads);
  const dataset = toDataset(given);
  const { signal, startTrials, tell, now, versions } = context;
  const engine = await context.engine(threads);
  const started = now();
  const curves = await curveOfDataset(
    { ...request, dataset },
    { engine, startTrials, signal, onProgress: tell.progress },
  );
  if (!report) return { curves };
  const { folds, method, methodOptions, seed, scaling, scaleOn } = { ...curveDefaults, ...request };
  const told = renderCurveReport({
    versions,
    command: '',
    dataName: given.name ?? 'the data',
    checksum: '',
    targetName: dataset.targetName,
    rowCount: dataset.matrix.rowCount,
    featureCount: selectableCount(dataset),
    folds,
    method,
    seed,
    parameters: { ...methodOptions, scaling, scaleOn },
    deciding: decidingMeasure(dataset.target, settings.measure),
    curves,
    seconds: (now() - started) / 1000,
  });
  return { curves, report: told };
}
