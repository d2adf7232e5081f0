/** Loads a data set of the catalogue from where it is stored, with the paper's settings and its split. */
import { readFile } from 'node:fs/promises';
import type { CatalogueSet, OtherCopy } from '../../src/catalogue/catalogue.js';
import { type Remaking, remakeTable } from '../../src/catalogue/remake/remake-table.js';
import { UserError } from '../../src/errors.js';
import { readIdx } from '../../src/read/numpy/idx.js';
import { scikitSplit } from '../../src/split/scikit-split.js';
import type { Split, Table } from '../../src/types.js';
import { requireStoredSet, type StoredSet } from './dataset-store.js';
import { hashContent } from './download-file.js';
import { openFileSource } from './file-source.js';
import { hashFile, type LoadedFileTable, type LoadOptions, loadFile } from './load-file.js';

/** What a loaded set brings besides its table. */
export interface LoadedSet {
  readonly set: CatalogueSet;
  readonly target: string;
  /** The set's own split, `{ train, test }` of row numbers, to be checked by `givenSplit`. */
  readonly split?: unknown;
}

export interface LoadSetOptions extends LoadOptions {
  /** How the authors' table is made of the stored copy, where it is not to be left as it is. */
  readonly remaking?: Remaking;
}

export async function loadSet(
  set: CatalogueSet,
  { remaking, ...options }: LoadSetOptions,
  folder?: string,
): Promise<LoadedFileTable & { readonly set: LoadedSet }> {
  const stored = await requireStoredSet(set, folder);
  const target = options.target ?? stored.target;
  const loaded = set.format === 'idx' ? await loadIdx(stored) : await loadOne(stored, { ...options, target });
  const { imageShape } = set;
  const isImage = imageShape !== undefined && loaded.table.numericNames.length === imageShape[0] * imageShape[1];
  const stated: Table = isImage ? { ...loaded.table, imageShape } : loaded.table;
  const table = remaking ? remakeTable(stated, stored.target, remaking) : stated;
  const split = await splitOf(stored, table.rowCount);
  return { table, file: loaded.file, set: { set, target, ...(split !== undefined && { split }) } };
}

/** What the stored file is known as, where the authors' table can be made of it and is then split as they did it. */
export async function otherCopyOf(stored: StoredSet): Promise<OtherCopy | undefined> {
  const { set, paths } = stored;
  if (set.otherCopies === undefined || !(await saysUsualSplit(stored))) return undefined;
  const sha256 = await hashContent(paths[0]);
  return set.otherCopies.find((copy) => copy.sha256 === sha256);
}

async function loadOne(stored: StoredSet, options: LoadOptions): Promise<LoadedFileTable> {
  const loaded = await loadFile(stored.paths[0], { ...(stored.x !== undefined && { x: stored.x }), ...options });
  if (stored.sha256 !== undefined && loaded.file.sha256 !== stored.sha256) {
    throw new UserError(
      'data',
      `${loaded.file.path}: the checksum is wrong (SHA-256 ${loaded.file.sha256}, expected ${stored.sha256}); delete the file and fetch it again`,
    );
  }
  return loaded;
}

/** Training images and labels, then test images and labels, as one table. */
async function loadIdx(stored: StoredSet): Promise<LoadedFileTable> {
  const sources = await Promise.all(stored.paths.map((path) => openFileSource(path)));
  const [images, labels, testImages, testLabels] = sources;
  const table = await readIdx([
    { images, labels },
    { images: testImages, labels: testLabels },
  ]);
  const sha256 = images.sha256() ?? (await hashFile(images.path));
  for (const source of sources) await source.checkUnchanged();
  const bytes = images.size + labels.size + testImages.size + testLabels.size;
  return {
    table,
    file: { path: images.path, format: images.isGzip ? 'idx.gz' : 'idx', bytes, sha256, modified: images.modified },
  };
}

async function splitOf(stored: StoredSet, rowCount: number): Promise<unknown> {
  if (stored.splitPath !== undefined) return JSON.parse(await readFile(stored.splitPath, 'utf8'));
  return usualSplit(stored.set, rowCount);
}

/** The official training rows where they come first; otherwise as the authors did, so that their figures can be had again. */
function usualSplit({ firstTrainRows }: CatalogueSet, rowCount: number): unknown {
  if (firstTrainRows === undefined) return plainSplit(scikitSplit(rowCount));
  if (rowCount <= firstTrainRows) return undefined;
  const rows = Array.from({ length: rowCount }, (_, row) => row);
  return { train: rows.slice(0, firstTrainRows), test: rows.slice(firstTrainRows) };
}

/** Whether the file of a stored split has the rows that the set would be split into without it, in their order. */
export async function saysUsualSplit({ set, splitPath }: StoredSet): Promise<boolean> {
  if (splitPath === undefined) return true;
  const { train, test }: Partial<Record<'train' | 'test', unknown>> =
    JSON.parse(await readFile(splitPath, 'utf8')) ?? {};
  if (!Array.isArray(train) || !Array.isArray(test)) return false;
  return JSON.stringify({ train, test }) === JSON.stringify(usualSplit(set, train.length + test.length));
}

function plainSplit({ train, test }: Split) {
  return { train: [...train], test: [...test] };
}
