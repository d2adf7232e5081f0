/** The authors' tables, made of the copies at hand. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { findSet } from '../../src/catalogue/catalogue.js';
import type { Remaking } from '../../src/catalogue/remake/remake-table.js';
import { copyRow } from '../../src/matrix/copy-row.js';
import { findStoredSet } from './dataset-store.js';
import { loadSet, otherCopyOf } from './load-set.js';

const folder = process.env.NEUROFS_DATA ?? '';

async function copyAtHand(key: string) {
  const stored = await findStoredSet(findSet(key)!, folder);
  return stored && (await otherCopyOf(stored));
}

const [usps, isolet] = [await copyAtHand('usps'), await copyAtHand('isolet')];
const whySkip = (copy: unknown) => (copy === undefined ? 'needs NEUROFS_DATA with the copy that is known' : false);

/** SHA-256 over the features of every row as doubles, little-endian. */
async function hashOfFeatures(key: string, remaking?: Remaking): Promise<string> {
  const { table, set } = await loadSet(findSet(key)!, remaking ? { remaking } : {}, folder);
  const columns = [...table.numericNames.keys()].filter((column) => table.numericNames[column] !== set.target);
  const hash = createHash('sha256');
  const row = new Float64Array(table.numeric.columnCount);
  for (let r = 0; r < table.rowCount; r++) {
    copyRow(table.numeric, r, row);
    hash.update(new Uint8Array(Float64Array.from(columns, (column) => row[column]).buffer));
  }
  return hash.digest('hex');
}

describe("the authors' tables", () => {
  // The hash is of the float32 values of usps_resampled.mat, rounded to six decimals by numpy and put in the order of the scanned digits.
  test('of USPS has the values of the smoothed digits that were published elsewhere, bit for bit', {
    skip: whySkip(usps),
  }, async () => {
    const hash = '360541b0896613045bf4fbc0e53f08cb5d3b8a047096f5ce507fcc3430239798';
    assert.equal(await hashOfFeatures('usps', usps!.remaking), hash);
    assert.notEqual(await hashOfFeatures('usps'), hash);
  });

  // The hash is of the order with which scikit-learn gives the cells of the paper.
  test('of Isolet has the rows in the order of the speakers', { skip: whySkip(isolet) }, async () => {
    const hash = '5ef9276b3c8fcf0cd0ecb6f6132d4d61da9ecf2629d5bd70f0c62388315a2391';
    assert.equal(await hashOfFeatures('isolet', isolet!.remaking), hash);
    assert.notEqual(await hashOfFeatures('isolet'), hash);
  });

  test('is not made where the copy has a split of its own', { skip: whySkip(isolet) }, async () => {
    const { paths, target } = (await findStoredSet(findSet('isolet')!, folder))!;
    const own = await mkdtemp(join(tmpdir(), 'neurofs-split-'));
    try {
      const file = 'isolet/isolet.csv.gz';
      await mkdir(dirname(join(own, file)));
      await cp(paths[0], join(own, file));
      const found = async (listed: object) => {
        await writeFile(join(own, 'manifest.json'), JSON.stringify([{ key: 'isolet', file, y: target, ...listed }]));
        return otherCopyOf((await findStoredSet(findSet('isolet')!, own))!);
      };
      assert.equal((await found({}))?.remaking, 'order-by-speaker');
      await writeFile(join(own, 'split.json'), JSON.stringify({ train: [0, 1], test: [2] }));
      assert.equal(await found({ split: 'split.json' }), undefined);
    } finally {
      await rm(own, { recursive: true });
    }
  });
});
