/**
 * Judges features by models that have nothing to do with how they were chosen: fitted to the training rows, measured on
 * the test rows, both with the chosen features alone.
 */
import { UserError } from '../errors.js';
import { takeTargetRows } from '../target/take-target-rows.js';
import { inTurns } from '../turns.js';
import type { AnyMatrix, Dataset, Redundant, Scaling, Split } from '../types.js';
import { chooseFeatures, type FeatureChoice } from './choose-features.js';
import type { JudgeContext } from './contract.js';
import { detailOf, type JudgedDetail } from './detail.js';
import { keepZeros } from './keep-zeros.js';
import { type MeasuredValue, measurePredictions } from './measures/measure-predictions.js';
import { gatherPoints } from './points.js';
import type { Predictions } from './predictions.js';
import { findJudges, type JudgeChoice } from './registry.js';
import { type JudgeOptions, runJudge } from './run-judge.js';

export interface EvaluationRequest {
  readonly dataset: Pick<
    Dataset<AnyMatrix>,
    'matrix' | 'target' | 'weights' | 'featureNames' | 'groups' | 'groupOfRow'
  >;
  /** Features that random choices pass over. */
  readonly redundant?: Redundant;
  readonly split: Split;
  readonly scaling: Scaling;
  readonly features: FeatureChoice;
  /** Names, or judges of your own; the usual one of the kind of target where none are given. */
  readonly judges?: readonly JudgeChoice[] | undefined;
  readonly options?: JudgeOptions;
}

export interface JudgedFeatures {
  readonly judge: string;
  /** Matrix columns that were used. */
  readonly features: Int32Array;
  /** Of every test row. */
  readonly predictions: Predictions;
}

export interface Evaluation extends JudgedFeatures {
  readonly measures: readonly MeasuredValue[];
  /** What the test rows are beside what was said of them. */
  readonly detail: JudgedDetail;
}

/** One evaluation for every judge asked for, in that order. */
export async function evaluateFeatures(request: EvaluationRequest, context: JudgeContext): Promise<Evaluation[]> {
  const { dataset, split } = request;
  const judged = await judgeFeatures(request, context);
  const truth = takeTargetRows(dataset.target, split.test);
  const evaluations: Evaluation[] = [];
  for (const each of judged) {
    const measures = await measurePredictions(truth, [each.predictions], drawnRows(request, context));
    evaluations.push({ ...each, measures, detail: detailOf(truth, each.predictions) });
  }
  return evaluations;
}

/** What every judge says of the test rows. */
export async function judgeFeatures(request: EvaluationRequest, context: JudgeContext): Promise<JudgedFeatures[]> {
  const { dataset, split, options = {} } = request;
  const judges = findJudges(request.judges, dataset.target.kind, dataset);
  checkRows(split);
  const features = chooseFeatures(request.features, dataset, request.redundant, context.random);
  const { memory } = context.engine;
  const mark = memory.mark();
  try {
    const { matrix } = dataset;
    const kept = judges.every(({ seesDistancesAlone }) => seesDistancesAlone)
      ? await inTurns(keepZeros(matrix, split.train, features, request.scaling), context.signal)
      : undefined;
    const { scaling, shift } = kept ?? { scaling: request.scaling };
    const gather = (rows: Int32Array) => ({
      ...gatherPoints(context.engine, { matrix, rows, features, scaling }),
      ...(shift && { shift }),
    });
    const { weights } = dataset;
    const input = {
      train: gather(split.train),
      target: takeTargetRows(dataset.target, split.train),
      weights: weights && Float64Array.from(split.train, (row) => weights[row]),
      test: gather(split.test),
    };
    const judged: JudgedFeatures[] = [];
    for (const [i, judge] of judges.entries()) {
      const predictions = await runJudge(judge, input, options, {
        ...context,
        random: context.random.fork(judge.name),
        onProgress: (done) => context.onProgress?.((i + done) / judges.length),
      });
      judged.push({ judge: judge.name, features, predictions });
    }
    return judged;
  } finally {
    memory.release(mark);
  }
}

/** What intervals are drawn from: the test rows, or their groups. */
export function drawnRows({ dataset, split }: Pick<EvaluationRequest, 'dataset' | 'split'>, context: JudgeContext) {
  const { groupOfRow } = dataset;
  return {
    rowCount: split.test.length,
    groups: groupOfRow && split.test.map((row) => groupOfRow[row]),
    random: context.random.fork('bootstrap'),
    signal: context.signal,
  };
}

function checkRows({ train, test }: Split): void {
  if (train.length >= 2 && test.length > 0) return;
  throw new UserError(
    'data',
    `evaluation needs at least 2 training rows and 1 test row, got ${train.length} and ${test.length}`,
  );
}
