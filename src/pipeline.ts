/**
 * The whole selection, stage by stage: split -> prepare -> select -> choose -> rank -> evaluate. The file to read first.
 * Reading and encoding come before it and depend on where the data is; reporting comes after.
 */
import { checkDataset } from './check-dataset.js';
import { type Constraints, constraintNames } from './choose/constraints.js';
import type { SizeReport, SizeRequest } from './choose/size.js';
import type { StabilityReport } from './choose/stability.js';
import type { SubstitutesReport } from './choose/substitutes.js';
import type { Engine } from './compute/engine.js';
import { leftOutByName } from './encode/plan-columns.js';
import { UserError } from './errors.js';
import { type EvaluationPlan, type MeasuredSet, measureFeatureSets } from './evaluate/measure-feature-sets.js';
import { type Deciding, decidingMeasure, findMeasure } from './evaluate/measures/registry.js';
import { findJudges } from './evaluate/registry.js';
import type { Verdict } from './evaluate/verdict.js';
import { findLeaks, type Leak } from './leaks/find-leaks.js';
import { createRandom } from './maths/random.js';
import { allRows } from './matrix/all-rows.js';
import { pickGiven } from './pick-options.js';
import { type Preparation, preparationDefaults, prepareRows } from './prepare/prepare-rows.js';
import { type RankedFeature, selectableCount } from './rank/rank-features.js';
import { refuseUnknown } from './refuse-unknown.js';
import { checkPairs, measureStability } from './run-stability.js';
import { nameSubstitutes } from './run-substitutes.js';
import { checkRepeats, judgeBySplits } from './run-verdict.js';
import type { SelectContext } from './select/contract.js';
import { findMethod, type MethodChoice } from './select/registry.js';
import { resolveOptions } from './select/resolve-options.js';
import { refuseData } from './select/training-for.js';
import { checkSize, rulesOf, runSized } from './sized-selection.js';
import { chooseSplit, defaultTestFraction } from './split/choose-split.js';
import { checkSplit } from './split/given-rows.js';
import type { AnyMatrix, Dataset, EpochReport, Redundant, Split, StrengthSnapshot } from './types.js';
import { lookAtFeatures, type UnivariateReport } from './univariate/look-at-features.js';
import { inWords, libraryWording, type Wording } from './wording.js';

export interface SelectionRequest extends Partial<Preparation>, SizeRequest, Constraints {
  /** In memory or, for methods that take it so, stored outside. */
  readonly dataset: Dataset<AnyMatrix>;
  /** A name, or a method of your own. */
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

/** With a 95 % interval wider than this two feature sets must differ by ten points to be told apart. */
const widestInterval = 0.14;
const usualRepeats = 4;

export const selectionDefaults = {
  method: 'neurofs',
  seed: 0,
  methodOptions: {},
  ...preparationDefaults,
  testFraction: defaultTestFraction,
} as const;

export interface SelectionContext extends Pick<SelectContext, 'signal' | 'onProgress' | 'stopwatch'> {
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

export type SelectionStage = 'size' | 'select' | 'stability' | 'substitutes' | 'evaluate' | 'verdict';

export interface SelectionResult {
  readonly method: string;
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
  /** How steady the selection is, where that was asked for. */
  readonly stability?: StabilityReport;
  /** What could stand in for every selected feature, where that was asked for. */
  readonly substitutes?: SubstitutesReport;
  /** What repeated cross-validation says, where that was asked for. */
  readonly verdict?: Verdict;
}

export type EpochHistory = Pick<EpochReport, 'epoch' | 'loss' | 'activeCount' | 'removedCount' | 'wokenCount'>;

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
  refuseUnknown(request, Object.keys(requestNames), ', and those of the method go into "methodOptions"');
  const {
    method: choice,
    k: asked,
    falseDiscovery,
    seed,
    methodOptions,
    scaling,
    scaleOn,
    testFraction,
  } = withDefaults(request);
  const method = findMethod(choice);
  const given = resolveOptions(method, methodOptions) as Readonly<Record<string, unknown>>;
  checkDataset(request.dataset);
  const judges = findJudges(request.evaluation?.judges, request.dataset.target.kind, request.dataset);
  // How many features are enough is judged although the selection itself may not be.
  const [usual] = findJudges(undefined, request.dataset.target.kind, request.dataset);
  const deciding = decidingMeasure(request.dataset.target, request.evaluation?.measure);
  if (request.split) checkSplit(request.split, request.dataset.matrix.rowCount);
  const sizeAsked = { k: asked, falseDiscovery };
  checkSize(sizeAsked, selectableCount(request.dataset));
  const constraints: Constraints = pickGiven(request, constraintNames);
  const rules = rulesOf(sizeAsked, constraints, request.dataset);
  if (request.stability !== undefined) checkPairs(request.stability);
  if (request.repeats !== undefined) checkRepeats(request.repeats);
  const now = context.now ?? (() => 0);

  refuseData(method, request.dataset);
  const split = request.split ?? chooseSplit(request.dataset, testFraction, createRandom(seed).fork('split'));
  const prepared = prepareRows(request.dataset, split, { scaling, scaleOn });

  const leaks = await findLeaks(prepared, context.signal);
  if (request.strict && leaks.length > 0) throw new UserError('data', leaks[0].statement, leaks[0]);
  const wording = context.wording ?? libraryWording;

  context.onPrepared?.(prepared.kept.length);
  const recorder = createRecorder(Number(given.epochs ?? 0));
  const { onPrepared: _, onFound: __, wording: ___, ...running } = context;
  const parametersOf = (options: Readonly<Record<string, unknown>>) => ({
    ...options,
    scaling,
    scaleOn,
    ...(request.split === undefined && { testFraction }),
    ...constraints,
  });
  const known = { split, redundant: prepared.redundant, keptCount: prepared.kept.length };
  const { history, snapshots } = recorder;
  context.onFound?.({ ...known, parameters: parametersOf(given), history, snapshots });
  const { k, size, ...selection } = await runSized(
    prepared,
    {
      ...sizeAsked,
      constraints,
      method,
      options: given,
      seed,
      dataset: request.dataset,
      preparation: { scaling, scaleOn },
      judge: judges[0] ?? usual,
      measure: deciding.measure,
    },
    {
      ...running,
      onEpoch: (report) => {
        recorder.record(report);
        context.onEpoch?.(report);
      },
    },
  );

  const columns = selection.columnsOf(k);
  const parameters = parametersOf(selection.options);
  const features = selection.ranked.slice(0, k);
  context.onFound?.({ parameters, features, ranking: selection.ranked, columns });
  const halving = now();
  if (request.stability !== undefined && k > 0) context.onStage?.('stability');
  const stability =
    request.stability === undefined || k === 0
      ? undefined
      : await measureStability(
          {
            dataset: request.dataset,
            rows: split.train,
            preparation: { scaling, scaleOn },
            call: { method, options: given, k, seed, rules },
            pairs: request.stability,
            features,
          },
          running,
        );
  const exchanging = now();
  if (request.substitutes && k > 0) context.onStage?.('substitutes');
  const substitutes =
    request.substitutes && k > 0
      ? await nameSubstitutes(
          prepared,
          { features, columns, judge: judges[0], measure: deciding.measure, seed },
          running,
        )
      : undefined;
  const univariate = await lookAtFeatures(prepared, features, context.signal);
  context.onStage?.('evaluate');
  const evaluating = now();
  const measured =
    k === 0
      ? { rows: [], warnings: [] }
      : await measureFeatureSets({ ...prepared, selected: columns, k, seed }, request.evaluation ?? {}, context);

  const judging = now();
  if (request.repeats !== undefined && k > 0) context.onStage?.('verdict');
  const verdict =
    request.repeats !== undefined && k > 0
      ? await judgeBySplits(
          {
            dataset: request.dataset,
            // A split that was given may be of another cohort: its test rows stay out.
            rows: request.split ? split.train : allRows(request.dataset.matrix),
            preparation: { scaling, scaleOn },
            call: { method, options: given, seed, constraints, k: size.auto ? 'auto' : k },
            judge: judges[0] ?? usual,
            judgeOptions: request.evaluation?.options ?? {},
            measure: deciding.measure,
            repeats: request.repeats,
          },
          running,
        )
      : undefined;

  return {
    method: method.name,
    k,
    size,
    seed,
    ...known,
    parameters,
    features,
    ranking: selection.ranked,
    columns,
    history,
    snapshots,
    measured: measured.rows,
    deciding,
    timings: {
      ...(selection.sizeSeconds !== undefined && { size: selection.sizeSeconds }),
      select: selection.seconds,
      ...(stability && { stability: (exchanging - halving) / 1000 }),
      ...(substitutes && { substitutes: (evaluating - exchanging) / 1000 }),
      evaluate: (judging - evaluating) / 1000,
      ...(verdict && { verdict: (now() - judging) / 1000 }),
    },
    leaks,
    ...(univariate && { univariate }),
    ...(stability && { stability }),
    ...(substitutes && { substitutes }),
    ...(verdict && { verdict }),
    warnings: [
      ...(request.dataset.notes ?? []),
      ...remarksOf(request.dataset, wording),
      ...leaks.map((leak) => `${inWords(leak, wording)}.`),
      ...leftOutWarnings(request.dataset, wording),
      ...scalingWarnings(prepared.scaling.isCentred, scaleOn),
      ...measured.warnings,
      ...(verdict === undefined ? fewRowsWarnings(measured.rows, deciding, wording) : []),
    ],
  };
}

function withDefaults(request: SelectionRequest) {
  const given = Object.entries(request).filter(([, value]) => value !== undefined);
  return { ...selectionDefaults, ...(Object.fromEntries(given) as SelectionRequest) };
}

/** Few test rows cannot tell much; the rows there are can, one part after the other. */
function fewRowsWarnings(rows: readonly MeasuredSet[], { measure }: Deciding, wording: Wording): string[] {
  const [own] = rows.filter(({ features }) => features === 'selected');
  const interval = own?.measures.find((each) => each.measure === measure)?.interval;
  const { best, form } = findMeasure(measure);
  if (interval === undefined || best !== 'highest' || form === 'units') return [];
  if (interval[1] - interval[0] <= widestInterval) return [];
  const advice = [{ option: 'repeats', values: [usualRepeats], purpose: 'for a verdict by repeated cross-validation' }];
  return [`${inWords({ statement: 'The test rows are too few for a verdict', advice }, wording)}.`];
}

/** What was guessed and can be said otherwise. */
export function remarksOf({ remarks = [] }: Pick<Dataset, 'remarks'>, wording: Wording = libraryWording): string[] {
  return remarks.map((remark) => `${inWords(remark, wording)}.`);
}

/** Columns that were not used without the user having asked for it. */
function leftOutWarnings({ columns = [] }: Pick<Dataset, 'columns'>, wording: Wording): string[] {
  const leftOut = columns.filter(({ use, note }) => use === 'left out' && note !== undefined && note !== leftOutByName);
  if (leftOut.length === 0) return [];
  const named = leftOut.slice(0, 5).map(({ name, note }) => `"${name}" (${note})`);
  const more = leftOut.length > named.length ? ` and ${leftOut.length - named.length} more` : '';
  const advice = [{ option: 'keep', purpose: 'to select from them too' }];
  return [`${inWords({ statement: `Left out: ${named.join(', ')}${more}`, advice }, wording)}.`];
}

export function scalingWarnings(isCentred: boolean | undefined, scaleOn: 'train' | 'all'): string[] {
  const warnings: string[] = [];
  if (isCentred === false) warnings.push('The data is sparse and stays so: it was scaled without being centred.');
  if (scaleOn === 'all') warnings.push('The scaling was fitted on test rows too, as the paper did.');
  return warnings;
}

/** Keeps every epoch's figures, and the strengths of a few epochs for the heat-maps. */
function createRecorder(epochCount: number) {
  const history: EpochHistory[] = [];
  const snapshots: StrengthSnapshot[] = [];
  const kept = new Set([0, 0.01, 0.1, 0.25, 0.45, 0.65, 1].map((share) => Math.ceil(share * epochCount)));
  return {
    history,
    snapshots,
    record({ strengths, epoch, loss, activeCount, removedCount, wokenCount }: EpochReport): void {
      history.push({ epoch, loss, activeCount, removedCount, wokenCount });
      if (kept.has(epoch)) snapshots.push({ epoch, strengths: strengths.slice() });
    },
  };
}
