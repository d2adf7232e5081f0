/** The authors' tables, made of the copies at hand. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { describe, test } from 'node:test';
import { findSet } from '../../src/catalogue/catalogue.js';
import { copyRow } from '../../src/matrix/copy-row.js';
import { loadSet } from './load-set.js';

const folder = process.env.NEUROFS_DATA ?? '';
const skip = existsSync(folder) ? false : 'NEUROFS_DATA is not set';

/** SHA-256 over the features of every row as doubles, little-endian. */
async function hashOfFeatures(key: string): Promise<{ readonly hash: string; readonly notes: readonly string[] }> {
  const { table, set } = await loadSet(findSet(key)!, {}, folder);
  const columns = [...table.numericNames.keys()].filter((column) => table.numericNames[column] !== set.target);
  const hash = createHash('sha256');
  const row = new Float64Array(table.numeric.columnCount);
  for (let r = 0; r < table.rowCount; r++) {
    copyRow(table.numeric, r, row);
    hash.update(new Uint8Array(Float64Array.from(columns, (column) => row[column]).buffer));
  }
  return { hash: hash.digest('hex'), notes: table.notes ?? [] };
}

describe('the copies at hand', { skip }, () => {
  // Of the float32 values of usps_resampled.mat, rounded to six decimals, each beside the digit it was smoothed from.
  test('of USPS become the smoothed digits that were published elsewhere, bit for bit', async () => {
    const { hash, notes } = await hashOfFeatures('usps');
    assert.equal(hash, '360541b0896613045bf4fbc0e53f08cb5d3b8a047096f5ce507fcc3430239798');
    assert.match(notes.join(), /smoothed with a Gaussian/);
  });

  // Of the rows put in order by another program, whose test rows give 31 cells of the paper by scikit-learn.
  test('of Isolet become the rows of OpenML', async () => {
    const { hash, notes } = await hashOfFeatures('isolet');
    assert.equal(hash, '5ef9276b3c8fcf0cd0ecb6f6132d4d61da9ecf2629d5bd70f0c62388315a2391');
    assert.match(notes.join(), /in the order of the speakers/);
  });

  test('are left as they are where that is asked for', async () => {
    const { table } = await loadSet(findSet('usps')!, { asStored: true }, folder);
    assert.equal(table.notes?.some((note) => /smoothed/.test(note)) ?? false, false);
  });
});
