/** A small selection for the tests of the report, and the checks that it is consistent. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { SelectionReportInput } from './selection-report-input.js';

const width = 6;
const height = 5;

/** Ten epochs on images of 5 x 6 pixels, three of them selected. */
export function sampleInput(changes: Partial<SelectionReportInput> = {}): SelectionReportInput {
  const epochs = Array.from({ length: 11 }, (_, epoch) => epoch);
  return {
    dataset: {
      name: 'digits.csv',
      rowCount: 1200,
      trainRowCount: 200,
      testRowCount: 1000,
      featureCount: width * height,
      targetName: 'digit',
      classNames: ['zero', 'one'],
      classCounts: [700, 500],
      checksum: 'c0ffee',
      imageShape: [height, width],
    },
    method: 'neurofs',
    k: 3,
    seed: 42,
    parameters: { epochs: 10, hidden: [20, 20], activation: 'tanh' },
    features: [14, 8, 21].map((index, place) => ({
      rank: place + 1,
      name: `pixel ${index}`,
      index,
      score: 3 - place / 2,
    })),
    history: epochs.map((epoch) => ({
      epoch,
      loss: epoch === 0 ? undefined : 2 / epoch ** 2,
      activeCount: width * height - 2 * epoch,
      removedCount: 3,
      wokenCount: 1,
    })),
    snapshots: epochs.map((epoch) => ({
      epoch,
      strengths: Float32Array.from({ length: width * height }, (_, i) => (i >= 2 * epoch ? epoch * (1 + (i % 7)) : 0)),
    })),
    accuracies: [
      { classifier: 'SVM', features: 'selected', accuracy: 0.95, interval: [0.935, 0.962], testRowCount: 1000 },
      { classifier: 'SVM', features: 'all', accuracy: 0.97, interval: [0.958, 0.979], testRowCount: 1000 },
      { classifier: 'SVM', features: 'random', accuracy: 0.8, interval: [0.774, 0.824], testRowCount: 1000 },
    ],
    timings: { selecting: 12.5, evaluating: 2.5 },
    warnings: [],
    command: 'neurofs select digits.csv --target digit --k 3 --seed 42',
    versions: { neurofs: '1.2.3' },
    ...changes,
  };
}

test('the sample for the report tests has as many strengths as features and rows as classes count', () => {
  const { dataset, snapshots } = sampleInput();
  assert.equal(dataset.classCounts[0] + dataset.classCounts[1], dataset.rowCount);
  for (const { strengths } of snapshots) assert.equal(strengths.length, dataset.featureCount);
});
