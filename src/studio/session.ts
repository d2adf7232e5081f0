/**
 * One sitting at the page, on the worker's side: a table, the dataset made of it, and the runs on it. Every run is a call
 * of the pipeline with what the command line would give it, so the bits are the same.
 */
import type { Engine } from '../compute/engine.js';
import { holdWork } from '../compute/yield.js';
import { encodeTable } from '../encode/encode-table.js';
import { UserError } from '../errors.js';
import { measurePrefixes, type PrefixPoint, spreadKs } from '../evaluate/measure-prefixes.js';
import { type SelectionResult, selectFeatures, selectionDefaults } from '../pipeline.js';
import { fitRows } from '../prepare/prepare-rows.js';
import { judgeSelection } from '../report/judge-selection.js';
import type { SelectionReportInput } from '../report/selection-report-input.js';
import { findMethod } from '../select/registry.js';
import { resolveOptions } from '../select/resolve-options.js';
import { describeSelection, plannedSchedule, selectionFiles, sumGroups } from '../selection-files.js';
import type { Dataset } from '../types.js';
import { checksumOf } from './checksum.js';
import { type DatasetSummary, describeDataset } from './describe-dataset.js';
import { describeMethods, type MethodDescription } from './describe-methods.js';
import { createFrameMaker } from './epoch-frame.js';
import { guessImageShape } from './guess-image-shape.js';
import { guessTarget } from './guess-target.js';
import { type NamedBlob, type OpenedFiles, openFiles } from './open-files.js';
import { pageWording } from './page-wording.js';
import { plantedCsv } from './planted-example.js';
import type {
  RunResult,
  SavedFileName,
  SeedSelection,
  Series,
  StudioCalls,
  StudioEvents,
  TableSummary,
} from './protocol.js';
import { type DataSettings, type RunSettings, selectCommand, whyNoCommand } from './select-command.js';
import { createStrengthHistory, type StrengthHistory } from './strength-history.js';
import { summariseColumns } from './summarise-table.js';

/** What differs between a browser and a test. */
export interface SessionTools {
  readonly createEngine: (threads: number) => Promise<Engine>;
  readonly now: () => number;
  readonly events: StudioEvents;
  readonly versions: Readonly<Record<string, string>>;
}

interface Prepared {
  readonly settings: DataSettings;
  readonly dataset: Dataset;
}

interface FinishedRun {
  readonly prepared: Prepared;
  readonly opened: OpenedFiles;
  readonly settings: RunSettings;
  readonly threads: number;
  readonly result: SelectionResult;
  readonly described: SelectionReportInput;
  readonly history: StrengthHistory;
}

export class StudioSession implements StudioCalls {
  readonly #tools: SessionTools;
  #files: readonly NamedBlob[] = [];
  #opened: OpenedFiles | undefined;
  #readSeconds = 0;
  #prepared: Prepared | undefined;
  readonly #runs: FinishedRun[] = [];
  #work: AbortController | undefined;
  #letGo: (() => void) | undefined;

  constructor(tools: SessionTools) {
    this.#tools = tools;
  }

  methods(): readonly MethodDescription[] {
    return describeMethods();
  }

  async open(files: readonly NamedBlob[]): Promise<TableSummary> {
    this.#files = files;
    this.#prepared = undefined;
    this.#runs.length = 0;
    const started = this.#tools.now();
    await this.#read(undefined);
    this.#readSeconds = (this.#tools.now() - started) / 1000;
    const { table, format, file } = this.#opened!;
    const columns = summariseColumns(table);
    return {
      ...{ fileName: file.name, format, bytes: file.blob.size, rowCount: table.rowCount, columns },
      missingCount: columns.missing.reduce((sum, count) => sum + count, 0),
      guessedTarget: guessTarget(table),
      otherTargets: table.otherTargets ?? [],
      seconds: this.#readSeconds,
    };
  }

  openExample(): Promise<TableSummary> {
    return this.open([{ name: 'planted.csv', blob: new Blob([...plantedCsv()]) }]);
  }

  async prepare(settings: DataSettings): Promise<DatasetSummary> {
    const isRead = (name: string) => this.#need().table.columnOrder.includes(name);
    if (!isRead(settings.target) && this.#need().table.otherTargets?.includes(settings.target)) {
      await this.#read(settings.target);
    }
    const { table } = this.#need();
    const { imageShape, ...rules } = settings;
    const dataset = withShape(encodeTable(table, rules), imageShape);
    this.#prepared = { settings, dataset };
    return describeDataset(dataset, table.rowCount);
  }

  run(settings: RunSettings, threads: number): Promise<RunResult> {
    const prepared = this.#prepared;
    if (prepared === undefined) throw new Error('there is no dataset to run on');
    const opened = this.#need();
    const { events } = this.#tools;
    return this.#working(threads, async (engine, signal) => {
      const method = findMethod(settings.method);
      const parameters = resolveOptions(method, settings.methodOptions) as Readonly<Record<string, unknown>>;
      const history = createStrengthHistory();
      const makeFrame = createFrameMaker(prepared.dataset);
      const started = this.#tools.now();
      const result = await selectFeatures(
        { dataset: prepared.dataset, ...settings },
        {
          engine,
          signal,
          now: this.#tools.now,
          wording: pageWording,
          onPrepared: (keptCount) => {
            const schedule = plannedSchedule({ k: settings.k, parameters, keptCount });
            events.begin({ method: method.name, threadCount: engine.threadCount, schedule });
          },
          onStage: (stage) => events.stage(stage),
          onProgress: (share) => events.progress(share),
          onEpoch: (report) => {
            history.add(report.epoch, sumGroups(report.strengths, prepared.dataset));
            events.epoch(makeFrame(report, (this.#tools.now() - started) / 1000));
          },
        },
      );
      const described = this.#describe(opened, prepared, settings, result);
      this.#runs.push({ prepared, opened, settings, threads, result, described, history });
      return toRunResult(this.#runs.length - 1, settings, prepared.settings, result, described);
    });
  }

  /** Halts the work before its next piece; the bits stay the same. */
  pause(): void {
    this.#letGo ??= holdWork();
  }

  resume(): void {
    this.#letGo?.();
    this.#letGo = undefined;
  }

  stop(): void {
    this.#work?.abort();
    this.resume();
  }

  curve(id: number): Promise<readonly PrefixPoint[]> {
    const { prepared, settings, threads, result } = this.#runs[id];
    return this.#working(threads, async (engine, signal) => {
      const { split, ranking } = result;
      if (split.test.length === 0) return [];
      const preparation = { scaling: settings.scaling, scaleOn: selectionDefaults.scaleOn };
      const { dataset, scaling } = fitRows(prepared.dataset, split, preparation);
      const ks = spreadKs(settings.k, ranking.length);
      const columnsOf = (k: number) =>
        columnsBehind(
          dataset,
          ranking.slice(0, k).map((feature) => feature.index),
        );
      return measurePrefixes(
        { dataset, split, scaling, seed: settings.seed, ks, columnsOf },
        { engine, signal, onPoint: (point) => this.#tools.events.point(id, point) },
      );
    });
  }

  /** The same selection with the next seeds; the run's own comes first. */
  stability(id: number, seedCount: number): Promise<readonly SeedSelection[]> {
    const { prepared, settings, threads, result } = this.#runs[id];
    const { events, now } = this.#tools;
    return this.#working(threads, async (engine, signal) => {
      const found: SeedSelection[] = [];
      const add = (seed: number, { features }: Pick<SelectionResult, 'features'>): void => {
        found.push({ seed, order: Int32Array.from(features, (feature) => feature.index) });
        events.seed(id, found[found.length - 1]);
      };
      add(settings.seed, result);
      for (let more = 1; more < seedCount; more++) {
        const seed = settings.seed + more;
        add(
          seed,
          await selectFeatures(
            { dataset: prepared.dataset, ...settings, seed, evaluation: { classifiers: [] } },
            { engine, signal, now, onProgress: (share) => events.progress((more - 1 + share) / (seedCount - 1)) },
          ),
        );
      }
      return found;
    });
  }

  sources(): readonly NamedBlob[] {
    return this.#files;
  }

  series(id: number, features: Int32Array): Series {
    return this.#runs[id].history.seriesOf(features);
  }

  async file(id: number, name: SavedFileName): Promise<Blob> {
    const { opened, prepared, result, described } = this.#runs[id];
    const checksum = await checksumOf(opened.file.blob);
    const told = checksum === undefined ? described : { ...described, dataset: { ...described.dataset, checksum } };
    const files = selectionFiles(opened.table, prepared.dataset, result, told);
    const { content } = files.find((file) => file.name === name)!;
    const type = name.endsWith('.csv') ? 'text/csv' : name.endsWith('.json') ? 'application/json' : 'text/html';
    return new Blob([...content], { type });
  }

  #need(): OpenedFiles {
    if (this.#opened === undefined) throw new Error('there is no table');
    return this.#opened;
  }

  async #read(target: string | undefined): Promise<void> {
    this.stop();
    const work = new AbortController();
    this.#work = work;
    this.#opened = undefined;
    this.#opened = await openFiles(this.#files, {
      signal: work.signal,
      ...(target !== undefined && { target }),
      onProgress: ({ rows, fraction }) => this.#tools.events.reading(rows, fraction),
    });
  }

  async #working<T>(threads: number, work: (engine: Engine, signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    this.#work = controller;
    const engine = await this.#tools.createEngine(threads);
    try {
      return await work(engine, controller.signal);
    } finally {
      engine.dispose();
    }
  }

  #describe(
    { file, table }: OpenedFiles,
    { dataset, settings: data }: Prepared,
    settings: RunSettings,
    result: SelectionResult,
  ): SelectionReportInput {
    // A shape that the file brings, or that is none, need not be said.
    const { imageShape: _, ...rules } = data;
    const shape = table.imageShape === undefined && dataset.imageShape ? { imageShape: dataset.imageShape } : {};
    const described = describeSelection(dataset, result, {
      dataName: file.name,
      methodSummary: findMethod(settings.method).summary,
      command: selectCommand(file.name, { ...rules, ...shape }, settings),
      versions: this.#tools.versions,
    });
    // As the command line tells it.
    const parameters = { ...described.parameters, missing: data.missing };
    return { ...described, parameters, timings: { read: this.#readSeconds, ...described.timings } };
  }
}

/** The shape given, else the one the file brings, else one that fits the names; `none` where rows are no images. */
function withShape(dataset: Dataset, given: DataSettings['imageShape']): Dataset {
  const { imageShape: own, ...rest } = dataset;
  if (given === 'none') return rest;
  const shape = given ?? own ?? (dataset.groups ? undefined : guessImageShape(dataset.featureNames));
  if (shape === undefined) return rest;
  const count = dataset.groups ? 0 : dataset.featureNames.length;
  if (shape[0] * shape[1] === count) return { ...rest, imageShape: shape };
  throw new UserError(
    'usage',
    `an image of ${shape[0]} x ${shape[1]} has ${shape[0] * shape[1]} pixels, but the data has ${count} features`,
  );
}

/** The matrix columns behind features or groups of them, ascending. */
function columnsBehind({ groups }: Dataset, indexes: readonly number[]): Int32Array {
  if (groups === undefined) return Int32Array.from(indexes).sort();
  const chosen = new Set(indexes);
  return Int32Array.from(groups.groupOf.keys()).filter((feature) => chosen.has(groups.groupOf[feature]));
}

function toRunResult(
  id: number,
  settings: RunSettings,
  data: DataSettings,
  result: SelectionResult,
  described: SelectionReportInput,
): RunResult {
  const { ranking, accuracies, parameters, timings, split } = result;
  const why = whyNoCommand(data);
  return {
    ...{ id, settings, accuracies, parameters, timings },
    order: Int32Array.from(ranking, (feature) => feature.index),
    scores: Float64Array.from(ranking, (feature) => feature.score),
    findings: judgeSelection(described),
    trainRowCount: split.train.length,
    testRowCount: split.test.length,
    command: why === undefined ? described.command : undefined,
    whyNoCommand: why,
  };
}
