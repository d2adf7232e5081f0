/** Reads the file or data set that a command names and makes it ready for learning. */

import { readFile } from 'node:fs/promises';
import { addTestFile } from '../../node/files/add-test-file.js';
import { loadLargeSql, loadLargeTable } from '../../node/files/load-large-table.js';
import { type LoadedTable, loadTable } from '../../node/files/load-table.js';
import { targetOf } from '../../node/files/target-of.js';
import { loadSql } from '../../node/sql/load-sql.js';
import type { PaperSettings } from '../../src/catalogue/catalogue.js';
import {
  type EncodeOptions,
  encodeInTurns,
  encodeOptionNames,
  refuseInMemoryOnly,
} from '../../src/encode/encode-table.js';
import { UserError } from '../../src/errors.js';
import { pickGiven } from '../../src/pick-options.js';
import { selectionDefaults } from '../../src/pipeline.js';
import { refuseInMemoryScaling } from '../../src/prepare/fit-scaling.js';
import { readOptionNames } from '../../src/read/read-table.js';
import type { ReadProgress } from '../../src/read/source/source.js';
import { formatBytes } from '../../src/report/format.js';
import { withPaperSettings } from '../../src/select/paper-settings.js';
import type { AnyMethod } from '../../src/select/registry.js';
import { givenSplit } from '../../src/split/given-rows.js';
import type { AnyMatrix, Dataset, Matrix, ScalingMethod, Split, Table } from '../../src/types.js';
import type { DataOptions, MemoryOptions, ScalingOptions, TestFileOptions } from '../options/data-options.js';
import type { NamedData } from '../options/named-data.js';
import type { Surroundings } from '../surroundings.js';
import type { Progress } from '../terminal/terminal.js';

export interface Loaded<M extends AnyMatrix = Matrix> {
  readonly table: Table<M>;
  readonly dataset: Dataset<M>;
  /** SHA-256 of the file, or of the result of the query. */
  readonly checksum: string;
  readonly seconds: number;
  /** The split that --split names, or that the data set brings. */
  readonly split?: Split;
  /** The dataset of the first file alone, where rows of a second one follow. */
  readonly first?: Dataset<M>;
  /** The paper's settings, where a data set of the catalogue was named. */
  readonly settings?: PaperSettings;
}

/** A dataset that may stand on disk until it is closed. */
export interface LoadedLarge extends Loaded<AnyMatrix> {
  close(): void;
}

type ReadingOptions = DataOptions & TestFileOptions & { readonly testFraction?: number };

export async function readDataset(
  data: NamedData,
  options: ReadingOptions,
  { signal, now }: Surroundings,
  progress: Progress,
): Promise<Loaded> {
  const started = now();
  const loaded = await readTable(data, options, signal, progress);
  const dataset = withImageShape(
    await encodeInTurns(loaded.table, encoding(options, loaded), signal),
    options.imageShape,
  );
  return { ...loaded, dataset, ...(await accompany(options, loaded, dataset)), seconds: (now() - started) / 1000 };
}

/** The file or data set as it is, nothing encoded yet. */
export async function readTable(
  data: NamedData,
  options: DataOptions,
  signal: AbortSignal,
  progress: Progress,
): Promise<LoadedData> {
  progress.stage('Reading');
  const loading = loadingOptions(options, signal, progress);
  return 'sql' in data ? fromQuery(await loadSql(data.sql, loading)) : fromFile(await loadTable(data.path, loading));
}

/** As `readDataset`, but what has no room in --memory is put on disk, unless `onTooLarge` throws. */
export async function readLargeDataset(
  data: NamedData,
  { memory, scratch, ...options }: ReadingOptions & MemoryOptions & Partial<ScalingOptions>,
  surroundings: Surroundings,
  progress: Progress,
  onTooLarge?: () => void,
): Promise<LoadedLarge> {
  if (memory === undefined) return { ...(await readDataset(data, options, surroundings, progress)), close() {} };
  const { signal, now } = surroundings;
  const started = now();
  progress.stage('Reading');
  const loading = {
    ...loadingOptions(options, signal, progress),
    memory,
    ...(scratch !== undefined && { scratch }),
    // Whoever says how much memory there is trusts the file with it.
    maxBytes: memory,
    // Whatever cannot work from disk is refused before the file is copied there.
    onTooLarge() {
      onTooLarge?.();
      refuseInMemoryOnly(options.missing);
      if (options.scaling !== undefined) refuseInMemoryScaling(options.scaling);
    },
  };
  const large = 'sql' in data ? await loadLargeSql(data.sql, loading) : await loadLargeTable(data.path, loading);
  try {
    const loaded = 'sha256' in large ? fromQuery(large) : fromFile(large);
    const dataset = withImageShape(
      await encodeInTurns(loaded.table, encoding(options, loaded), signal),
      options.imageShape,
    );
    const { bytes, folder } = large.onDisk;
    if (bytes > 0) {
      progress.note(
        `The data does not fit in --memory: ${formatBytes(bytes)} are kept in ${folder} until the run ends.`,
      );
    }
    const seconds = (now() - started) / 1000;
    return { ...loaded, dataset, ...(await accompany(options, loaded, dataset)), seconds, close: large.close };
  } catch (error) {
    large.close();
    throw error;
  }
}

/** A table, and what its target may be told by. */
export interface LoadedData<M extends AnyMatrix = Matrix> extends Pick<LoadedTable, 'set'> {
  readonly table: Table<M>;
  readonly checksum: string;
  /** Undefined for a query. */
  readonly format?: string;
}

function loadingOptions(options: DataOptions, signal: AbortSignal, progress: Progress) {
  return {
    ...pickGiven(options, [...readOptionNames, 'with', 'allowPath']),
    signal,
    onProgress: ({ fraction }: ReadProgress) => fraction !== undefined && progress.share(fraction),
  };
}

function fromQuery<M extends AnyMatrix>({ table, sha256 }: { table: Table<M>; sha256: string }): LoadedData<M> {
  return { table, checksum: sha256 };
}

function fromFile<M extends AnyMatrix>(
  loaded: Omit<LoadedTable, 'table'> & { readonly table: Table<M> },
): LoadedData<M> {
  const { table, file, set } = loaded;
  return { table, checksum: file.sha256, format: file.format, ...(set && { set }) };
}

function encoding(options: DataOptions, loaded: LoadedData<AnyMatrix>): EncodeOptions {
  return { ...pickGiven(options, encodeOptionNames), target: targetOf(options.target, loaded) };
}

/** What goes with the dataset: its split, and the paper's settings. */
async function accompany<M extends AnyMatrix>(
  options: ReadingOptions,
  loaded: LoadedData<M>,
  dataset: Dataset<M>,
): Promise<Partial<Pick<Loaded<M>, 'dataset' | 'first' | 'split' | 'settings'>>> {
  const settings = loaded.set && { settings: loaded.set.set.settings };
  if (options.testFile !== undefined) return { ...settings, ...(await withTestFile(options, loaded, dataset)) };
  const split = await readSplit(options, loaded, dataset);
  return { ...settings, ...(split && { split }) };
}

async function withTestFile<M extends AnyMatrix>(options: ReadingOptions, loaded: LoadedData<M>, first: Dataset<M>) {
  if (options.split !== undefined) {
    throw new UserError('usage', 'give --test-file or --split, not both: a second file is a split of its own');
  }
  if (first.matrix.kind === 'stored') {
    throw new UserError('usage', '--test-file needs all of the data in memory; raise --memory');
  }
  const reading = pickGiven(options, [...readOptionNames, 'with']);
  const both = await addTestFile(first as Dataset, options.testFile!, reading, encoding(options, loaded));
  return { dataset: both.dataset as Dataset<M>, split: both.split, first };
}

/** A data set's own split holds unless --split or --test-fraction asks for another. */
async function readSplit(
  { split, testFraction }: ReadingOptions,
  { set, table }: LoadedData<AnyMatrix>,
  { rowNumbers }: Dataset<AnyMatrix>,
): Promise<Split | undefined> {
  const isAsked = testFraction !== undefined && testFraction !== selectionDefaults.testFraction;
  if (split === 'random' || (split === undefined && (isAsked || set?.split === undefined))) return undefined;
  const given = split === undefined ? set?.split : await readJson(split);
  return givenSplit(given, { rowCount: table.rowCount, rowNumbers, sourceName: split ?? 'the split of the data set' });
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new UserError('data', `--split ${path}: ${(error as Error).message}`);
  }
}

/** The options with what was not given taken from the data set, or from the defaults. */
export function settleScaling<Options extends ScalingOptions>(
  options: Options,
  { settings }: Pick<Loaded, 'settings'>,
): Options & { readonly scaling: ScalingMethod } {
  return { ...options, scaling: options.scaling ?? settings?.scaling ?? selectionDefaults.scaling };
}

/** The options of the method that were given, and those that the paper sets for this data set. */
export function settleMethodOptions(
  method: AnyMethod,
  given: Readonly<Record<string, unknown>>,
  { settings }: Pick<Loaded, 'settings'>,
): Readonly<Record<string, unknown>> {
  return withPaperSettings(method, settings, given);
}

function withImageShape<M extends AnyMatrix>(
  dataset: Dataset<M>,
  shape: readonly [number, number] | undefined,
): Dataset<M> {
  if (shape === undefined) return dataset;
  const [height, width] = shape;
  const featureCount = dataset.featureNames.length;
  if (height * width === featureCount) return { ...dataset, imageShape: shape };
  const wanted = `${height}x${width} has ${height * width} pixels`;
  throw new UserError('usage', `--image-shape ${wanted}, but the data has ${featureCount} features`);
}
