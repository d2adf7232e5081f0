/**
 * One sitting at the page, on the worker's side. Every run is a call of the pipeline with what the command line would
 * give it, so the bits are the same. The session keeps data alone: runs belong to the page, which hands over what a call
 * needs of them, so a worker may be ended and started anew at any moment.
 */
import type { Engine } from '../compute/engine.js';
import { holdWork } from '../compute/yield.js';
import { plannedSchedule } from '../describe-selection.js';
import { measurePrefixes, type PrefixPoint, spreadKs } from '../evaluate/measure-prefixes.js';
import { guessColumns } from '../examine/guess-columns.js';
import { summariseColumns } from '../examine/summarise-table.js';
import { selectFeatures, selectionDefaults } from '../pipeline.js';
import { fitRows } from '../prepare/prepare-rows.js';
import { describeMethods, type MethodDescription } from '../select/describe-methods.js';
import { findMethod } from '../select/registry.js';
import { resolveOptions } from '../select/resolve-options.js';
import { inTurns } from '../turns.js';
import type { Dataset, Split } from '../types.js';
import { checksumOf } from './checksum.js';
import { crossValidate } from './cross-validate.js';
import { DataKeeper, type DataSource, type KeptData } from './data-keeper.js';
import { type DatasetSummary, describeDataset } from './describe-dataset.js';
import { createFrameMaker } from './epoch-frame.js';
import { type DataFinding, examineData } from './examine-data.js';
import { firstRows } from './first-rows.js';
import { type FeatureView, inspectFeature } from './inspect-feature.js';
import { measureMachine } from './measure-machine.js';
import type { NamedBlob } from './open-files.js';
import type {
  RankingToSave,
  RunResult,
  RunTask,
  SavedFileName,
  SeedSelection,
  StudioCalls,
  StudioEvents,
  TableSummary,
} from './protocol.js';
import { createRunRecord, type RunRecord } from './run-record.js';
import type { DataSettings } from './select-command.js';
import { storyCsv } from './stories.js';

/** What differs between a browser and a test. */
export interface SessionTools {
  readonly createEngine: (threads: number) => Promise<Engine>;
  readonly now: () => number;
  readonly events: StudioEvents;
  readonly versions: Readonly<Record<string, string>>;
}

const fileTypes: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.html': 'text/html',
  '.json': 'application/json',
  '.txt': 'text/plain',
};

type Work<T> = (engine: Engine, signal: AbortSignal, data: KeptData) => Promise<T>;

export class StudioSession implements StudioCalls {
  readonly #tools: SessionTools;
  readonly #data = new DataKeeper();
  #work: AbortController | undefined;
  #examination: AbortController | undefined;
  #letGo: (() => void) | undefined;

  constructor(tools: SessionTools) {
    this.#tools = tools;
  }

  methods(): readonly MethodDescription[] {
    return describeMethods();
  }

  async measureMachine(): Promise<number> {
    const engine = await this.#tools.createEngine(1);
    try {
      return await measureMachine(engine, this.#tools.now);
    } finally {
      engine.dispose();
    }
  }

  async open(source: DataSource): Promise<TableSummary> {
    const reading = this.#reading();
    const { table, format, file, seconds } = await this.#data.open(source, reading);
    const columns = await inTurns(summariseColumns(table), reading.signal);
    return {
      fileName: file.name,
      format,
      bytes: file.blob.size,
      rowCount: table.rowCount,
      columns,
      missingCount: columns.missing.reduce((sum, count) => sum + count, 0),
      ...(table.layout && { layout: table.layout }),
      ...(table.matrices && { matrices: table.matrices }),
      firstRows: firstRows(table),
      guessed: await inTurns(guessColumns(table), reading.signal),
      otherTargets: table.otherTargets ?? [],
      seconds,
    };
  }

  story(fileName: string): readonly NamedBlob[] {
    return [{ name: fileName, blob: new Blob([...storyCsv(fileName)]) }];
  }

  async prepare(source: DataSource, settings: DataSettings): Promise<DatasetSummary> {
    const { dataset, opened } = await this.#data.dataset(source, settings, this.#reading());
    return describeDataset(dataset, opened.table.rowCount);
  }

  async examine(source: DataSource, settings: DataSettings): Promise<readonly DataFinding[]> {
    this.#examination?.abort();
    this.#examination = new AbortController();
    const reading = this.#readingFor(this.#examination);
    const data = await this.#data.dataset(source, settings, reading);
    return examineData(data, settings, reading.signal);
  }

  run(task: RunTask): Promise<RunResult> {
    return this.#working(task, async (engine, signal, data) => {
      const record = this.#begin(task, data, engine);
      try {
        const { dataset } = data;
        record.finish(
          await selectFeatures({ dataset, ...task.settings, substitutes: true }, { ...record.context, engine, signal }),
        );
      } catch (error) {
        if (!signal.aborted || !record.hasRanking()) throw error;
      }
      return record.result();
    });
  }

  #begin(task: RunTask, { dataset, opened }: KeptData, engine: Engine): RunRecord {
    const { events, now, versions } = this.#tools;
    const method = findMethod(task.settings.method);
    const parameters = resolveOptions(method, task.settings.methodOptions) as Readonly<Record<string, unknown>>;
    const makeFrame = createFrameMaker(dataset);
    const started = now();
    return createRunRecord(task, { dataset, opened }, versions, {
      now,
      onPrepared: (keptCount) =>
        events.begin(task.id, {
          dataset: describeDataset(dataset, opened.table.rowCount),
          method: method.name,
          threadCount: engine.threadCount,
          schedule: plannedSchedule({ k: task.settings.k, parameters, keptCount }),
        }),
      onStage: (stage) => events.stage(stage),
      onProgress: (share) => events.progress(share),
      onEpoch: (report) => events.epoch(task.id, makeFrame(report, (now() - started) / 1000)),
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

  curve(task: RunTask, { order, split }: Pick<RunResult, 'order' | 'split'>): Promise<readonly PrefixPoint[]> {
    const { settings } = task;
    return this.#working(task, async (engine, signal, data) => {
      if (split.test.length === 0) return [];
      const preparation = { scaling: settings.scaling, scaleOn: selectionDefaults.scaleOn };
      const { dataset, scaling } = await fitRows(data.dataset, split, preparation, signal);
      const ks = spreadKs(settings.k, order.length);
      const columnsOf = (k: number) => columnsBehind(dataset, order.subarray(0, k));
      return measurePrefixes(
        { dataset, split, scaling, seed: settings.seed, ks, columnsOf },
        { engine, signal, onPoint: (point) => this.#tools.events.point(task.id, point) },
      );
    });
  }

  validate(task: RunTask): Promise<void> {
    const { events } = this.#tools;
    return this.#working(task, (engine, signal, { dataset }) =>
      crossValidate(dataset, task.settings, {
        engine,
        signal,
        onFold: (measured) => events.fold(task.id, measured),
        onProgress: (share) => events.progress(share),
      }),
    );
  }

  stability(task: RunTask, seeds: readonly number[]): Promise<readonly SeedSelection[]> {
    const { events, now } = this.#tools;
    return this.#working(task, async (engine, signal, { dataset }) => {
      const found: SeedSelection[] = [];
      for (const [place, seed] of seeds.entries()) {
        const { features } = await selectFeatures(
          { dataset, ...task.settings, seed, evaluation: { judges: [] } },
          { engine, signal, now, onProgress: (share) => events.progress((place + share) / seeds.length) },
        );
        found.push({ seed, order: Int32Array.from(features, (feature) => feature.index) });
        events.seed(task.id, found[found.length - 1]);
      }
      return found;
    });
  }

  rankBy(task: RunTask, method: string): Promise<Int32Array> {
    const { events, now } = this.#tools;
    const settings = { ...task.settings, include: undefined, method, methodOptions: {}, evaluation: { judges: [] } };
    return this.#working(task, async (engine, signal, { dataset }) => {
      const { ranking } = await selectFeatures(
        { dataset, ...settings },
        { engine, signal, now, onProgress: (share) => events.progress(share) },
      );
      return Int32Array.from(ranking, ({ index }) => index);
    });
  }

  async inspect(task: RunTask, split: Split, feature: number): Promise<FeatureView> {
    const { dataset } = await this.#data.dataset(task.source, task.data, this.#readingFor(new AbortController()));
    return inspectFeature(dataset, split.train, feature);
  }

  async file(
    task: RunTask,
    { order, scores, fates, alone, described, split }: RankingToSave,
    name: SavedFileName,
  ): Promise<Blob> {
    const { dataset, opened } = await this.#data.dataset(
      task.source,
      task.data,
      this.#readingFor(new AbortController()),
    );
    const checksum = await checksumOf(opened.file.blob);
    const told = checksum === undefined ? described : { ...described, dataset: { ...described.dataset, checksum } };
    const names = dataset.groups?.names ?? dataset.featureNames;
    const ranking = Array.from(order, (index, at) => ({
      rank: at + 1,
      name: names[index],
      index,
      score: scores[at],
      ...fates.get(index),
    }));
    const result = { features: described.features, ranking, split, ...(alone && { univariate: { all: alone } }) };
    // Files, the report above all, are for the end of a run: the page loads without their code.
    const { selectionFiles } = await import('../selection-files.js');
    const files = selectionFiles(opened.table, dataset, result, told);
    const { content } = files.find((file) => file.name === name)!;
    return new Blob([...content], { type: fileTypes[name.slice(name.lastIndexOf('.'))] });
  }

  /** For work that can be stopped; looking at the data gives way to it. */
  #reading() {
    this.#examination?.abort();
    this.#work = new AbortController();
    return this.#readingFor(this.#work);
  }

  #readingFor({ signal }: AbortController) {
    const { now, events } = this.#tools;
    return {
      signal,
      now,
      onProgress: ({ rows, fraction }: { readonly rows: number; readonly fraction?: number | undefined }) =>
        events.reading(rows, fraction),
    };
  }

  /** One piece of work on the data of a run, which is read again where it is no longer at hand. */
  async #working<T>({ source, data: settings, threads }: RunTask, work: Work<T>): Promise<T> {
    const reading = this.#reading();
    const data = await this.#data.dataset(source, settings, reading);
    const engine = await this.#tools.createEngine(threads);
    try {
      return await work(engine, reading.signal, data);
    } finally {
      engine.dispose();
    }
  }
}

/** The matrix columns behind features or groups of them, ascending. */
function columnsBehind({ groups }: Dataset, indexes: Int32Array): Int32Array {
  if (groups === undefined) return indexes.slice().sort();
  const chosen = new Set(indexes);
  return Int32Array.from(groups.groupOf.keys()).filter((feature) => chosen.has(groups.groupOf[feature]));
}
