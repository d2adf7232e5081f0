import assert from 'node:assert/strict';
import { test } from 'node:test';
import { featureFrequencies } from './feature-frequency.js';
import type { ResultRow } from './result-row.js';

const row = (method: string, seed: number, features: number[], more: Partial<ResultRow> = {}): ResultRow => ({
  key: `${method} ${seed}`,
  method,
  seed,
  k: features.length,
  measures: [],
  features,
  selectSeconds: 0,
  evaluateSeconds: 0,
  ...more,
});

test('every method counts once, however many runs it has, and random and failed runs not at all', () => {
  const error = { code: 'bug', message: 'broken' } as const;
  const [found, ...others] = featureFrequencies([
    row('all-features', 0, [], { k: 9 }),
    row('random', 0, [7, 8]),
    row('fisher', 0, [1, 2]),
    row('neurofs', 0, [1, 3]),
    row('neurofs', 1, [1, 2]),
    row('neurofs', 2, [4, 3]),
    row('neurofs', 3, [1, 3]),
    row('rfe', 0, [], { k: 2, error }),
  ]);
  assert.equal(others.length, 0);
  assert.deepEqual(found.methods, ['fisher', 'neurofs']);
  assert.deepEqual(
    found.features.map(({ feature, frequency }) => [feature, frequency]),
    [
      [1, 0.875],
      [2, 0.625],
      [3, 0.375],
      [4, 0.125],
    ],
  );
  assert.deepEqual(found.features[0].byMethod, [1, 0.75]);
  assert.deepEqual(found.consensus, [1, 2]);
});
