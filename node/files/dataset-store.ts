/**
 * The folder that holds data sets of the catalogue: `NEUROFS_DATA`, or neurofs in the user's cache directory.
 * A set is `<folder>/<key>/<file>`. A manifest.json in the folder, where there is one, says where its sets are instead,
 * with their variables, splits and checksums.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { type CatalogueSet, catalogue, findSet, idxNames } from '../../src/catalogue/catalogue.js';
import { UserError } from '../../src/errors.js';
import { didYouMeanHint } from '../../src/suggest.js';
import { type DownloadProgress, downloadFile } from './download-file.js';
import { insideFolder } from './inside-folder.js';

/** A set that is here. */
export interface StoredSet {
  readonly set: CatalogueSet;
  /** One file, or the four files of a set laid out as MNIST is. */
  readonly paths: readonly string[];
  readonly x?: string;
  readonly target: string;
  /** SHA-256 of the stored file, where the folder's manifest names it. */
  readonly sha256?: string;
  /** A file `{ train, test }` of row numbers. */
  readonly splitPath?: string;
}

export interface ListedSet {
  readonly set: CatalogueSet;
  /** Undefined where the set is not here. */
  readonly stored: StoredSet | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

export function dataFolder(env: Environment = process.env, platform: string = process.platform): string {
  if (env.NEUROFS_DATA) return env.NEUROFS_DATA;
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'neurofs');
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'neurofs', 'Cache');
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'neurofs');
}

export async function listSets(folder = dataFolder()): Promise<ListedSet[]> {
  const manifest = await readManifest(folder);
  return catalogue.map((set) => ({ set, stored: findStored(set, folder, manifest) }));
}

/** The set of that name, if the catalogue has it and it is here. */
export async function findStoredSet(set: CatalogueSet, folder = dataFolder()): Promise<StoredSet | undefined> {
  return findStored(set, folder, await readManifest(folder));
}

/** The set, or an error that says how to get it. */
export async function requireStoredSet(set: CatalogueSet, folder = dataFolder()): Promise<StoredSet> {
  const stored = await findStoredSet(set, folder);
  if (stored) return stored;
  throw new UserError('data', `the data set ${set.key} is not in ${folder}; run: neurofs datasets get ${set.key}`);
}

export interface GetOptions {
  readonly folder?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: DownloadProgress & { readonly file: string }) => void;
}

/** Fetches the files of a set that are not here yet. */
export async function getSet(name: string | CatalogueSet, options: GetOptions = {}): Promise<StoredSet> {
  const set = typeof name === 'string' ? findSet(name) : name;
  if (set === undefined) throw unknownSet(name as string);
  const folder = options.folder ?? dataFolder();
  const stored = await findStoredSet(set, folder);
  if (stored) return stored;
  for (const file of set.files) {
    const path = join(folder, set.key, file.name);
    if (existsSync(path)) continue;
    const onProgress =
      options.onProgress && ((progress: DownloadProgress) => options.onProgress?.({ ...progress, file: file.name }));
    await downloadFile({ url: file.url, path, sha256: file.sha256, signal: options.signal, onProgress });
  }
  return requireStoredSet(set, folder);
}

function unknownSet(name: string): UserError {
  const keys = catalogue.map((set) => set.key);
  const hint = didYouMeanHint(name, keys) || `; the catalogue has ${keys.join(', ')}`;
  return new UserError('usage', `there is no data set "${name}"${hint}`);
}

/** What is used of a line of the manifest. */
interface ManifestSet {
  readonly key: string;
  readonly file?: string;
  readonly x?: string;
  readonly y?: string;
  readonly split?: string;
  readonly sha256?: unknown;
}

async function readManifest(folder: string): Promise<readonly ManifestSet[]> {
  const path = join(folder, 'manifest.json');
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return [];
  try {
    const sets: unknown = JSON.parse(text);
    if (!Array.isArray(sets)) throw new Error('it is no list');
    return sets;
  } catch (error) {
    throw new UserError('data', `${path}: cannot be read as a list of data sets (${(error as Error).message})`);
  }
}

function findStored(set: CatalogueSet, folder: string, manifest: readonly ManifestSet[]): StoredSet | undefined {
  const listed = manifest.find((one) => one.key === set.key && typeof one.file === 'string');
  const found = listed ? fromManifest(set, folder, listed) : fromFolder(set, join(folder, set.key));
  return found ?? fromPackage(set);
}

function fromManifest(set: CatalogueSet, folder: string, listed: ManifestSet): StoredSet | undefined {
  // It may have come with a job of the queue.
  const inside = (name: string) => insideFolder(folder, name, join(folder, 'manifest.json'));
  const path = inside(listed.file!);
  if (path.endsWith('/') || path.endsWith('\\')) return fromFolder(set, path);
  if (!existsSync(path)) return undefined;
  const split = listed.split?.endsWith('.json') ? inside(listed.split) : undefined;
  return {
    set,
    paths: [path],
    target: listed.y ?? set.target,
    ...(listed.x !== undefined && { x: listed.x }),
    ...(typeof listed.sha256 === 'string' && { sha256: listed.sha256 }),
    ...(split !== undefined && existsSync(split) && { splitPath: split }),
  };
}

/** The files under their own names, packed or not. */
function fromFolder(set: CatalogueSet, folder: string): StoredSet | undefined {
  const names = set.format === 'idx' ? idxNames : set.files.map((file) => file.name);
  const paths = names.map((name) => [name, `${name}.gz`].map((file) => join(folder, file)).find(existsSync));
  if (paths.includes(undefined)) return undefined;
  return { set, paths: paths as string[], target: set.target, ...(set.x !== undefined && { x: set.x }) };
}

function fromPackage(set: CatalogueSet): StoredSet | undefined {
  if (set.npmPackage === undefined) return undefined;
  try {
    const description = createRequire(import.meta.url).resolve(`${set.npmPackage}/package.json`);
    return fromFolder(set, join(dirname(description), 'data'));
  } catch {
    return undefined;
  }
}
