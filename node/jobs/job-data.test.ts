import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { findSet } from '../../src/catalogue/catalogue.js';
import { scikitSplit } from '../../src/split/scikit-split.js';
import { requireStoredSet } from '../files/dataset-store.js';
import { hashStoredSet } from './job-data.js';

test('a file of the split that a set has anyway does not make it other data, one of another split does', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'neurofs-sets-'));
  try {
    const { train, test: tested } = scikitSplit(10);
    const splits = {
      none: undefined,
      usual: { train: [...train], test: [...tested] },
      reordered: { train: [...train].reverse(), test: [...tested] },
      other: { train: [0, 1, 2, 3, 4, 5, 6, 7], test: [8, 9] },
    };
    const hashes: Record<string, string> = {};
    for (const [name, split] of Object.entries(splits)) {
      const place = join(folder, name);
      await mkdir(place);
      await writeFile(join(place, 'usps.csv'), 'a,class\n1,x\n');
      await writeFile(join(place, 'split.json'), JSON.stringify(split ?? {}));
      const listed = { key: 'usps', file: 'usps.csv', y: 'class', ...(split && { split: 'split.json' }) };
      await writeFile(join(place, 'manifest.json'), JSON.stringify([listed]));
      hashes[name] = await hashStoredSet(await requireStoredSet(findSet('usps')!, place));
    }
    assert.equal(hashes.usual, hashes.none);
    assert.equal(new Set(Object.values(hashes)).size, 3, 'the order of rows counts, because training goes by it');
  } finally {
    await rm(folder, { recursive: true });
  }
});
