/**
 * The tables and datasets of a sitting. A run names its files and its data settings, and gets the same dataset from here
 * whatever has been opened since: what is no longer at hand is read again. A file that cannot be read changes nothing.
 */
import { type EncodeOptions, encodeInTurns } from '../encode/encode-table.js';
import { UserError } from '../errors.js';
import type { ReadProgress } from '../read/source/source.js';
import type { Dataset } from '../types.js';
import { guessImageShape } from './guess-image-shape.js';
import { type NamedBlob, type OpenedFiles, openFiles, type ReadSettings } from './open-files.js';
import type { DataSettings } from './select-command.js';

/** Files that were opened together; equal ids are equal files, read alike. */
export interface DataSource {
  readonly id: string;
  readonly reading?: ReadSettings;
  readonly files: readonly NamedBlob[];
}

export interface ReadFiles extends OpenedFiles {
  readonly seconds: number;
}

export interface KeptData {
  readonly opened: ReadFiles;
  readonly dataset: Dataset;
}

interface Slot {
  readonly source: DataSource;
  readonly opened: ReadFiles;
  readonly made?: { readonly settings: DataSettings; readonly dataset: Dataset };
}

interface ReadContext {
  readonly signal: AbortSignal;
  readonly now: () => number;
  readonly onProgress: (progress: ReadProgress) => void;
}

export class DataKeeper {
  /** What the form works on, and what an earlier run was last asked about. */
  #current: Slot | undefined;
  #other: Slot | undefined;

  async open(source: DataSource, context: ReadContext): Promise<ReadFiles> {
    const opened = await read(source, undefined, context);
    this.#current = { source, opened };
    this.#other = undefined;
    return opened;
  }

  async dataset(source: DataSource, settings: DataSettings, context: ReadContext): Promise<KeptData> {
    const isCurrent = this.#current?.source.id === source.id;
    const slot = isCurrent ? this.#current : this.#other?.source.id === source.id ? this.#other : undefined;
    if (slot?.made !== undefined && sameSettings(slot.made.settings, settings)) {
      return { opened: slot.opened, dataset: slot.made.dataset };
    }
    const opened = await withTarget(slot?.opened, source, settings.target, context);
    const { imageShape, ...rules } = settings;
    const said = Object.entries(rules).filter(([, value]) => value !== undefined);
    const options = Object.fromEntries(said) as unknown as EncodeOptions;
    const dataset = withShape(await encodeInTurns(opened.table, options, context.signal), imageShape);
    const filled = { source, opened, made: { settings, dataset } };
    if (isCurrent) this.#current = filled;
    else this.#other = filled;
    return { opened, dataset };
  }
}

/** Some targets are no columns of the matrix, and are read when they are asked for. */
async function withTarget(
  opened: ReadFiles | undefined,
  source: DataSource,
  target: string,
  context: ReadContext,
): Promise<ReadFiles> {
  const table = opened?.table;
  const isElsewhere = table && !table.columnOrder.includes(target) && table.otherTargets?.includes(target);
  if (opened !== undefined && !isElsewhere) return opened;
  if (isElsewhere) return read(source, target, context);
  const found = await read(source, undefined, context);
  return withTarget(found, source, target, context);
}

async function read(source: DataSource, target: string | undefined, context: ReadContext): Promise<ReadFiles> {
  const started = context.now();
  const opened = await openFiles(source.files, {
    ...source.reading,
    signal: context.signal,
    onProgress: context.onProgress,
    ...(target !== undefined && { target }),
  });
  return { ...opened, seconds: (context.now() - started) / 1000 };
}

/** The form makes settings anew all the time; what is undefined is not said. */
function sameSettings(a: DataSettings, b: DataSettings): boolean {
  const said = (settings: DataSettings): string =>
    JSON.stringify(Object.entries(settings).sort(([one], [other]) => (one < other ? -1 : 1)));
  return said(a) === said(b);
}

/** The shape given, else the one the file brings, else one that fits the names; `none` where rows are no images. */
function withShape(dataset: Dataset, given: DataSettings['imageShape']): Dataset {
  const { imageShape: own, ...rest } = dataset;
  if (given === 'none') return rest;
  const shape = given ?? own ?? (dataset.groups ? undefined : guessImageShape(dataset.featureNames, dataset.matrix));
  if (shape === undefined) return rest;
  const count = dataset.groups ? 0 : dataset.featureNames.length;
  if (shape[0] * shape[1] === count) return { ...rest, imageShape: shape };
  throw new UserError(
    'usage',
    `an image of ${shape[0]} x ${shape[1]} has ${shape[0] * shape[1]} pixels, but the data has ${count} features`,
  );
}
