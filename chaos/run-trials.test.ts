import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createGroups } from './groups.js';
import { openLedger } from './ledger.js';
import { runTrials } from './run-trials.js';
import { resultTable, withTable } from './table.js';
import type { TrialGroup } from './trial.js';

const folder = mkdtempSync(join(tmpdir(), 'neurofs-ledger-'));
after(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'chaos.json');

/** Fails with the seeds given; notes those it was tried with. */
function countingGroup(
  failing: readonly number[],
  seeds: number[],
  onSeed: (seed: number) => unknown = () => {},
): TrialGroup {
  const attempt = async (seed: number) => {
    seeds.push(seed);
    onSeed(seed);
    if (failing.includes(seed)) throw new Error('lost a row');
    return 'held out';
  };
  return { name: 'group', trials: [{ name: 'trial', aim: 6, attempt }] };
}

test('a run goes on with the next seeds, and tries those again that failed', async () => {
  const first: number[] = [];
  const stopping = new AbortController();
  let group = countingGroup([2], first, (seed) => seed === 3 && stopping.abort());
  await runTrials([group], {
    ledger: openLedger(path),
    isShort: false,
    until: Number.POSITIVE_INFINITY,
    signal: stopping.signal,
  });
  assert.deepEqual(first, [0, 1, 2, 3]);
  assert.match(resultTable([group], openLedger(path)), /\| group \| trial \| 4 of 6 \| 3 \| 3 held out \|/);

  const second: number[] = [];
  group = countingGroup([], second);
  const ledger = openLedger(path);
  await runTrials([group], { ledger, isShort: false, until: Number.POSITIVE_INFINITY });
  assert.deepEqual(second, [2, 4, 5]);
  assert.match(resultTable([group], ledger), /\| group \| trial \| 6 \| all \| 6 held out \|/);
});

test('the table takes its place in a document and leaves the rest alone', () => {
  const document = 'a\n<!-- chaos: made by npm run chaos -- --report -->\nold\n<!-- /chaos -->\nb\n';
  const [before, after] = withTable(document, 'new').split('new');
  assert.ok(before.startsWith('a\n<!-- chaos') && after.endsWith('<!-- /chaos -->\nb\n') && !before.includes('old'));
  assert.throws(() => withTable('nothing', 'new'), /no place for the table/);
});

test('closed pipes and files that change while they are read: the short form holds', async () => {
  const all = createGroups();
  const wanted = all.filter(({ name }) => ['pipes', 'changing files'].includes(name));
  for (const group of all) if (!wanted.includes(group)) await group.close?.();
  const faults: string[] = [];
  await runTrials(wanted, {
    ledger: openLedger(undefined),
    isShort: true,
    until: Number.POSITIVE_INFINITY,
    onFault: (group, trial, seed, what) => faults.push(`${group}, ${trial}, seed ${seed}: ${what}`),
  });
  assert.deepEqual(faults, []);
});
