import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyWarnings } from './selection-warnings.js';

test('what needs features and was asked for is not dropped without a word where none were selected', () => {
  assert.deepEqual(emptyWarnings(0, { stability: 10, repeats: 4 }), [
    'No feature was selected, so stability was not measured.',
    'No feature was selected, so there is no verdict by repeated cross-validation.',
  ]);
  assert.deepEqual([emptyWarnings(0, {}), emptyWarnings(3, { stability: 10 })], [[], []]);
});
