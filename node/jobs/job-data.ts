/** Finds the data that a job names, checks that it is the same content, and makes it ready. */

import { readFile } from 'node:fs/promises';
import { findSet } from '../../src/catalogue/catalogue.js';
import { encodeTable } from '../../src/encode/encode-table.js';
import { UserError } from '../../src/errors.js';
import { sampleTrainRows } from '../../src/evaluate/sample-train-rows.js';
import { cutFolds } from '../../src/evaluation-pipeline.js';
import type { DataPlace, DataReading, JobData, RowSample } from '../../src/experiment/job.js';
import { createRandom, shuffle } from '../../src/maths/random.js';
import { type PreparedRows, prepareRows } from '../../src/pipeline.js';
import { chooseSplit } from '../../src/split/choose-split.js';
import { givenSplit } from '../../src/split/given-rows.js';
import type { Dataset, Split, Table } from '../../src/types.js';
import { requireStoredSet, type StoredSet } from '../files/dataset-store.js';
import { hashText } from '../files/hash-text.js';
import { hashFile, labelsBeside, loadFile } from '../files/load-file.js';
import { loadSet } from '../files/load-set.js';

/** SHA-256 over the files of a stored set, its split among them. */
export async function hashStoredSet({ paths, splitPath, target }: StoredSet): Promise<string> {
  const files = splitPath === undefined ? paths : [...paths, splitPath];
  const hashes = await Promise.all(files.map(hashFile));
  return hashText(JSON.stringify([target, splitPath !== undefined, ...hashes]));
}

/** The content that a place has now: of the set, or of the file with its labels, and of the split beside it. */
export async function hashPlace(place: DataPlace): Promise<string> {
  const { splitPath } = place;
  const rest = splitPath === undefined ? [] : [await hashFile(splitPath)];
  if (place.kind === 'set') {
    const own = await hashStoredSet(await requireStoredSet(catalogueSet(place.key), place.folder));
    return rest.length === 0 ? own : hashText(JSON.stringify([own, ...rest]));
  }
  const labels = labelsBeside(place.path);
  const hashes = [...(await Promise.all([place.path, ...(labels ? [labels] : [])].map(hashFile))), ...rest];
  return hashes.length === 1 ? hashes[0] : hashText(JSON.stringify(hashes));
}

export async function loadJobData(data: JobData): Promise<PreparedRows> {
  const { place, name, sha256, reading = {} } = data;
  const found = await hashPlace(place);
  if (found !== sha256) {
    throw new UserError('data', `${name}: the content is not that of the job (SHA-256 ${found}, expected ${sha256})`);
  }
  const { table, target, ownSplit } = await loadPlace(place, reading);
  const { missing, leaveOut, keep, groupBy } = reading;
  const dataset = encodeTable(table, {
    target,
    ...{ ...(missing && { missing }), ...(leaveOut && { leaveOut }), ...(keep && { keep }) },
    ...(groupBy !== undefined && { groupBy }),
  });
  const given = place.splitPath === undefined ? ownSplit : JSON.parse(await readFile(place.splitPath, 'utf8'));
  const split = splitOf(data, dataset, table.rowCount, given);
  const sampled = data.sample === undefined ? split : sampleRows(split, data.sample);
  const prepared = prepareRows(dataset, sampled, data.scaling, data.scaleOn);
  if (data.classifierRows === undefined) return prepared;
  const { count, seed } = data.classifierRows;
  const train = sampleTrainRows(sampled.train, dataset, count, createRandom(seed).fork('classifier rows'));
  return { ...prepared, split: { ...prepared.split, train } };
}

interface LoadedPlace {
  readonly table: Table;
  readonly target: string;
  readonly ownSplit?: unknown;
}

async function loadPlace(
  place: DataPlace,
  { format, x, target, groupBy, ownSplit }: DataReading,
): Promise<LoadedPlace> {
  const shared = { ...(x !== undefined && { x }), ...(groupBy !== undefined && { groupBy }) };
  if (place.kind === 'file') {
    const options = { ...shared, target: place.target, ...(format && { format }) };
    return { table: (await loadFile(place.path, options)).table, target: place.target };
  }
  const set = catalogueSet(place.key);
  const loaded = await loadSet(set, { ...shared, ...(target !== undefined && { target }) }, place.folder);
  const split = ownSplit === 'ignored' ? undefined : loaded.set.split;
  return { table: loaded.table, target: loaded.set.target, ...(split !== undefined && { ownSplit: split }) };
}

function splitOf({ name, split }: JobData, dataset: Dataset, rowCount: number, given: unknown): Split {
  const { fold, seed, testFraction } = split;
  if (fold !== undefined) return cutFolds(dataset, fold.count, seed)[fold.number];
  if (given === undefined) return chooseSplit(dataset, testFraction, createRandom(seed).fork('split'));
  return givenSplit(given, { rowCount, rowNumbers: dataset.rowNumbers, sourceName: `the split of ${name}` });
}

export function catalogueSet(key: string) {
  const set = findSet(key);
  if (set === undefined) throw new UserError('data', `the catalogue has no data set "${key}"`);
  return set;
}

/** Rows drawn from each side, in their order. */
function sampleRows(split: Split, sample: RowSample): Split {
  const draw = (rows: Int32Array, count: number, side: string) =>
    shuffle(rows.slice(), createRandom(sample.seed).fork(`sample ${side}`))
      .slice(0, count)
      .sort();
  return { train: draw(split.train, sample.train, 'train'), test: draw(split.test, sample.test, 'test') };
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
