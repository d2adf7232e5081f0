/** Finds the data that a job names, checks that it is the same content, and makes it ready. */

import { encodeTable } from '../../src/encode/encode-table.js';
import { UserError } from '../../src/errors.js';
import type { DataPlace, JobData, RowSample } from '../../src/experiment/job.js';
import { type PreparedRows, prepareRows } from '../../src/pipeline.js';
import { createRandom, shuffle } from '../../src/random.js';
import { findSet } from '../../src/read/catalogue.js';
import { chooseSplit } from '../../src/split/choose-split.js';
import { givenSplit } from '../../src/split/given-rows.js';
import type { Split } from '../../src/types.js';
import { requireStoredSet, type StoredSet } from '../dataset-store.js';
import { hashText } from '../hash-text.js';
import { hashFile } from '../load-file.js';
import { loadTable } from '../load-table.js';

/** SHA-256 over the files of a stored set, its split among them. */
export async function hashStoredSet({ paths, splitPath, target }: StoredSet): Promise<string> {
  const files = splitPath === undefined ? paths : [...paths, splitPath];
  const hashes = await Promise.all(files.map(hashFile));
  return hashText(JSON.stringify([target, splitPath !== undefined, ...hashes]));
}

async function hashPlace(place: DataPlace): Promise<string> {
  if (place.kind === 'file') return hashFile(place.path);
  return hashStoredSet(await requireStoredSet(catalogueSet(place.key)));
}

export async function loadJobData(data: JobData): Promise<PreparedRows> {
  const { place, name, sha256 } = data;
  const found = await hashPlace(place);
  if (found !== sha256) {
    throw new UserError('data', `${name}: the content is not that of the job (SHA-256 ${found}, expected ${sha256})`);
  }
  const { table, set } = await loadTable(
    place.kind === 'file' ? place.path : place.key,
    place.kind === 'file' ? { target: place.target } : {},
  );
  const dataset = encodeTable(table, { target: place.kind === 'file' ? place.target : set!.target });
  const own = set?.split;
  const split =
    own === undefined
      ? chooseSplit(dataset, data.split.testFraction, createRandom(data.split.seed).fork('split'))
      : givenSplit(own, {
          rowCount: table.rowCount,
          rowNumbers: dataset.rowNumbers,
          sourceName: `the split of ${name}`,
        });
  const sampled = data.sample === undefined ? split : sampleRows(split, data.sample);
  return prepareRows(dataset, sampled, data.scaling, data.scaleOn);
}

function catalogueSet(key: string) {
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
