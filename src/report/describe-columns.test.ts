import assert from 'node:assert/strict';
import test from 'node:test';
import { describeColumns } from './describe-columns.js';

test('columns of the same fate are told in one sentence, with a few names', () => {
  const constant = Array.from({ length: 67 }, (_, i) => ({
    name: `pixel${i}`,
    use: 'number' as const,
    featureCount: 1,
    note: 'constant',
  }));
  const told = describeColumns([
    { name: 'y', use: 'target', featureCount: 0 },
    ...constant,
    { name: 'id', use: 'left out', featureCount: 0, note: 'every cell differs' },
    { name: 'colour', use: 'one-hot', featureCount: 3 },
    { name: 'size', use: 'one-hot', featureCount: 4 },
    { name: 'patient', use: 'groups', featureCount: 0 },
  ]);
  assert.deepEqual(
    told.map((sentence) => sentence.replaceAll('\u00a0', ' ')),
    [
      '67 columns of numbers used (constant): “pixel0”, “pixel1”, “pixel2”, “pixel3”, “pixel4”, “pixel5” and 61 more',
      '1 column left out (every cell differs): “id”',
      '2 columns of categories turned into 7 features of 0 and 1: “colour”, “size”',
      'Rows with equal cells here stay on one side of the split: “patient”',
    ],
  );
});

test('plain columns need no words', () => {
  assert.deepEqual(describeColumns([{ name: 'y', use: 'target', featureCount: 0 }]), []);
});
