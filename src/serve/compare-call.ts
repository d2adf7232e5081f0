/** The call `compare`: several methods on one split of rows that were handed over. */
import { checkThreads } from '../check-threads.js';
import { describeComparison } from '../comparison-files.js';
import type { Job } from '../experiment/job.js';
import { createMemoryStore } from '../experiment/result-store.js';
import { type ComparisonRequest, runComparison } from '../experiment/run-comparison.js';
import type { JobEvent } from '../experiment/run-jobs.js';
import { refuseUnknown } from '../refuse-unknown.js';
import { comparisonJson } from '../report/comparison-json.js';
import { renderComparisonReport } from '../report/comparison-report.js';
import { comparableMethods } from '../select/training-for.js';
import type { CallContext } from './call-context.js';
import { type GivenData, toDataset } from './given-data.js';

export interface CompareSettings
  extends Pick<
    ComparisonRequest,
    'ks' | 'seeds' | 'methodOptions' | 'scaling' | 'scaleOn' | 'testFraction' | 'judgeRows' | 'judgeOptions' | 'measure'
  > {
  /** All but the slow ones where none is named. */
  readonly methods?: readonly string[];
  readonly judges?: readonly string[];
  /** Seconds for one run, its evaluations among them. */
  readonly limit?: number;
  readonly threads?: number;
  readonly report?: boolean;
}

const settingNames: readonly (keyof CompareSettings)[] = [
  'ks',
  'seeds',
  'methods',
  'methodOptions',
  'scaling',
  'scaleOn',
  'testFraction',
  'judges',
  'judgeRows',
  'judgeOptions',
  'measure',
  'limit',
  'threads',
  'report',
];

export async function compareCall(context: CallContext, given: GivenData, settings: CompareSettings) {
  refuseUnknown(settings, settingNames);
  const { limit, threads, report = false, methods: named, ...rest } = settings;
  checkThreads(threads);
  const dataset = toDataset(given);
  const methods = named ?? comparableMethods(dataset);
  const { startTrials, hash, now, signal, tell, versions } = context;
  const data = { name: given.name ?? 'the data', sha256: '', place: { kind: 'given' } } as const;
  const comparison = await runComparison(
    { ...rest, dataset, data, methods, code: '', ...(given.split && { split: given.split }) },
    {
      store: createMemoryStore(),
      createEngine: () => context.createEngine(threads),
      startTrials,
      hash,
      now,
      signal,
      limit,
      onEvent: follow(tell),
    },
  );
  const { scaling, scaleOn, testFraction, seeds } = settings;
  const told = describeComparison(dataset, comparison, {
    dataName: data.name,
    seeds,
    settings: { scaling, scaleOn, testFraction, limit },
    versions,
  });
  const comparisonTold: unknown = JSON.parse(comparisonJson(told));
  return { comparison: comparisonTold, ...(report && { report: renderComparisonReport(told) }) };
}

/** Which method is at work, and the share of all jobs that is done. */
function follow({ stage, progress }: CallContext['tell']): (event: JobEvent) => void {
  const shares = new Map<Job, number>();
  let jobCount = 1;
  const note = (job: Job, share: number): void => {
    shares.set(job, share);
    progress([...shares.values()].reduce((sum, each) => sum + each, 0) / jobCount);
  };
  return (event) => {
    if (event.kind === 'plan') jobCount = event.waiting.length;
    if (event.kind === 'start' && event.job.kind === 'select') stage(event.job.method);
    if (event.kind === 'progress') note(event.job, event.done);
    if (event.kind === 'end') note(event.job, 1);
  };
}
