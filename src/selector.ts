/**
 * Feature selection as a library call, in the manners of scikit-learn: create with options, fit, then ask.
 *
 *   const selector = new FeatureSelector({ k: 50, seed: 7 });
 *   await selector.fit(rows, labels);
 *   const reduced = selector.transform(rows);
 */
import { unnamedFeature } from './cells/column-names.js';
import { checkChoice } from './check-choice.js';
import { checkDataset, checkNames } from './check-dataset.js';
import { checkThreads } from './check-threads.js';
import { type Constraints, constraintNames } from './choose/constraints.js';
import type { Size, SizeReport, SizeRequest } from './choose/size.js';
import type { TriedMethods } from './choose/tried-methods.js';
import { createSerialEngine, type Engine } from './compute/engine.js';
import { UserError } from './errors.js';
import { decidingMeasure } from './evaluate/measures/registry.js';
import { findJudges } from './evaluate/registry.js';
import { createRandom } from './maths/random.js';
import { allRows } from './matrix/all-rows.js';
import { fingerprint } from './matrix/fingerprint.js';
import { type MatrixInput, toMatrix } from './matrix/matrix-input.js';
import { takeColumns } from './matrix/take-columns.js';
import { pickGiven } from './pick-options.js';
import { prepareInTurns } from './prepare/prepare-rows.js';
import { type NamedRedundant, namedRedundant } from './rank/named-redundant.js';
import { readSelectorJson } from './read-selector-json.js';
import { refuseUnknown } from './refuse-unknown.js';
import {
  type AllScores,
  type JsonNumber,
  selectionFormat,
  selectionFormatVersion,
  toJsonNumber,
} from './report/selection-json.js';
import type { StartTrials } from './run-trials.js';
import { AbsentMethod } from './select/absent-method.js';
import { type AnyMethod, findMethod, isBuiltIn, type MethodChoice, type OptionsFor } from './select/registry.js';
import { resolveOptions } from './select/resolve-options.js';
import { checkSize, runSized } from './sized-selection.js';
import type { ClassWeights } from './target/class-weights.js';
import { type TargetInput, toTarget } from './target/target-input.js';
import { type Task, tasks } from './target/task.js';
import { toWeights } from './target/weights-input.js';
import {
  type DenseMatrix,
  type EpochReport,
  type Matrix,
  type ScalingMethod,
  type Scores,
  type SparseMatrix,
  type StoredMatrix,
  scalingMethods,
} from './types.js';

/** `SelectorOptions<'lassonet'>` knows the options of that method. */
export interface SelectorOptions<Method extends MethodChoice = MethodChoice> extends SizeRequest, Constraints {
  /** How many features to select, or `auto`, which is what is taken where neither this nor `falseDiscovery` is given. */
  readonly k?: Size;
  /** The name of a method, or a method of your own; `auto` where none is given. */
  readonly method?: Method;
  /** The same seed gives the same bits. */
  readonly seed?: number;
  /** Fitted on the rows given to `fit`; min-max where none is given. */
  readonly scaling?: ScalingMethod;
  /** The method's own options by name, such as `{ epochs: 50, epsilon: 20 }`. */
  readonly options?: OptionsFor<Method>;
  /** Compute threads; any number gives the same result. */
  readonly threads?: number;
}

export interface FitOptions {
  readonly featureNames?: readonly string[];
  /** What y is; `auto` takes text and few whole numbers as classes, measured numbers as a regression. */
  readonly task?: Task;
  /** How much every row counts. */
  readonly weights?: ArrayLike<number>;
  /** How much the rows of every class count. */
  readonly classWeights?: ClassWeights;
  /** Called after every epoch of a network method. The strengths are valid during the call only. */
  readonly onEpoch?: (report: EpochReport) => void;
  /** Share of the work done, 0 to 1. */
  readonly onProgress?: (done: number) => void;
  /** Stops the work within a batch. */
  readonly signal?: AbortSignal;
}

/** Sparse rows stay sparse, all others are dense. */
export type Transformed<X extends MatrixInput> = X extends SparseMatrix
  ? SparseMatrix
  : Matrix extends X
    ? Matrix
    : DenseMatrix;

/** What `toJSON` gives: a selection file without what the library does not know, such as the name of the data. */
export interface SelectionJson extends AllScores {
  readonly format: typeof selectionFormat;
  readonly formatVersion: typeof selectionFormatVersion;
  /** The one that was taken, where `auto` was asked for. */
  readonly method: string;
  readonly tried?: TriedMethods;
  readonly k: number;
  readonly size?: SizeReport;
  readonly seed: number;
  /** The scaling, and every option of the method. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly data: { readonly rowCount: number; readonly trainRowCount: number; readonly featureCount: number };
  /** The selected features, best first. */
  readonly features: readonly {
    readonly rank: number;
    readonly name: string;
    readonly index: number;
    readonly score: JsonNumber;
  }[];
  readonly redundant?: NamedRedundant;
}

interface Fitted extends Scores {
  /** The method that selected, and its options. */
  readonly method: string;
  readonly options: GivenOptions;
  readonly tried?: TriedMethods;
  /** How many are selected. */
  readonly k: number;
  readonly size: SizeReport;
  readonly featureNames: readonly string[];
  readonly rowCount: number;
  readonly redundant: NamedRedundant;
}

type GivenOptions = Readonly<Record<string, unknown>>;

export type CreateEngine = (threads: number | undefined) => Promise<Engine>;

export class FeatureSelector {
  /** As it was asked for. */
  readonly k: Size | undefined;
  readonly falseDiscovery: number | undefined;
  /** What the selection keeps to. */
  readonly constraints: Constraints;
  /** Its name, as it was asked for. */
  readonly method: string;
  readonly seed: number;
  readonly scaling: ScalingMethod;
  /** Every option of the method, with its default where none was given. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly #method: AnyMethod;
  readonly #threads: number | undefined;
  readonly #createEngine: CreateEngine;
  readonly #startTrials: StartTrials | undefined;
  #fitted: Fitted | undefined;

  constructor(
    options: SelectorOptions = {},
    createEngine: CreateEngine = createSerialEngine,
    startTrials?: StartTrials,
  ) {
    refuseUnknown(options, optionNames, ', and those of the method go into "options"');
    const { k, falseDiscovery, method = 'auto', seed = 0, scaling = 'minmax', threads } = options;
    checkSize({ k, falseDiscovery }, Number.MAX_SAFE_INTEGER);
    checkThreads(threads);
    createRandom(seed); // Refuses a seed that is not a whole number.
    this.k = k;
    this.falseDiscovery = falseDiscovery;
    this.constraints = pickGiven(options, constraintNames);
    this.seed = seed;
    this.scaling = checkChoice({ option: 'scaling' }, scalingMethods, scaling);
    this.#method = findMethod(method);
    this.method = this.#method.name;
    this.options = optionsOf(this.#method, options.options);
    this.#threads = threads;
    this.#createEngine = createEngine;
    this.#startTrials = startTrials;
  }

  /**
   * Selects from these rows alone. Keep test rows out of them. Never writes to its inputs, and refuses to go on where
   * someone else does meanwhile. A stored matrix must hold
   * finite numbers only.
   */
  async fit(x: MatrixInput | StoredMatrix, y: TargetInput, fitOptions: FitOptions = {}): Promise<this> {
    refuseUnknown(fitOptions, Object.keys(fitOptionNames));
    const matrix = isStored(x) ? x : toMatrix(x);
    const { featureNames: given, task = 'auto', weights, classWeights, ...context } = fitOptions;
    const target = toTarget(y, matrix.rowCount, checkChoice({ option: 'task' }, tasks, task));
    const featureNames = checkedNames(given, matrix.columnCount);
    const split = { train: allRows(matrix), test: new Int32Array(0) };
    const dataset = {
      matrix,
      featureNames,
      target,
      targetName: 'y',
      ...toWeights({ weights, classWeights }, target, matrix.rowCount),
    };
    checkDataset(dataset);
    const call = {
      method: this.#method,
      options: this.options,
      k: this.k,
      falseDiscovery: this.falseDiscovery,
      constraints: this.constraints,
      seed: this.seed,
      dataset,
      preparation: { scaling: this.scaling, scaleOn: 'train' },
      judge: findJudges(undefined, target.kind)[0],
      measure: decidingMeasure(target).measure,
    } as const;
    const before = matrix.kind === 'stored' ? undefined : fingerprint(matrix);
    const refuseChange = () => {
      if (matrix.kind !== 'stored' && fingerprint(matrix) !== before) throw changedInput();
    };
    const preparation = { scaling: this.scaling, scaleOn: 'train' } as const;
    const prepared = await prepareInTurns(dataset, split, preparation, context.signal);
    const engine = await this.#createEngine(this.#threads);
    try {
      const { method, options, tried, scores, k, size } = await runSized(prepared, call, {
        ...context,
        engine,
        startTrials: this.#startTrials,
      }).catch((error: unknown) => {
        // What is wrong with rows that changed meanwhile says nothing about them.
        refuseChange();
        throw error;
      });
      refuseChange();
      const redundant = namedRedundant(featureNames, prepared.redundant);
      const taken = { method: method.name, options, ...(tried && { tried }) };
      this.#fitted = { ...scores, ...taken, k, size, featureNames, rowCount: matrix.rowCount, redundant };
    } finally {
      engine.dispose();
    }
    return this;
  }

  /** Feature numbers, best first; every feature once. */
  get ranking(): Int32Array {
    return this.#result().ranking.slice();
  }

  /** The score of every feature; higher is better, and below 0 means that a network removed it. */
  get scores(): Float64Array {
    return this.#result().scores.slice();
  }

  /** The features that say nothing of their own on these rows, by name: the constant ones, and repeats of others. */
  get redundant(): NamedRedundant {
    return this.#result().redundant;
  }

  /** The method that selected: the one that was asked for, or the one that `auto` took. */
  get methodTaken(): string {
    return this.#result().method;
  }

  /** How the methods did among which `auto` chose, where rows are few. */
  get tried(): TriedMethods | undefined {
    return this.#result().tried;
  }

  /** How the number of selected features was found, where it was not given. */
  get size(): SizeReport {
    return this.#result().size;
  }

  /** The numbers of the selected features, best first; none where nothing can be promised. */
  get selected(): Int32Array {
    const { ranking, k } = this.#result();
    return ranking.slice(0, k);
  }

  /** For every feature whether it is selected. */
  get support(): boolean[] {
    const { scores } = this.#result();
    const support = Array<boolean>(scores.length).fill(false);
    for (const feature of this.selected) support[feature] = true;
    return support;
  }

  /** Names of the selected features in the order of their columns, as `transform` puts them. */
  featureNamesOut(): string[] {
    const { featureNames } = this.#result();
    return Array.from(this.selected.sort(), (feature) => featureNames[feature]);
  }

  /** The selected columns of any rows with the same features, in their order, cells in their stored type. */
  transform<X extends MatrixInput>(x: X): Transformed<X> {
    const matrix = toMatrix(x);
    const { scores } = this.#result();
    if (matrix.columnCount !== scores.length) {
      throw new UserError('data', `expected rows of ${scores.length} features, got ${matrix.columnCount}`);
    }
    return takeColumns(matrix, this.selected.sort()) as Transformed<X>;
  }

  /** The selection file, as the command line writes it too. */
  toJSON(): SelectionJson {
    const { method, options, tried, ranking, featureNames, rowCount, redundant, k, size } = this.#result();
    const { seed, scaling } = this;
    const scores = Array.from(this.#result().scores, toJsonNumber);
    const features = Array.from(ranking.subarray(0, k), (index, place) => ({
      rank: place + 1,
      name: featureNames[index],
      index,
      score: scores[index],
    }));
    return {
      format: selectionFormat,
      formatVersion: selectionFormatVersion,
      method,
      ...(tried && { tried }),
      k,
      ...(Object.keys(size).length > 0 && { size }),
      seed,
      parameters: { ...options, scaling, ...this.constraints },
      data: { rowCount, trainRowCount: rowCount, featureCount: featureNames.length },
      features,
      redundant,
      featureNames,
      scores,
      ranking: Array.from(ranking),
    };
  }

  /**
   * Takes what `toJSON` gave, or the selection.json of the command line or the page. The method is needed for another
   * fit alone, and only where it is your own.
   */
  static fromJSON(json: unknown, own?: AnyMethod): FeatureSelector {
    const { method, seed, scaling, options, ...fitted } = readSelectorJson(json);
    const asked =
      fitted.size.promise === undefined ? { k: fitted.k } : { falseDiscovery: fitted.size.promise.falseDiscovery };
    const selector = new this({ ...asked, method: methodOf(method, options, own), seed, scaling, options });
    selector.#fitted = {
      ...fitted,
      method,
      options,
      featureNames: checkedNames(fitted.featureNames, fitted.scores.length),
    };
    return selector;
  }

  #result(): Fitted {
    if (this.#fitted === undefined) throw new UserError('usage', 'call fit and await it before asking for the result');
    return this.#fitted;
  }
}

function changedInput(): UserError {
  return new UserError('usage', 'the rows were changed, or their memory was given away, while they were fitted', {
    advice: ['pass a copy', 'leave them alone until fit is done'],
  });
}

function methodOf(name: string, options: GivenOptions, own: AnyMethod | undefined): MethodChoice {
  if (own !== undefined && own.name !== name) {
    throw new UserError('usage', `the selector was fitted by the method "${name}", not by "${own.name}"`);
  }
  return own ?? (isBuiltIn(name) ? name : new AbsentMethod(name, options));
}

function optionsOf(method: AnyMethod, given: GivenOptions | undefined): GivenOptions {
  if (method instanceof AbsentMethod) return method.given;
  return resolveOptions(method, given) as GivenOptions;
}

const fitOptionNames = {
  featureNames: true,
  task: true,
  weights: true,
  classWeights: true,
  onEpoch: true,
  onProgress: true,
  signal: true,
} as const satisfies Record<keyof FitOptions, true>;

function isStored(x: MatrixInput | StoredMatrix): x is StoredMatrix {
  return typeof x === 'object' && x !== null && 'kind' in x && x.kind === 'stored';
}

const optionNames = ['k', 'falseDiscovery', ...constraintNames, 'method', 'seed', 'scaling', 'options', 'threads'];

function checkedNames(names: readonly string[] | undefined, count: number): readonly string[] {
  if (names === undefined) return Array.from({ length: count }, (_, feature) => unnamedFeature(feature));
  checkNames(names, count);
  return [...names];
}
