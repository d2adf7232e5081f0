import assert from 'node:assert/strict';
import test from 'node:test';
import { sampleInput } from '../../test/fixtures/selection-input.js';
import { createColours } from './colours.js';
import { selectionSummary } from './selection-summary.js';

const plain = createColours(false);

test('the summary says what was selected, how accurate it is, what that means and which are best', () => {
  assert.equal(
    selectionSummary(sampleInput(), plain, 60),
    `3 of 30 features selected from digits.csv in 15 s
Target digit: 2 classes

test accuracy                 SVM
3 selected     95.0 % (93.5–96.2)
all 30         97.0 % (95.8–97.9)
3 random       80.0 % (77.4–82.4)

✓ SVM: 15.0 points better than 3 random features; 2.0 points
  worse than all 30.

Best first: pixel 14, pixel 8, pixel 21
`,
  );
});

test('names from the data cannot steer the terminal', () => {
  const { dataset, features } = sampleInput();
  const evil = '\x1b[2J\u0007';
  const summary = selectionSummary(
    sampleInput({
      dataset: { ...dataset, name: evil },
      features: [{ ...features[0], name: evil }],
      warnings: [evil],
    }),
    plain,
  );
  assert.ok(![...summary].some((character) => character < ' ' && character !== '\n'));
});

test('accuracy that was not measured has no table', () => {
  const summary = selectionSummary(sampleInput({ measured: [] }), plain);
  assert.doesNotMatch(summary, /test accuracy/);
  assert.match(summary, /Nothing was measured on test rows/);
});
