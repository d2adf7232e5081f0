/** The call `select`: one selection from rows that were handed over, and everything there is to tell of it. */
import { checkThreads } from '../check-threads.js';
import { constraintNames } from '../choose/constraints.js';
import { describeSelection } from '../describe-selection.js';
import type { JudgeOptions } from '../evaluate/run-judge.js';
import { type SelectionRequest, type SelectionResult, selectFeatures } from '../pipeline.js';
import { refuseUnknown } from '../refuse-unknown.js';
import { judgeSelection } from '../report/judge-selection.js';
import { renderSelectionReport } from '../report/selection-report.js';
import { findMethod } from '../select/registry.js';
import type { Dataset, EpochReport, StrengthSnapshot } from '../types.js';
import { keywordWording } from '../wording.js';
import type { CallContext } from './call-context.js';
import { type GivenData, toDataset } from './given-data.js';

/** As `selectFeatures` takes them, but all rows are selected from unless a share of them is held out. */
export interface SelectSettings
  extends Pick<
    SelectionRequest,
    | 'k'
    | 'falseDiscovery'
    | (typeof constraintNames)[number]
    | 'stability'
    | 'repeats'
    | 'substitutes'
    | 'seed'
    | 'methodOptions'
    | 'scaling'
    | 'scaleOn'
    | 'testFraction'
  > {
  readonly method?: string;
  readonly judges?: readonly string[];
  readonly judgeOptions?: JudgeOptions;
  /** The measure that decides. */
  readonly measure?: string;
  readonly threads?: number;
  /** Whether epochs are told with the strength of every feature. */
  readonly strengths?: boolean;
  /** Whether the answer holds the report, as HTML. */
  readonly report?: boolean;
}

const settingNames: readonly (keyof SelectSettings)[] = [
  'k',
  'falseDiscovery',
  ...constraintNames,
  'stability',
  'repeats',
  'substitutes',
  'method',
  'seed',
  'methodOptions',
  'scaling',
  'scaleOn',
  'testFraction',
  'judges',
  'judgeOptions',
  'measure',
  'threads',
  'strengths',
  'report',
];

export async function selectCall(context: CallContext, given: GivenData, settings: SelectSettings) {
  refuseUnknown(settings, settingNames);
  const {
    threads,
    strengths: withStrengths = false,
    report = false,
    judges,
    judgeOptions = {},
    measure,
    testFraction = 0,
    ...rest
  } = settings;
  checkThreads(threads);
  const dataset = toDataset(given);
  const { signal, startTrials, now, tell } = context;
  const result = await selectFeatures(
    {
      ...rest,
      dataset,
      testFraction,
      ...(given.split && { split: given.split }),
      evaluation: { judges, measure, options: judgeOptions },
    },
    {
      engine: await context.engine(threads),
      startTrials,
      signal,
      now,
      wording: keywordWording,
      onStage: tell.stage,
      onProgress: tell.progress,
      onEpoch: (epoch) => tell.epoch(epochTold(epoch, withStrengths)),
    },
  );
  return { ...resultTold(dataset, result), ...described(dataset, result, given.name ?? 'the data', report, context) };
}

function epochTold({ epoch, epochCount, loss, activeCount, strengths }: EpochReport, withStrengths: boolean) {
  return {
    epoch,
    epochCount,
    activeCount,
    ...(loss !== undefined && { loss }),
    ...(withStrengths && { strengths: strengths.slice() }),
  };
}

/** Numbers as arrays, so that they cross as bytes and keep every bit. */
function resultTold(dataset: Dataset, result: SelectionResult) {
  const { method, k, size, seed, parameters, ranking, columns, redundant, history, snapshots, split } = result;
  const scores = new Float64Array(ranking.length);
  for (const { index, score } of ranking) scores[index] = score;
  return {
    method,
    ...(result.tried && { tried: result.tried }),
    k,
    size,
    seed,
    parameters,
    /** Features, or groups of them, best first. */
    ranking: Int32Array.from(ranking, ({ index }) => index),
    scores,
    columns,
    redundant: {
      constant: Int32Array.from(redundant.constant),
      repeats: Int32Array.from(redundant.repeats.keys()),
      repeated: Int32Array.from(redundant.repeats.values()),
    },
    history: {
      epoch: Int32Array.from(history, ({ epoch }) => epoch),
      loss: Float64Array.from(history, ({ loss }) => loss ?? Number.NaN),
      activeCount: Int32Array.from(history, ({ activeCount }) => activeCount),
      removedCount: Int32Array.from(history, ({ removedCount }) => removedCount),
      wokenCount: Int32Array.from(history, ({ wokenCount }) => wokenCount),
    },
    snapshots: {
      epoch: Int32Array.from(snapshots, ({ epoch }) => epoch),
      // [snapshot][feature]
      strengths: joined(snapshots, dataset.featureNames.length),
    },
    split,
    measured: result.measured.map(({ detail: _, ...set }) => set),
    deciding: result.deciding,
    ...(result.stability && { stability: result.stability }),
    ...(result.substitutes && { substitutes: result.substitutes }),
    ...(result.verdict && { verdict: result.verdict }),
    timings: result.timings,
    warnings: result.warnings,
  };
}

function joined(snapshots: readonly StrengthSnapshot[], featureCount: number): Float32Array {
  const all = new Float32Array(snapshots.length * featureCount);
  snapshots.forEach(({ strengths }, place) => {
    all.set(strengths, place * featureCount);
  });
  return all;
}

function described(
  dataset: Dataset,
  result: SelectionResult,
  dataName: string,
  withReport: boolean,
  { versions }: CallContext,
) {
  const methodSummary = findMethod(result.method).summary;
  const told = describeSelection(dataset, result, { dataName, methodSummary, versions });
  return { findings: judgeSelection(told), ...(withReport && { report: renderSelectionReport(told) }) };
}
