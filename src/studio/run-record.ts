/** What a run has found so far, and at its end, or where it is stopped, the whole of it as the page keeps it. */

import { describeSelection, strongestOfGroups } from '../describe-selection.js';
import { decidingMeasure } from '../evaluate/measures/registry.js';
import type { Leak } from '../leaks/find-leaks.js';
import type { SelectionContext, SelectionResult } from '../pipeline.js';
import { type RankedFeature, rankFeatures } from '../rank/rank-features.js';
import { judgeSelection } from '../report/judge-selection.js';
import type { SelectionReportInput } from '../report/selection-report-input.js';
import { findMethod } from '../select/registry.js';
import type { KeptData } from './data-keeper.js';
import { sentence } from './failure.js';
import { mendsOf } from './mends.js';
import type { ReadSettings } from './open-files.js';
import { pageWording } from './page-wording.js';
import type { RunResult, RunTask } from './protocol.js';
import { createRankingSoFar } from './ranking-so-far.js';
import { type DataSettings, selectCommand, whyNoCommand } from './select-command.js';
import { createStrengthHistory } from './strength-history.js';

export interface RunRecord {
  /** To be given to the pipeline: keeps what it tells, and passes it on. */
  readonly context: Omit<SelectionContext, 'engine' | 'signal'>;
  finish(result: SelectionResult): void;
  /** Whether there is anything to keep. */
  hasRanking(): boolean;
  result(): RunResult;
}

export function createRunRecord(
  task: RunTask,
  data: KeptData,
  versions: Readonly<Record<string, string>>,
  listeners: Pick<SelectionContext, 'now' | 'onPrepared' | 'onStage' | 'onProgress' | 'onEpoch'>,
): RunRecord {
  const { dataset } = data;
  const history = createStrengthHistory();
  const soFar = createRankingSoFar(dataset.featureNames.length);
  let stage: 'select' | 'evaluate' = 'select';
  let found: Partial<SelectionResult> = {};
  let finished: SelectionResult | undefined;
  return {
    context: {
      ...listeners,
      wording: pageWording,
      onStage: (now) => {
        stage = now === 'method' || now === 'size' || now === 'select' ? 'select' : 'evaluate';
        listeners.onStage?.(now);
      },
      onFound: (more) => {
        found = { ...found, ...more };
      },
      onEpoch: (report) => {
        soFar.add(report);
        history.add(report.epoch, strongestOfGroups(report.strengths, dataset));
        listeners.onEpoch?.(report);
      },
    },
    finish(result) {
      finished = result;
    },
    hasRanking: () => found.ranking !== undefined || soFar.scores() !== undefined,
    result() {
      const result = finished ?? stoppedResult(task, data, found, soFar.scores());
      const described = describe(task, data, result, versions);
      const why = finished === undefined ? 'the run was stopped' : whyNoCommand(task.data, task.settings);
      return {
        order: Int32Array.from(result.ranking, (feature) => feature.index),
        scores: Float64Array.from(result.ranking, (feature) => feature.score),
        fates: fatesOf(result.ranking),
        ...(result.univariate && { alone: result.univariate.all }),
        measured: result.measured,
        deciding: result.deciding,
        findings: findingsOf(described, result.leaks),
        split: result.split,
        command: why === undefined ? described.command : undefined,
        whyNoCommand: why,
        described,
        strengths: history.kept(),
        ...(finished === undefined && { stoppedIn: stage }),
      };
    },
  };
}

/** Those about a leak with what mends it in the next run. */
function findingsOf(described: SelectionReportInput, leaks: readonly Leak[]): RunResult['findings'] {
  return judgeSelection(described).map(({ level, text }) => {
    const leak = leaks.find(({ statement }) => text.startsWith(statement));
    const mends = leak ? mendsOf(leak) : [];
    return { level, text: sentence(text), ...(mends.length > 0 && { mends }) };
  });
}

function fatesOf(ranking: readonly RankedFeature[]): RunResult['fates'] {
  return new Map(
    ranking
      .filter(({ sameAs, isConstant }) => sameAs !== undefined || isConstant)
      .map(({ index, sameAs, isConstant }) => [
        index,
        { ...(sameAs !== undefined && { sameAs }), ...(isConstant && { isConstant }) },
      ]),
  );
}

/** The ranking that was made before the run was stopped, or the one so far. */
function stoppedResult(
  { settings: { method, k, seed } }: RunTask,
  { dataset }: KeptData,
  found: Partial<SelectionResult>,
  scores: Parameters<typeof rankFeatures>[1] | undefined,
): SelectionResult {
  const redundant = found.redundant ?? { constant: [], repeats: new Map() };
  const ranking = found.ranking ?? rankFeatures({ dataset, redundant, kept: new Int32Array(0) }, scores!).ranked;
  const history = found.history ?? [];
  const where =
    found.ranking === undefined
      ? `after epoch ${history.at(-1)?.epoch ?? 0}: this is the ranking so far, not the one the method would end with`
      : 'when the features were chosen, before they were measured on test rows';
  return {
    method,
    k,
    size: {},
    seed,
    parameters: found.parameters ?? {},
    features: ranking.slice(0, k),
    ranking,
    redundant,
    keptCount: found.keptCount ?? dataset.featureNames.length,
    columns: found.columns ?? new Int32Array(0),
    history,
    snapshots: found.snapshots ?? [],
    split: found.split ?? { train: new Int32Array(0), test: new Int32Array(0) },
    measured: [],
    deciding: decidingMeasure(dataset.target),
    timings: {},
    leaks: [],
    warnings: [`The run was stopped ${where}.`],
  };
}

function describe(
  { data, settings, source }: RunTask,
  { dataset, opened }: KeptData,
  result: SelectionResult,
  versions: Readonly<Record<string, string>>,
): SelectionReportInput {
  const { file, table, seconds } = opened;
  // A shape that the file brings, or that is none, need not be said.
  const { imageShape: _, ...rules } = data;
  const shape = table.imageShape === undefined && dataset.imageShape ? { imageShape: dataset.imageShape } : {};
  const described = describeSelection(dataset, result, {
    dataName: file.name,
    methodSummary: findMethod(result.method).summary,
    command: selectCommand(file.name, { ...rules, ...shape }, settings, source.reading),
    versions,
  });
  const parameters = { ...described.parameters, ...dataParameters(rules, source.reading) };
  return { ...described, parameters, timings: { read: seconds, ...described.timings } };
}

/** What was asked for about the table, as the command line tells it. */
function dataParameters({ target: _, ...rules }: Omit<DataSettings, 'imageShape'>, reading: ReadSettings = {}) {
  const asked = Object.entries({ ...rules, ...reading });
  return Object.fromEntries(
    asked.filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)),
  );
}
