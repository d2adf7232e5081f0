/** Reads the file or data set that a command names and makes it ready for learning. */
import { readFile } from 'node:fs/promises';
import { loadSql } from '../node/load-sql.js';
import { type LoadedTable, loadTable } from '../node/load-table.js';
import { encodeTable } from '../src/encode/encode-table.js';
import { UserError } from '../src/errors.js';
import { selectionDefaults } from '../src/pipeline.js';
import type { PaperSettings } from '../src/read/catalogue.js';
import type { ReadProgress } from '../src/read/source.js';
import type { AnyMethod } from '../src/select/registry.js';
import { givenSplit } from '../src/split/given-rows.js';
import type { Dataset, ScalingMethod, Split, Table } from '../src/types.js';
import type { DataOptions, ScalingOptions } from './data-options.js';
import type { NamedData } from './named-data.js';
import type { Surroundings } from './surroundings.js';
import type { Progress } from './terminal.js';

export interface Loaded {
  readonly table: Table;
  readonly dataset: Dataset;
  /** SHA-256 of the file, or of the result of the query. */
  readonly checksum: string;
  readonly seconds: number;
  /** The split that --split names, or that the data set brings. */
  readonly split?: Split;
  /** The paper's settings, where a data set of the catalogue was named. */
  readonly settings?: PaperSettings;
}

export async function readDataset(
  data: NamedData,
  options: DataOptions & { readonly testFraction?: number },
  { signal, now }: Surroundings,
  progress: Progress,
): Promise<Loaded> {
  const { missing, leaveOut = [], keep = [], groupBy } = options;
  const started = now();
  progress.stage('Reading');
  const grouping = groupBy === undefined ? {} : { groupBy };
  const loaded = await load(data, options, signal, progress);
  const { table, checksum, set } = loaded;
  const encoded = encodeTable(table, { target: targetOf(options, loaded), missing, leaveOut, keep, ...grouping });
  const dataset = withImageShape(encoded, options.imageShape);
  const split = await readSplit(options, loaded, dataset);
  const seconds = (now() - started) / 1000;
  return {
    ...{ table, dataset, checksum, seconds },
    ...(split && { split }),
    ...(set && { settings: set.set.settings }),
  };
}

/** A table, and what its target may be told by. */
interface LoadedData extends Pick<LoadedTable, 'table' | 'set'> {
  readonly checksum: string;
  /** Undefined for a query. */
  readonly format?: string;
}

async function load(
  data: NamedData,
  { target, x, format, groupBy }: DataOptions,
  signal: AbortSignal,
  progress: Progress,
): Promise<LoadedData> {
  const shared = {
    signal,
    ...(target !== undefined && { target }),
    ...(groupBy !== undefined && { groupBy }),
    onProgress: ({ fraction }: ReadProgress) => fraction !== undefined && progress.share(fraction),
  };
  if ('sql' in data) {
    const { table, sha256 } = await loadSql(data.sql, shared);
    return { table, checksum: sha256 };
  }
  const named = { ...(x !== undefined && { x }), ...(format !== undefined && { format }) };
  const { table, file, set } = await loadTable(data.path, { ...shared, ...named });
  return { table, checksum: file.sha256, format: file.format, ...(set && { set }) };
}

/** Formats that keep the target beside the matrix bring it without being asked. */
const formatsWithTarget = /^(svmlight|npz|mat5|mat73|idx)\b/;

function targetOf({ target }: DataOptions, { set, table, format = '' }: LoadedData): string {
  const own = formatsWithTarget.test(format) ? table.text[0]?.name : undefined;
  const found = target ?? set?.target ?? own;
  if (found !== undefined) return found;
  throw new UserError('usage', 'name the column with the class of every row: --target COLUMN');
}

/** A data set's own split holds unless --split or --test-fraction asks for another. */
async function readSplit(
  { split, testFraction }: DataOptions & { readonly testFraction?: number },
  { set, table }: LoadedData,
  { rowNumbers }: Dataset,
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
  { settings }: Loaded,
): Options & { readonly scaling: ScalingMethod } {
  return { ...options, scaling: options.scaling ?? settings?.scaling ?? selectionDefaults.scaling };
}

/** The options of the method that were given, and those that the paper sets for this data set. */
export function settleMethodOptions(
  method: AnyMethod,
  given: Readonly<Record<string, unknown>>,
  { settings }: Loaded,
): Readonly<Record<string, unknown>> {
  const { scaling: _, ...asked } = settings ?? { scaling: undefined };
  const known = Object.entries(asked).filter(([name]) => Object.hasOwn(method.options, name));
  return { ...Object.fromEntries(known), ...given };
}

function withImageShape(dataset: Dataset, shape: readonly [number, number] | undefined): Dataset {
  if (shape === undefined) return dataset;
  const [height, width] = shape;
  const featureCount = dataset.featureNames.length;
  if (height * width === featureCount) return { ...dataset, imageShape: shape };
  const wanted = `${height}x${width} has ${height * width} pixels`;
  throw new UserError('usage', `--image-shape ${wanted}, but the data has ${featureCount} features`);
}
