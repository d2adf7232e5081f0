import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fullScale } from '../../src/reproduce/scale.js';
import { findReproductionSets } from './reproduction-sets.js';

test("a file of the right name and other content is not called the paper's", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'neurofs-sets-'));
  try {
    await mkdir(join(folder, 'coil20'));
    await writeFile(join(folder, 'coil20', 'COIL20.mat'), 'other rows');
    const { sets, missing } = await findReproductionSets(folder, fullScale, ['coil20', 'arcene']);
    assert.deepEqual(
      sets.map(({ key, isPapers }) => [key, isPapers]),
      [['coil20', false]],
    );
    assert.deepEqual(
      missing.map(({ key }) => key),
      ['arcene'],
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});

const data = process.env.NEUROFS_DATA;
const skip = data === undefined && 'needs NEUROFS_DATA';
test("the published files are called the paper's, and so are tables that are made of other copies", {
  skip,
}, async () => {
  const { sets } = await findReproductionSets(data!, fullScale);
  const known: Readonly<Record<string, string>> = { usps: 'smooth-digits', isolet: 'order-by-speaker' };
  for (const { key, isPapers, remade, data } of sets) {
    assert.equal(isPapers, true, key);
    // Jobs say what is made of the files, so that rows of the copy as it is are other rows.
    assert.equal(data.reading?.remaking, remade && known[key], key);
  }
});
