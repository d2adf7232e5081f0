import assert from 'node:assert/strict';
import test from 'node:test';
import { sampleInput } from '../../test/fixtures/selection-input.js';
import { selectionJson } from './selection-json.js';

test('the selection can be read back with everything needed to repeat it', () => {
  const input = sampleInput();
  const read = JSON.parse(selectionJson(input));
  assert.equal(read.format, 'neurofs-selection');
  assert.deepEqual(read.features, input.features);
  assert.deepEqual(read.parameters, input.parameters);
  assert.deepEqual([read.method, read.k, read.seed], ['neurofs', 3, 42]);
  assert.equal(read.data.sha256, 'c0ffee');
  assert.deepEqual([read.data.rowCount, read.data.featureCount], [1200, 30]);
  assert.equal(read.history.length, 11);
  assert.equal('loss' in read.history[0], false);
});

test('what was not measured is absent, and an infinite score survives as text', () => {
  const { measured, ...rest } = sampleInput();
  assert.ok(measured !== undefined);
  const features = [{ rank: 1, name: 'a', index: 0, score: Number.POSITIVE_INFINITY }];
  const read = JSON.parse(selectionJson({ ...rest, features }));
  assert.equal('measured' in read, false);
  assert.equal(read.features[0].score, 'Infinity');
});
