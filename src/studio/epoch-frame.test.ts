import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Dataset, EpochReport } from '../types.js';
import { createFrameMaker, findStrongest } from './epoch-frame.js';
import { createStrengthHistory, strengthsOf } from './strength-history.js';

function datasetOf(count: number, imageShape?: readonly [number, number]): Dataset {
  return {
    matrix: { kind: 'dense', rowCount: 0, columnCount: count, values: new Uint8Array(0) },
    featureNames: Array.from({ length: count }, (_, at) => `f${at}`),
    target: { kind: 'classes', labels: new Int32Array(0), classNames: [] },
    targetName: 'y',
    ...(imageShape && { imageShape }),
  };
}

function reportOf(epoch: number, strengths: Float32Array, active: readonly number[]): EpochReport {
  const counts = { activeCount: active.length, removedCount: 0, wokenCount: 0 };
  return { epoch, epochCount: 9, loss: 1, ...counts, strengths, activeFeatures: Int32Array.from(active) };
}

test('the strongest come in falling order, the lower number first among equals, and none of strength 0', () => {
  assert.deepEqual([...findStrongest(Float32Array.of(1, 3, 0, 3, 2), 3)], [1, 3, 4]);
  assert.deepEqual([...findStrongest(Float32Array.of(0, 0, 5), 3)], [2]);
});

test('what was dropped and woken is told by comparing with the epoch before', () => {
  const make = createFrameMaker(datasetOf(4));
  const strengths = new Float32Array(4);
  const first = make(reportOf(0, strengths, [0, 1, 2, 3]), 0);
  assert.deepEqual([first.dropped.length, first.woken.length], [0, 0]);
  make(reportOf(1, strengths, [0, 1]), 0);
  const { dropped, woken } = make(reportOf(2, strengths, [1, 3]), 0);
  assert.deepEqual([[...dropped], [...woken]], [[0], [3]]);
});

test('50,000 features are drawn as 512 steps, and a large image in 256 x 256 pixels that keep the strongest', () => {
  const strengths = Float32Array.from({ length: 50_000 }, (_, at) => at);
  const { profile, strongest } = createFrameMaker(datasetOf(50_000))(reportOf(0, strengths, []), 0);
  assert.equal(profile.length, 512);
  assert.equal(profile[0], 49_999);
  assert.equal(strongest[0], 49_999);
  const image = new Float32Array(512 * 300);
  image[299 * 512 + 511] = 7;
  const { picture } = createFrameMaker(datasetOf(image.length, [300, 512]))(reportOf(0, image, []), 0);
  assert.deepEqual([picture?.width, picture?.height], [256, 150]);
  assert.equal(picture?.cells.at(-1), 7);
});

test('a history that grows too large keeps every second epoch', () => {
  const history = createStrengthHistory(4 * 8 * 3);
  for (let epoch = 0; epoch <= 8; epoch++) history.add(epoch, new Float32Array(8).fill(epoch));
  const kept = history.kept();
  assert.deepEqual(kept.epochs, [0, 4, 8]);
  assert.deepEqual([...strengthsOf(kept, 5)], [0, 4, 8]);
});
