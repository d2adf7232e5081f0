import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DataKeeper } from './data-keeper.js';
import { examineData } from './examine-data.js';
import { mended, mendsOf } from './mends.js';
import type { DataSettings } from './select-command.js';

const settings: DataSettings = { target: 'kind', missing: 'mean', leaveOut: [], keep: [] };

/** Sixty rows with one matter of every sort. */
function troubled(): string {
  const lines = Array.from({ length: 60 }, (_, row) => {
    const kind = row < 3 ? 'rare' : row % 2 ? 'a' : 'b';
    const noise = (row * 37) % 61;
    const told = { rare: 7, a: 1, b: 2 }[kind];
    return [`case ${row} of ours`, noise, noise, 1, row % 3 ? '' : row, told, (row * 11) % 23, kind].join(',');
  });
  return ['note,noise,copy,flat,empty,score,other,kind', ...lines, ''].join('\n');
}

async function findingsOf(text: string, change: Partial<DataSettings> = {}) {
  const source = { id: '1', files: [{ name: 'a.csv', blob: new Blob([text]) }] };
  const { signal } = new AbortController();
  const wanted = { ...settings, ...change };
  const context = { signal, now: () => 0, onProgress: () => {} };
  return examineData(await new DataKeeper().dataset(source, wanted, context), wanted, signal);
}

test('every matter of the data is named, with what mends it', async () => {
  const findings = await findingsOf(troubled());
  const of = (kind: string) => findings.find((each) => each.kind === kind);
  assert.match(of('leak')!.text, /"score" tells the target of 100\.0 % of the training rows alone/);
  assert.deepEqual(of('leak')!.mends, [{ label: 'Leave out “score”', change: { leaveOut: ['score'] } }]);
  assert.match(
    of('missing')!.text,
    /40\scells in 1\scolumn are missing, most of them in “empty” \(67\s% of its rows\)/,
  );
  assert.match(of('missing')!.text, /The page fills in the mean of the training rows/);
  assert.equal(of('missing')!.level, 'warning');
  assert.deepEqual(
    of('missing')!.mends.map(({ change }) => change),
    [{ leaveOut: ['empty'] }, { missing: 'median' }, { missing: 'indicator' }, { missing: 'drop-rows' }],
  );
  assert.match(of('classes')!.text, /“rare” has 3\srows of 60/);
  assert.match(of('constant')!.text, /“flat”/);
  assert.match(of('repeats')!.text, /“copy” repeats “noise”/);
});

test('what is mended is no longer found, and clean data has nothing to say', async () => {
  const change = { leaveOut: ['score', 'empty', 'flat', 'copy', 'note'] };
  const kinds = (await findingsOf(troubled(), change)).map(({ kind }) => kind);
  assert.deepEqual(kinds, ['classes']);
});

test('advice becomes a change of the settings, on top of what is set', () => {
  const advice = [
    { option: 'missing', values: ['median'] },
    { option: 'rare', values: ['drop', 'pool'] },
    { option: 'memory', verb: 'raise' },
    'fill them in',
  ];
  const mends = mendsOf({ advice });
  assert.deepEqual(
    mends.map(({ label }) => label),
    ['Missing cells: fill in the median', 'Drop the rare classes', 'Pool the rare classes into one'],
  );
  const before = { ...settings, leaveOut: ['a'], keep: ['b'] };
  assert.deepEqual(mended(before, { leaveOut: ['b'] }), { ...before, leaveOut: ['a', 'b'], keep: [] });
  assert.deepEqual(mended(before, { keep: ['a'] }), { ...before, leaveOut: [], keep: ['b', 'a'] });
  assert.equal(mended(before, mends[2].change).rare, 'pool');
});
