import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '../../maths/random.js';
import { numberedClasses } from '../../target/class-target.js';
import { accuracy } from './accuracy.js';
import { balancedAccuracy } from './balanced-accuracy.js';
import { difference } from './difference.js';
import { pairedGain } from './paired-gain.js';
import { wilsonInterval } from './wilson.js';

/** Rows of which both, one, the other and neither are right. */
function predictions(both: number, own: number, other: number, neither: number) {
  const rowCount = both + own + other + neither;
  const labels = Int32Array.from({ length: rowCount }, (_, row) => row % 2);
  const told = (isRight: (row: number) => boolean) =>
    ({ kind: 'classes', labels: labels.map((label, row) => (isRight(row) ? label : 1 - label)) }) as const;
  return {
    rowCount,
    truth: numberedClasses(labels, 2),
    own: told((row) => row < both + own),
    other: told((row) => row < both || (row >= both + own && row < both + own + other)),
  };
}
const drawn = (rowCount: number, groups?: Int32Array) => ({ rowCount, random: createRandom(4), groups });

test("the interval of accuracies of the same rows is Bonett and Price's", async () => {
  // 3 and 12 of 60 rows are told by one alone: (12 + 1 - 3 - 1) / 62 +- 1.96 sqrt((17 / 62 - (9 / 62)^2) / 62), by hand.
  const { rowCount, truth, own, other } = predictions(40, 12, 3, 5);
  const found = (await pairedGain(accuracy, truth, own, [other], drawn(rowCount)))!;
  assert.equal(found.mean.toFixed(6), (9 / 60).toFixed(6));
  const [centre, margin] = [9 / 62, 1.959963984540054 * Math.sqrt((17 / 62 - (9 / 62) ** 2) / 62)];
  assert.deepEqual(
    [found.low.toFixed(9), found.high.toFixed(9)],
    [(centre - margin).toFixed(9), (centre + margin).toFixed(9)],
  );
});

test('rows that both tell say nothing: the paired interval is narrower than that of two samples', async () => {
  const { rowCount, truth, own, other } = predictions(150, 14, 2, 34);
  const paired = (await pairedGain(accuracy, truth, own, [other], drawn(rowCount)))!;
  const share = (right: number) => ({ value: right / rowCount, interval: wilsonInterval(right / rowCount, rowCount) });
  const unpaired = difference(share(164), share(152));
  assert.ok(paired.low > 0 && unpaired.low < 0, `${paired.low} and ${unpaired.low}`);
});

test('two that are always right are not proven equal by few rows', async () => {
  const { rowCount, truth, own, other } = predictions(20, 0, 0, 0);
  const { low, high } = (await pairedGain(accuracy, truth, own, [other], drawn(rowCount)))!;
  assert.ok(low < -0.1 && high > 0.1);
});

test('any other measure, and rows in groups, are drawn again, the same for the same seed', async () => {
  const { rowCount, truth, own, other } = predictions(150, 14, 2, 34);
  const groups = Int32Array.from({ length: rowCount }, (_, row) => Math.floor(row / 20));
  const byRows = (await pairedGain(balancedAccuracy, truth, own, [other], drawn(rowCount)))!;
  const again = await pairedGain(balancedAccuracy, truth, own, [other], drawn(rowCount));
  const byGroups = (await pairedGain(accuracy, truth, own, [other], drawn(rowCount, groups)))!;
  assert.deepEqual(again, byRows);
  assert.ok(byGroups.high - byGroups.low > 1.3 * (byRows.high - byRows.low));
});

test('beside several draws their mean counts', async () => {
  const { rowCount, truth, own, other } = predictions(40, 12, 3, 5);
  const { mean } = (await pairedGain(accuracy, truth, own, [other, own], drawn(rowCount)))!;
  assert.equal(mean.toFixed(6), (9 / 120).toFixed(6));
});
