/** The data sets of the paper that are here, as jobs name them, and those that are not. */

import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { CatalogueSet } from '../../src/catalogue/catalogue.js';
import type { ReproductionSet } from '../../src/reproduce/plan.js';
import { quickSample, type Scale } from '../../src/reproduce/scale.js';
import { scikitSplit } from '../../src/split/scikit-split.js';
import { listSets, type StoredSet } from '../files/dataset-store.js';
import { hashContent } from '../files/download-file.js';
import { otherCopyOf, saysUsualSplit } from '../files/load-set.js';
import { hashStoredSet } from '../jobs/job-data.js';

export interface FoundSets {
  readonly sets: readonly ReproductionSet[];
  readonly missing: readonly CatalogueSet[];
}

/** A split for the sets that bring none: the paper's share, and a seed that is the same everywhere. */
const usualSplit = { testFraction: 0.2, seed: 42 } as const;

export async function findReproductionSets(
  folder: string,
  scale: Scale,
  wanted: readonly string[] | undefined = scale.sets,
): Promise<FoundSets> {
  const listed = (await listSets(folder)).filter(({ set }) => wanted === undefined || wanted.includes(set.key));
  const sets: ReproductionSet[] = [];
  const missing: CatalogueSet[] = [];
  for (const { set, stored } of listed) {
    if (stored === undefined) missing.push(set);
    else sets.push(await describeSet(stored, scale));
  }
  return { sets, missing };
}

async function describeSet(stored: StoredSet, { isQuick }: Scale): Promise<ReproductionSet> {
  const { key, paperName, about, features, classes, settings, imageShape } = stored.set;
  const { train: trainRows, test: testRows } = await rowCounts(stored);
  const sample = isQuick && trainRows > quickSample.train ? quickSample : undefined;
  const copy = await otherCopyOf(stored);
  return {
    key,
    paperName,
    settings,
    featureCount: features,
    classCount: classes,
    trainRowCount: sample?.train ?? trainRows,
    wholeTrainRowCount: trainRows,
    testRowCount: sample?.test ?? testRows,
    about,
    isPapers: copy !== undefined || (await isPublished(stored)),
    ...(copy && { remade: copy.note }),
    ...(imageShape && { imageShape }),
    data: {
      name: sample ? `${paperName} (${(sample.train + sample.test).toLocaleString('en')} rows)` : paperName,
      sha256: await hashStoredSet(stored),
      place: { kind: 'set', key },
      ...(copy && { reading: { remaking: copy.remaking } }),
      ...(sample && { sample }),
      split: usualSplit,
      // On all rows, as the paper did: its figures are to be compared with.
      scaling: settings.scaling,
      scaleOn: 'all',
    },
  };
}

async function rowCounts({ set, splitPath }: StoredSet): Promise<{ readonly train: number; readonly test: number }> {
  if (splitPath !== undefined) {
    const split = JSON.parse(await readFile(splitPath, 'utf8')) as Partial<Record<'train' | 'test', readonly number[]>>;
    if (Array.isArray(split.train) && Array.isArray(split.test)) {
      return { train: split.train.length, test: split.test.length };
    }
  }
  const train = set.firstTrainRows ?? scikitSplit(set.rows).train.length;
  return { train, test: set.rows - train };
}

/**
 * Whether the files are those that are published, and split as the authors did it. They are told by the checksum of their
 * content where the catalogue has one, and by their names where it has none.
 */
async function isPublished(stored: StoredSet): Promise<boolean> {
  const plain = (name: string) => name.replace(/\.gz$/, '');
  for (const path of stored.paths) {
    const name = basename(path);
    const published = stored.set.files.find((file) => plain(file.name) === plain(name));
    if (published === undefined) return false;
    if (published.sha256 !== undefined && (await hashContent(path)) !== published.sha256) return false;
  }
  return saysUsualSplit(stored);
}
