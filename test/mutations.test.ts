/**
 * Damaged files of every format: a reader gives a correct table or an error with a message, and never crashes, hangs or
 * takes more memory than the limit. `npm run chaos -- mutations` tries thousands.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { goodFiles, readDamaged } from './fixtures/damaged-files.js';

const mutations = 150;
/** Of the processor, not of the clock: other work on the machine must not fail the test. */
const longestMilliseconds = 5000;
const folder = await mkdtemp(join(tmpdir(), 'neurofs-mutations-'));
after(() => rm(folder, { recursive: true }));

for (const file of goodFiles) {
  test(`${file.name}: damaged files give an error or a correct table`, async () => {
    const counts = { read: 0, refused: 0 };
    const files = file.startsThread === true ? Math.ceil(mutations / 10) : mutations;
    for (let seed = 0; seed < files; seed++) {
      const started = process.cpuUsage();
      try {
        counts[await readDamaged(file, 'mutate', seed, folder)]++;
        if (seed % 3 === 0) counts[await readDamaged(file, 'exaggerate', seed, folder)]++;
      } catch (error) {
        throw new Error(`${file.name}, seed ${seed}: ${(error as Error).stack}`);
      }
      const { user, system } = process.cpuUsage(started);
      assert.ok((user + system) / 1000 < longestMilliseconds, `seed ${seed} took too long`);
    }
    assert.ok(counts.refused > 0, 'no damage was noticed');
  });
}
