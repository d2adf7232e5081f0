import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeSize } from './judge-size.js';

function promised(count: number, rowCount: number, trainRowCount: number): string {
  const [{ text }] = judgeSize({
    k: count,
    dataset: { name: 'data', task: 'classes', rowCount: trainRowCount, trainRowCount, featureCount: 500 },
    size: { promise: { falseDiscovery: 0.1, count, rowCount, atRates: [{ rate: 0.2, count: 9 }] } },
  });
  return text.replaceAll('\u00a0', ' ');
}

test('where nothing can be promised from all rows, more of them would help', () => {
  assert.match(promised(0, 200, 200), /More rows would help: it was learnt from 200 training rows\.$/);
});

test('where a sample of the rows was looked at, more rows would not help, and it is said how large the sample was', () => {
  const said = /More rows would not help: it was learnt from a sample of 2,520 of the 6,238 training rows/;
  assert.match(promised(0, 2520, 6238), said);
  assert.match(promised(12, 2520, 6238), /decoys of its own on a sample of 2,520 of the 6,238 training rows\.$/);
});

test('it is said where pairs that act only together were not looked for, and why', () => {
  const saidOf = (task: 'classes' | 'regression', pairsAmong?: number) =>
    judgeSize({
      k: 12,
      dataset: { name: 'data', task, rowCount: 1000, featureCount: 5000 },
      size: {
        promise: {
          falseDiscovery: 0.1,
          count: 12,
          rowCount: 1000,
          atRates: [],
          ...(pairsAmong !== undefined && { pairsAmong }),
        },
      },
    })
      .slice(1)
      .map(({ text }) => text);
  assert.match(saidOf('classes', 0)[0], /were not looked for: there are too many pairs/);
  assert.match(saidOf('regression', 0)[0], /were not looked for: that is done for classes alone/);
  assert.deepEqual(saidOf('classes', 500), []);
  assert.deepEqual(saidOf('classes'), [], 'files of earlier versions do not hold it');
});

test('it is said where decoys were found to be told from features, and what would help', () => {
  const saidOf = (advantage?: number) =>
    judgeSize({
      k: 12,
      dataset: { name: 'data', task: 'classes', rowCount: 1000, featureCount: 500 },
      size: {
        promise: { falseDiscovery: 0.1, count: 12, rowCount: 1000, atRates: [], ...(advantage && { advantage }) },
      },
    })
      .slice(1)
      .map(({ text }) => text);
  assert.match(saidOf(1.42)[0], /won 1\.4 times as often as each of their decoys\. The promise allows for that/);
  assert.deepEqual(saidOf(1.02), [], 'not where it would read as once');
  assert.deepEqual(saidOf(1), []);
  assert.deepEqual(saidOf(), [], 'files of earlier versions do not hold it');
});
