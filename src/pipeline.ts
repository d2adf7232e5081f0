/**
 * The whole selection, stage by stage: split -> prepare -> select -> choose -> rank -> evaluate. The file to read first.
 * Reading and encoding come before it and depend on where the data is; reporting comes after.
 */
import { checkDataset } from './check-dataset.js';
import { type Constraints, constraintNames } from './choose/constraints.js';
import { type Correlations, correlateFeatures } from './choose/correlate-features.js';
import type { SizeReport, SizeRequest } from './choose/size.js';
import type { StabilityReport } from './choose/stability.js';
import type { SubstitutesReport } from './choose/substitutes.js';
import type { TriedMethods } from './choose/tried-methods.js';
import type { Engine } from './compute/engine.js';
import { createRecorder } from './epoch-recorder.js';
import { UserError } from './errors.js';
import { type EvaluationPlan, type MeasuredSet, measureFeatureSets } from './evaluate/measure-feature-sets.js';
import { type Deciding, decidingMeasure } from './evaluate/measures/registry.js';
import { findJudges } from './evaluate/registry.js';
import type { Verdict } from './evaluate/verdict.js';
import { findLeaks, type Leak } from './leaks/find-leaks.js';
import { createRandom } from './maths/random.js';
import { allRows } from './matrix/all-rows.js';
import { pickGiven } from './pick-options.js';
import { type Preparation, preparationDefaults, prepareInTurns } from './prepare/prepare-rows.js';
import { type RankedFeature, selectableCount } from './rank/rank-features.js';
import { refuseUnknown } from './refuse-unknown.js';
import { checkPairs, measureStability } from './run-stability.js';
import { nameSubstitutes } from './run-substitutes.js';
import { checkRepeats, judgeBySplits } from './run-verdict.js';
import type { SelectContext } from './select/contract.js';
import { findMethod, type MethodChoice } from './select/registry.js';
import { resolveOptions } from './select/resolve-options.js';
import { refuseData } from './select/training-for.js';
import { emptyWarnings, fewRowsWarnings, leftOutWarnings, remarksOf, scalingWarnings } from './selection-warnings.js';
import { checkSize, rulesOf, runSized, type SizedContext } from './sized-selection.js';
import { chooseSplit, defaultTestFraction } from './split/choose-split.js';
import { checkSplit } from './split/given-rows.js';
import type { AnyMatrix, Dataset, EpochHistory, EpochReport, Redundant, Split, StrengthSnapshot } from './types.js';
import { lookAtFeatures, type UnivariateReport } from './univariate/look-at-features.js';
import { inWords, libraryWording, type Wording } from './wording.js';

export interface SelectionRequest extends Partial<Preparation>, SizeRequest, Constraints {
  /** In memory or, for methods that take it so, stored outside. */
  readonly dataset: Dataset<AnyMatrix>;
  /** A name, or a method of your own; `auto` where none is given. */
  readonly method?: MethodChoice;
  readonly seed?: number;
  readonly methodOptions?: Readonly<Record<string, unknown>>;
  /** Share of the rows kept apart to judge the selection; 0 selects from all rows and measures nothing. */
  readonly testFraction?: number;
  /** Train and test rows, in place of a random split. */
  readonly split?: Split;
  readonly evaluation?: Partial<EvaluationPlan>;
  /** Refuses data that gives the target away or tests on rows that were trained on, in place of a warning. */
  readonly strict?: boolean;
  /** Pairs of halves of the training rows that are selected from again, to see how steady the selection is. */
  readonly stability?: number | undefined;
  /** How many times cross-validation judges this way of selecting, with a selection in each of its five folds. */
  readonly repeats?: number | undefined;
  /** Names what could stand in for every selected feature. */
  readonly substitutes?: boolean;
}

export const selectionDefaults = {
  method: 'auto',
  seed: 0,
  methodOptions: {},
  ...preparationDefaults,
  testFraction: defaultTestFraction,
} as const;

export interface SelectionContext
  extends Pick<SelectContext, 'signal' | 'onProgress' | 'stopwatch'>,
    Pick<SizedContext, 'startTrials'> {
  readonly engine: Engine;
  readonly onEpoch?: (report: EpochReport) => void;
  /** Called when the rows are ready, with the number of features that the method selects from. */
  readonly onPrepared?: (keptCount: number) => void;
  /** Called with the name of each stage as it starts. */
  readonly onStage?: (stage: SelectionStage) => void;
  /** How warnings name options; as the library does where it is not given. */
  readonly wording?: Wording;
  /** Called with parts of the result as they are found, so that a run that is stopped need not lose them. */
  readonly onFound?: (found: Partial<SelectionResult>) => void;
  /** Milliseconds from any fixed point, for the timings. */
  readonly now?: () => number;
}

export type SelectionStage = 'method' | 'size' | 'select' | 'stability' | 'substitutes' | 'evaluate' | 'verdict';

export interface SelectionResult {
  /** The one that was taken, where `auto` was asked for. */
  readonly method: string;
  /** How the methods did among which it was chosen, where rows are few and none was named. */
  readonly tried?: TriedMethods;
  /** How many features were selected; 0 where none can be promised. */
  readonly k: number;
  /** How that number was found, where it was not given. */
  readonly size: SizeReport;
  readonly seed: number;
  /** Every option of the method, the scaling, and the share of test rows where the split was drawn. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The K selected features, best first. */
  readonly features: readonly RankedFeature[];
  /** All features, best first. */
  readonly ranking: readonly RankedFeature[];
  /** What was found constant or repeated on the training rows. */
  readonly redundant: Redundant;
  /** How many features the method selected from: all that are not redundant. */
  readonly keptCount: number;
  /** Matrix columns of the selected features, ascending. */
  readonly columns: Int32Array;
  readonly history: readonly EpochHistory[];
  readonly snapshots: readonly StrengthSnapshot[];
  readonly split: Split;
  /** What judges make of the selected features, of all, and of as many random ones. */
  readonly measured: readonly MeasuredSet[];
  /** The measure that says which is better. */
  readonly deciding: Deciding;
  /** Seconds of each stage. */
  readonly timings: Readonly<Record<string, number>>;
  readonly warnings: readonly string[];
  /** What would make the selection look better than it is; each is among the warnings, too. */
  readonly leaks: readonly Leak[];
  /** What every feature shows of the target alone, on training rows; no part of the selection. */
  readonly univariate?: UnivariateReport;
  /** How the selected features go with each other, on training rows. */
  readonly correlations?: Correlations;
  /** How steady the selection is, where that was asked for. */
  readonly stability?: StabilityReport;
  /** What could stand in for every selected feature, where that was asked for. */
  readonly substitutes?: SubstitutesReport;
  /** What repeated cross-validation says, where that was asked for. */
  readonly verdict?: Verdict;
}

/** Every name that a request may have; the compiler holds it complete. */
const requestNames = {
  dataset: true,
  method: true,
  k: true,
  falseDiscovery: true,
  include: true,
  groups: true,
  costs: true,
  budget: true,
  minPerClass: true,
  seed: true,
  methodOptions: true,
  scaling: true,
  scaleOn: true,
  testFraction: true,
  split: true,
  evaluation: true,
  strict: true,
  stability: true,
  repeats: true,
  substitutes: true,
} as const satisfies Record<keyof SelectionRequest, true>;

export async function selectFeatures(request: SelectionRequest, context: SelectionContext): Promise<SelectionResult> {
  const settled = settle(request);
  const { method, options, constraints, rules, seed, preparation, judge, deciding } = settled;
  const { dataset } = request;
  const { onPrepared, onFound, startTrials, wording = libraryWording, ...running } = context;
  const stages = createStages(context);

  const split = request.split ?? chooseSplit(dataset, settled.testFraction, createRandom(seed).fork('split'));
  const prepared = await prepareInTurns(dataset, split, preparation, context.signal);
  const leaks = await findLeaks(prepared, context.signal);
  if (request.strict && leaks.length > 0) throw new UserError('data', leaks[0].statement, leaks[0]);
  onPrepared?.(prepared.kept.length);

  const { record, ...recorded } = createRecorder(Number(options.epochs ?? 0));
  const parametersOf = (all: Readonly<Record<string, unknown>>) => ({
    ...all,
    ...preparation,
    ...(request.split === undefined && { testFraction: settled.testFraction }),
    ...constraints,
  });
  const known = { split, redundant: prepared.redundant, keptCount: prepared.kept.length, ...recorded };
  onFound?.({ ...known, parameters: parametersOf(options) });
  const call = { method, options, seed };
  const { k, size, tried, ...selection } = await runSized(
    prepared,
    { ...settled.size, ...call, constraints, dataset, preparation, judge, measure: deciding.measure },
    {
      ...running,
      startTrials,
      onEpoch: (report) => {
        record(report);
        context.onEpoch?.(report);
      },
    },
  );

  const columns = selection.columnsOf(k);
  const features = selection.ranked.slice(0, k);
  const taken = { method: selection.method, options: selection.options, seed };
  const found = { parameters: parametersOf(taken.options), features, ranking: selection.ranked, columns };
  onFound?.(found);
  const { stability: pairs, repeats } = k > 0 ? request : {};
  const stability =
    pairs &&
    (await stages.run('stability', () =>
      measureStability(
        { dataset, rows: split.train, preparation, call: { ...taken, k, rules }, pairs, features },
        running,
      ),
    ));
  const substitutes =
    request.substitutes && k > 0
      ? await stages.run('substitutes', () =>
          nameSubstitutes(
            prepared,
            { features, columns, judge: settled.judges[0], measure: deciding.measure, seed },
            running,
          ),
        )
      : undefined;
  const univariate = await lookAtFeatures(prepared, features, context.signal);
  const correlations = correlateFeatures(prepared.dataset, split.train, features);
  const measured = await stages.run('evaluate', async () =>
    k === 0
      ? { rows: [], warnings: [] }
      : measureFeatureSets({ ...prepared, selected: columns, k, seed }, request.evaluation ?? {}, context),
  );
  const verdict =
    repeats &&
    (await stages.run('verdict', () =>
      judgeBySplits(
        {
          dataset,
          // A split that was given may be of another cohort: its test rows stay out.
          rows: request.split ? split.train : allRows(dataset.matrix),
          preparation,
          call: { ...call, constraints, k: size.auto ? 'auto' : k },
          judge,
          judgeOptions: request.evaluation?.options ?? {},
          measure: deciding.measure,
          repeats,
        },
        { ...running, startTrials },
      ),
    ));

  return {
    method: taken.method.name,
    ...(tried && { tried }),
    k,
    size,
    seed,
    ...known,
    ...found,
    measured: measured.rows,
    deciding,
    timings: {
      ...(selection.methodSeconds !== undefined && { method: selection.methodSeconds }),
      ...(selection.sizeSeconds !== undefined && { size: selection.sizeSeconds }),
      select: selection.seconds,
      ...stages.seconds,
    },
    leaks,
    ...(univariate && { univariate }),
    ...(correlations && { correlations }),
    ...(stability && { stability }),
    ...(substitutes && { substitutes }),
    ...(verdict && { verdict }),
    warnings: [
      ...(dataset.notes ?? []),
      ...remarksOf(dataset, wording),
      ...leaks.map((leak) => `${inWords(leak, wording)}.`),
      ...leftOutWarnings(dataset, wording),
      ...scalingWarnings(prepared.scaling.isCentred, preparation.scaleOn),
      ...measured.warnings,
      ...emptyWarnings(k, request),
      ...(verdict ? [] : fewRowsWarnings(measured.rows, deciding, wording)),
    ],
  };
}

/** The request with its defaults and what its names stand for. Throws where it cannot be met, before any work is done. */
function settle(request: SelectionRequest) {
  refuseUnknown(request, Object.keys(requestNames), ', and those of the method go into "methodOptions"');
  const { dataset, evaluation = {} } = request;
  const { k, falseDiscovery, seed, scaling, scaleOn, testFraction, ...given } = withDefaults(request);
  const method = findMethod(given.method);
  const options = resolveOptions(method, given.methodOptions) as Readonly<Record<string, unknown>>;
  checkDataset(dataset);
  const judges = findJudges(evaluation.judges, dataset.target.kind, dataset);
  // How many features are enough is judged although the selection itself may not be.
  const judge = judges[0] ?? findJudges(undefined, dataset.target.kind, dataset)[0];
  const deciding = decidingMeasure(dataset.target, evaluation.measure);
  if (request.split) checkSplit(request.split, dataset.matrix.rowCount);
  const size = { k, falseDiscovery };
  checkSize(size, selectableCount(dataset));
  const constraints: Constraints = pickGiven(request, constraintNames);
  const rules = rulesOf(size, constraints, dataset);
  if (request.stability !== undefined) checkPairs(request.stability);
  if (request.repeats !== undefined) checkRepeats(request.repeats);
  refuseData(method, dataset);
  const preparation = { scaling, scaleOn };
  return { method, options, size, constraints, rules, seed, preparation, testFraction, judges, judge, deciding };
}

/** Tells each stage as it starts, and takes its time. */
function createStages({ onStage, now = () => 0 }: Pick<SelectionContext, 'onStage' | 'now'>) {
  const seconds: Partial<Record<SelectionStage, number>> = {};
  return {
    seconds,
    async run<Found>(stage: SelectionStage, work: () => Promise<Found>): Promise<Found> {
      onStage?.(stage);
      const started = now();
      const found = await work();
      seconds[stage] = (now() - started) / 1000;
      return found;
    },
  };
}

function withDefaults(request: SelectionRequest) {
  const given = Object.entries(request).filter(([, value]) => value !== undefined);
  return { ...selectionDefaults, ...(Object.fromEntries(given) as SelectionRequest) };
}
