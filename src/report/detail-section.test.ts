import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleInput } from '../../test/fixtures/selection-input.js';
import { detailOf } from '../evaluate/detail.js';
import type { Predictions } from '../evaluate/predictions.js';
import { numberedClasses } from '../target/class-target.js';
import type { Target } from '../types.js';
import { survivalCurve } from './kaplan-meier.js';
import { renderSelectionReport } from './selection-report.js';

test('the survival curve is that worked out by hand', () => {
  // Five rows: events at 1 and 3 (two at once), watches that end at 2 and 5. 4/5, then 4/5 * (1 - 2/3).
  const points = survivalCurve([3, 1, 2, 3, 5], [true, true, false, true, false]);
  assert.deepEqual(
    points.map(({ time, share }) => [time, Number(share.toFixed(12))]),
    [
      [0, 1],
      [1, 0.8],
      [3, 0.266666666667],
      [5, 0.266666666667],
    ],
  );
});

function pageOf(truth: Target, predictions: Predictions): string {
  const [selected, ...others] = sampleInput().measured!;
  const measured = [{ ...selected, detail: detailOf(truth, predictions) }, ...others];
  return renderSelectionReport(sampleInput({ measured })).replaceAll('\u00a0', ' ');
}

test('classes are shown as a confusion matrix with the recall of each', () => {
  const truth = { ...numberedClasses(Int32Array.of(0, 0, 0, 1), 2), classNames: ['well', 'ill'] };
  const page = pageOf(truth, { kind: 'classes', labels: Int32Array.of(0, 0, 1, 1) });
  assert.match(page, /Which classes are told apart/);
  assert.match(page, />well, 66\.7 %</);
  assert.match(page, />ill, 100\.0 %</);
});

test('numbers are shown against the true ones, and their errors', () => {
  const truth = { kind: 'values', values: Float64Array.of(1, 2, 3), outputCount: 1 } as const;
  const page = pageOf(truth, { kind: 'values', values: Float64Array.of(1.1, 1.9, 3.2) });
  // The points of both pictures, and the mark of the legend.
  assert.equal(page.match(/class="series-1 scattered"/g)?.length, 3);
  assert.match(page, /true less predicted value/);
});

test('risks are shown as survival curves of the two halves', () => {
  const times = Float64Array.of(5, 4, 1, 2);
  const truth = { kind: 'survival', times, events: Uint8Array.of(1, 0, 1, 1) } as const;
  const page = pageOf(truth, { kind: 'survival', risks: Float64Array.of(0.1, 0.2, 0.9, 0.8) });
  assert.match(page, /lower risk \(2 rows\)/);
  assert.match(page, /higher risk \(2 rows\)/);
});
