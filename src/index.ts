/** Everything the library offers, by name. Runs in Node and in browsers; `neurofs` in Node adds threads and files. */
import { createWebEngine } from './compute/web-threads.js';
import { type SelectorOptions, FeatureSelector as SerialSelector } from './selector.js';

export type { Constraints } from './choose/constraints.js';
export { groupFeatures, type NamedGroups } from './choose/group-features.js';
export { createSerialEngine, type Engine } from './compute/engine.js';
export { createWebEngine } from './compute/web-threads.js';
export { type EncodeOptions, encodeTable } from './encode/encode-table.js';
export { AbortError, throwIfAborted, UserError, type UserErrorCode } from './errors.js';
export { type CheckJudgeOptions, checkJudge } from './evaluate/check-judge.js';
export type { FeatureChoice } from './evaluate/choose-features.js';
export type { FittedJudge, Judge, JudgeContext, JudgedRows, JudgeTraining } from './evaluate/contract.js';
export type { CurvePoint, MeasureCurve } from './evaluate/curve.js';
export { type Evaluation, type EvaluationRequest, evaluateFeatures } from './evaluate/evaluate.js';
export type { EvaluationPlan, MeasuredSet } from './evaluate/measure-feature-sets.js';
export type { ClassLine, Confusion } from './evaluate/measures/confusion.js';
export type { Interval, Measure } from './evaluate/measures/contract.js';
export { type MeasuredValue, measurePredictions } from './evaluate/measures/measure-predictions.js';
export {
  type AnyMeasure,
  type Deciding,
  decidingMeasure,
  findMeasure,
  measures,
} from './evaluate/measures/registry.js';
export type {
  ClassPredictions,
  Predictions,
  RiskPredictions,
  ValuePredictions,
} from './evaluate/predictions.js';
export { type AnyJudge, findJudge, type JudgeChoice, judges } from './evaluate/registry.js';
export { type JudgeOptions, type TrainAndPredictOptions, trainAndPredict } from './evaluate/run-judge.js';
export {
  curveOfDataset,
  type DatasetCurveRequest,
  type DatasetEvaluation,
  type DatasetEvaluationRequest,
  evaluateDataset,
} from './evaluation-pipeline.js';
export type { Job, JobData } from './experiment/job.js';
export type { JobRunner, RunnerCallbacks } from './experiment/job-runner.js';
export type { JobRow, JudgedValue, ResultRow, RowError } from './experiment/result-row.js';
export { createMemoryStore, type ResultStore } from './experiment/result-store.js';
export {
  type Comparison,
  type ComparisonContext,
  type ComparisonRequest,
  runComparison,
} from './experiment/run-comparison.js';
export type { JobEvent } from './experiment/run-jobs.js';
export { type ComparisonSummary, summariseRows } from './experiment/summarise.js';
export { createRandom, type Random } from './maths/random.js';
export { columnOf } from './matrix/column-of.js';
export type { FlatInput, MatrixInput } from './matrix/matrix-input.js';
export {
  type SelectionContext,
  type SelectionRequest,
  type SelectionResult,
  selectFeatures,
} from './pipeline.js';
export type { NamedRedundant } from './rank/named-redundant.js';
export type { RankedFeature } from './rank/rank-features.js';
export { type ReadOptions, type ReadTable, readTable } from './read/read-table.js';
export { openBlobSource } from './read/source/blob-source.js';
export { type ByteSource, bytesSource } from './read/source/source.js';
export { renderComparisonReport } from './report/comparison-report.js';
export type { ComparisonReportInput } from './report/comparison-report-input.js';
export type { AllScores, JsonNumber } from './report/selection-json.js';
export { renderSelectionReport } from './report/selection-report.js';
export type { SelectionReportInput } from './report/selection-report-input.js';
export { type CheckMethodOptions, checkMethod } from './select/check-method.js';
export { checkTraining } from './select/check-training.js';
export type {
  Capability,
  MethodTraining,
  NoOptions,
  OptionSpec,
  OptionSpecs,
  SelectContext,
  SelectionMethod,
  Shape,
} from './select/contract.js';
export { rankScores, scoresFromOrder } from './select/rank-scores.js';
export {
  type AnyMethod,
  findMethod,
  type MethodChoice,
  type MethodName,
  type MethodOptions,
  methods,
} from './select/registry.js';
export type { FitOptions, SelectionJson, SelectorOptions, Transformed } from './selector.js';
export type { ClassWeights } from './target/class-weights.js';
export type { LabelInput, SurvivalInput, TargetInput } from './target/target-input.js';
export type { Task } from './target/task.js';
export type {
  AnyMatrix,
  ClassTarget,
  Dataset,
  DenseMatrix,
  EpochReport,
  Matrix,
  NumericArray,
  Redundant,
  Scaling,
  ScalingMethod,
  Scores,
  SparseMatrix,
  Split,
  StoredMatrix,
  SurvivalTarget,
  Table,
  Target,
  TargetKind,
  TrainingSet,
  ValueTarget,
} from './types.js';
export { scalingMethods } from './types.js';
export {
  type Advice,
  inWords,
  libraryWording,
  type OptionAdvice,
  type OptionName,
  type Remark,
  type Wording,
} from './wording.js';

/** On as many threads as the browser lends, unless `threads` says otherwise; see `createWebEngine`. */
export class FeatureSelector extends SerialSelector {
  constructor(options?: SelectorOptions) {
    super(options, createWebEngine);
  }
}
