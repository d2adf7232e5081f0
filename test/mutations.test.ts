/**
 * Damaged files of every format: a reader gives a correct table or an error with a message, and never crashes, hangs or
 * takes more memory than the limit. `npm run chaos -- mutations` tries thousands.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type Damage, type GoodFile, goodFiles, readDamaged } from './fixtures/damaged-files.js';

const mutations = 150;
/** Of the processor, not of the clock: other work on the machine must not fail the test. */
const longestMilliseconds = 10_000;
const folder = await mkdtemp(join(tmpdir(), 'neurofs-mutations-'));
after(() => rm(folder, { recursive: true }));

for (const file of goodFiles) {
  test(`${file.name}: damaged files give an error or a correct table`, async () => {
    assert.equal(await readDamaged(file, undefined, 0, folder), 'read', 'the good file is refused');
    const files = file.startsThread === true ? Math.ceil(mutations / 10) : mutations;
    let refused = 0;
    for (let seed = 0; seed < files; seed++) refused += Number(await isRefused(file, 'mutate', seed));
    for (let seed = 0; seed < files / 3; seed++) await isRefused(file, 'exaggerate', seed);
    assert.ok(refused > 0, 'no damage was noticed');
  });
}

test('seeds that once took gigabytes or did not end are refused', async () => {
  const seeds = [
    ['Parquet by hyparquet', 'mutate', 3971],
    ['Parquet by hyparquet, Zstandard', 'mutate', 783],
    ['Parquet by hyparquet, Zstandard', 'mutate', 5477],
    ['Parquet by hyparquet, all encodings', 'exaggerate', 1076],
  ] as const;
  for (const [name, damage, seed] of seeds) {
    const before = process.resourceUsage().maxRSS;
    assert.ok(await isRefused(goodFiles.find((file) => file.name === name)!, damage, seed));
    assert.ok(process.resourceUsage().maxRSS - before < 300e3, `${name} takes more than 300 MB`);
  }
});

async function isRefused(file: GoodFile, damage: Damage, seed: number): Promise<boolean> {
  const started = process.cpuUsage();
  try {
    const outcome = await readDamaged(file, damage, seed, folder);
    const { user, system } = process.cpuUsage(started);
    assert.ok((user + system) / 1000 < longestMilliseconds, 'took too long');
    return outcome === 'refused';
  } catch (error) {
    throw new Error(`${file.name}, ${damage} with seed ${seed}: ${(error as Error).stack}`);
  }
}
