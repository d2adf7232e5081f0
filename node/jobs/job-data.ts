/** Finds the data that a job names, checks that it is the same content, and makes it ready. */

import { readFile } from 'node:fs/promises';
import { findSet } from '../../src/catalogue/catalogue.js';
import { encodeOptionNames, encodeTable } from '../../src/encode/encode-table.js';
import { UserError } from '../../src/errors.js';
import { besidePaths, type DataReading, type FoundPlace, foundPlace, type JobData } from '../../src/experiment/job.js';
import { prepareJobRows } from '../../src/experiment/prepare-job-rows.js';
import { pickGiven } from '../../src/pick-options.js';
import { readOptionNames } from '../../src/read/read-table.js';
import { givenSplit } from '../../src/split/given-rows.js';
import type { PreparedRows, Table } from '../../src/types.js';
import { addTestFile } from '../files/add-test-file.js';
import { requireStoredSet, type StoredSet } from '../files/dataset-store.js';
import { hashText } from '../files/hash-text.js';
import { hashFile, type LoadOptions, labelsBeside, loadFile } from '../files/load-file.js';
import { loadSet, saysUsualSplit } from '../files/load-set.js';

/**
 * SHA-256 over the files of a stored set, its split among them. A file that says how the set is split anyway does not
 * count, so that results go on with the files as they are published.
 */
export async function hashStoredSet(stored: StoredSet): Promise<string> {
  const { paths, splitPath, target } = stored;
  const hasOwnSplit = splitPath !== undefined && !(await saysUsualSplit(stored));
  const files = hasOwnSplit ? [...paths, splitPath] : paths;
  const hashes = await Promise.all(files.map(hashFile));
  return hashText(JSON.stringify([target, hasOwnSplit, ...hashes]));
}

/** The content that a place has now: of the set, or of the file with its labels, and of the split beside it. */
export async function hashPlace(place: FoundPlace): Promise<string> {
  const rest = await Promise.all(besidePaths(place).map(hashFile));
  if (place.kind === 'set') {
    const own = await hashStoredSet(await requireStoredSet(catalogueSet(place.key), place.folder));
    return rest.length === 0 ? own : hashText(JSON.stringify([own, ...rest]));
  }
  const labels = labelsBeside(place.path);
  const hashes = [...(await Promise.all([place.path, ...(labels ? [labels] : [])].map(hashFile))), ...rest];
  return hashes.length === 1 ? hashes[0] : hashText(JSON.stringify(hashes));
}

export async function loadJobData(data: JobData): Promise<PreparedRows> {
  const { name, sha256, reading = {} } = data;
  const place = foundPlace(data);
  const found = await hashPlace(place);
  if (found !== sha256) {
    throw new UserError('data', `${name}: the content is not that of the job (SHA-256 ${found}, expected ${sha256})`);
  }
  const { table, target, ownSplit } = await loadPlace(place, reading);
  const encoding = { ...pickGiven(reading, encodeOptionNames), target };
  const dataset = encodeTable(table, encoding);
  if (place.testPath !== undefined) {
    const both = await addTestFile(
      dataset,
      place.testPath,
      { ...pickGiven(reading, readOptionNames), ...besideOf(place) },
      encoding,
    );
    return prepareJobRows(both.dataset, data, both.split);
  }
  const given = place.splitPath === undefined ? ownSplit : JSON.parse(await readFile(place.splitPath, 'utf8'));
  const { rowNumbers } = dataset;
  const named = { rowCount: table.rowCount, rowNumbers, sourceName: `the split of ${name}` };
  return prepareJobRows(dataset, data, given === undefined ? undefined : givenSplit(given, named));
}

function besideOf({ withPath, namesPath }: FoundPlace): Pick<LoadOptions, 'with' | 'names'> {
  return {
    ...(withPath !== undefined && { with: withPath }),
    ...(namesPath !== undefined && { names: namesPath }),
  };
}

interface LoadedPlace {
  readonly table: Table;
  readonly target: string;
  readonly ownSplit?: unknown;
}

async function loadPlace(place: FoundPlace, { ownSplit, remaking, ...reading }: DataReading): Promise<LoadedPlace> {
  const options = { ...pickGiven(reading, readOptionNames), ...besideOf(place) };
  if (place.kind === 'file') {
    return { table: (await loadFile(place.path, { ...options, target: place.target })).table, target: place.target };
  }
  const { format: _, ...ofSet } = options;
  const loaded = await loadSet(catalogueSet(place.key), { ...ofSet, ...(remaking && { remaking }) }, place.folder);
  const split = ownSplit === 'ignored' ? undefined : loaded.set.split;
  return { table: loaded.table, target: loaded.set.target, ...(split !== undefined && { ownSplit: split }) };
}

export function catalogueSet(key: string) {
  const set = findSet(key);
  if (set === undefined) throw new UserError('data', `the catalogue has no data set "${key}"`);
  return set;
}

export interface JobDataCache {
  load(data: JobData): Promise<PreparedRows>;
}

/** Keeps the data of the last few jobs: those of an experiment come in turns. */
export function createDataCache(capacity = 2): JobDataCache {
  const kept = new Map<string, Promise<PreparedRows>>();
  return {
    load(data) {
      const key = JSON.stringify(data);
      const found = kept.get(key) ?? loadJobData(data);
      kept.delete(key);
      kept.set(key, found);
      // What failed is tried again.
      found.catch(() => kept.delete(key));
      for (const oldest of kept.keys()) {
        if (kept.size <= capacity) break;
        kept.delete(oldest);
      }
      return found;
    },
  };
}
