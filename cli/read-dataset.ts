/** Reads the file or data set that a command names and makes it ready for learning. */
import { readFile } from 'node:fs/promises';
import { type LoadedTable, loadTable } from '../node/load-table.js';
import { encodeTable } from '../src/encode/encode-table.js';
import { UserError } from '../src/errors.js';
import { selectionDefaults } from '../src/pipeline.js';
import type { PaperSettings } from '../src/read/catalogue.js';
import type { AnyMethod } from '../src/select/registry.js';
import { givenSplit } from '../src/split/given-rows.js';
import type { Dataset, ScalingMethod, Split, Table } from '../src/types.js';
import type { DataOptions, ScalingOptions } from './data-options.js';
import type { Surroundings } from './surroundings.js';
import type { Progress } from './terminal.js';

export interface Loaded {
  readonly table: Table;
  readonly dataset: Dataset;
  readonly checksum: string;
  readonly seconds: number;
  /** The split that --split names, or that the data set brings. */
  readonly split?: Split;
  /** The paper's settings, where a data set of the catalogue was named. */
  readonly settings?: PaperSettings;
}

export async function readDataset(
  path: string,
  options: DataOptions & { readonly testFraction?: number },
  { signal, now }: Surroundings,
  progress: Progress,
): Promise<Loaded> {
  const { missing, leaveOut = [], keep = [], target, x, format, groupBy } = options;
  const started = now();
  progress.stage('Reading');
  const grouping = groupBy === undefined ? {} : { groupBy };
  const loaded = await loadTable(path, {
    signal,
    ...(target !== undefined && { target }),
    ...(x !== undefined && { x }),
    ...(format !== undefined && { format }),
    ...grouping,
    onProgress: ({ fraction }) => fraction !== undefined && progress.share(fraction),
  });
  const { table, file, set } = loaded;
  const encoded = encodeTable(table, { target: targetOf(options, loaded), missing, leaveOut, keep, ...grouping });
  const dataset = withImageShape(encoded, options.imageShape);
  const split = await readSplit(options, loaded, dataset);
  const seconds = (now() - started) / 1000;
  return {
    ...{ table, dataset, checksum: file.sha256, seconds },
    ...(split && { split }),
    ...(set && { settings: set.set.settings }),
  };
}

/** Formats that keep the target beside the matrix bring it without being asked. */
const formatsWithTarget = /^(svmlight|npz|mat5|mat73|idx)\b/;

function targetOf({ target }: DataOptions, { set, table, file }: LoadedTable): string {
  const own = formatsWithTarget.test(file.format) ? table.text[0]?.name : undefined;
  const found = target ?? set?.target ?? own;
  if (found !== undefined) return found;
  throw new UserError('usage', 'name the column with the class of every row: --target COLUMN');
}

/** A data set's own split holds unless --split or --test-fraction asks for another. */
async function readSplit(
  { split, testFraction }: DataOptions & { readonly testFraction?: number },
  { set, table }: LoadedTable,
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
