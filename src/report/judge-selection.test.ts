import assert from 'node:assert/strict';
import test from 'node:test';
import { sampleInput } from '../../test/fixtures/selection-input.js';
import type { EpochHistory } from '../types.js';
import { judgeSelection } from './judge-selection.js';
import type { ReportedSet, SelectionReportInput } from './selection-report-input.js';

function accuracies(selected: number, all: number, random: number, testRowCount: number): ReportedSet[] {
  const set = (features: ReportedSet['features'], value: number): ReportedSet => ({
    judge: 'svm',
    features,
    measures: [{ measure: 'accuracy', value }],
    testRowCount,
  });
  return [set('selected', selected), set('all', all), set('random', random)];
}

function losses(values: readonly number[]): EpochHistory[] {
  return values.map((loss, i) => ({ epoch: i + 1, loss, activeCount: 9, removedCount: 0, wokenCount: 0 }));
}

function judged(changes: Partial<SelectionReportInput>): string {
  return judgeSelection(sampleInput(changes))
    .map(({ level, text }) => `${level}: ${text}`.replaceAll('\u00a0', ' '))
    .join('\n');
}

test('a clear gain over random features is called good, with its size and the distance to all features', () => {
  assert.equal(judged({}), 'good: SVM: 15.0 points better than 3 random features; 2.0 points worse than all 30.');
});

test('a gain that chance alone could give is a warning, with what it may be', () => {
  // Newcombe: the intervals of 85 and of 80 of 100 are 0.767 to 0.907 and 0.711 to 0.867.
  const text = judged({ measured: accuracies(0.85, 0.86, 0.8, 100) });
  assert.match(
    text,
    /^warning: SVM: 5\.0 points better than 3 random features, and no gain is proven: it may be between 5\.6 points worse and 15\.6 points better/,
  );
  assert.match(
    text,
    /cannot be told apart from all 30 on these rows: between 10\.9 points worse and 8\.9 points better/,
  );
});

test('what was measured on the same rows counts, and a gain that leaves out 0 is proven whatever its size', () => {
  const gain = (mean: number, low: number, high: number) => ({ mean, low, high, margin: (high - low) / 2 });
  const [selected, all, random] = accuracies(0.85, 0.86, 0.8, 100);
  const measured = [selected, { ...all, gain: gain(-0.01, -0.03, 0.01) }, { ...random, gain: gain(0.05, 0.01, 0.09) }];
  assert.equal(
    judged({ measured }),
    'good: SVM: 5.0 points better than 3 random features; as good as all 30: at most 3.0 points worse.',
  );
});

test('equal accuracies are called so', () => {
  assert.match(
    judged({ measured: accuracies(0.8, 0.8, 0.8, 400) }),
    /^warning: SVM: no better than 3 random features, and no gain is proven: .*; cannot be told apart from all 30/,
  );
});

test('features worse than random ones are called so', () => {
  assert.match(judged({ measured: accuracies(0.7, 0.9, 0.8, 1000) }), /^warning: .*worse than choosing at random/);
});

test('a small test set is named, with what one row is worth', () => {
  assert.match(
    judged({ measured: accuracies(0.9, 0.9, 0.5, 40) }),
    /warning: The test set is small: one of its 40 rows is 2\.5 points/,
  );
});

test('accuracy no better than the most frequent class is a warning', () => {
  assert.match(
    judged({ measured: accuracies(0.58, 0.6, 0.4, 5000) }),
    /always guessing the most frequent class \(58\.3 %\)/,
  );
});

test('accuracy that was not measured is said, not invented', () => {
  assert.equal(
    judged({ measured: [] }),
    'note: Nothing was measured on test rows, so nothing here shows how good the chosen features are.',
  );
});

test('a loss that does not fall, rises again or still falls is told apart from one that settled', () => {
  const settled = Array.from({ length: 20 }, (_, i) => 0.5 + 2 / (i + 1) ** 2);
  assert.doesNotMatch(judged({ history: losses(settled) }), /loss/);
  assert.match(judged({ history: losses([2, 2, 1.99, 2.01]) }), /warning: The training loss did not fall/);
  const survival = { ...sampleInput({}).dataset, task: 'survival' as const };
  assert.doesNotMatch(judged({ history: losses([2.5, 2.45, 2.415]), dataset: survival }), /did not fall/);
  assert.match(judged({ history: losses([2, Number.NaN]) }), /warning: The training loss did not fall/);
  assert.match(judged({ history: losses([2, 0.5, 1.0, 1.6]) }), /warning: The training loss rose again/);
  const falling = Array.from({ length: 20 }, (_, i) => 2 - i * 0.09);
  assert.match(judged({ history: losses(falling) }), /note: The training loss was still falling/);
});

test('features that scored 0, tiny classes, wide data and K of all features are named', () => {
  const { dataset, features } = sampleInput();
  assert.match(
    judged({ features: features.map((feature) => ({ ...feature, score: 0 })) }),
    /3 selected features scored 0/,
  );
  assert.match(judged({ dataset: { ...dataset, classCounts: [1196, 4] } }), /Class “one” has only 4 rows/);
  assert.match(
    judged({ dataset: { ...dataset, featureCount: 50000 } }),
    /far fewer rows \(1,200\) than features \(50,000\)/,
  );
  assert.match(judged({ k: 30 }), /nothing was left out/);
});

test('warnings from the run are passed on', () => {
  assert.match(judged({ warnings: ['row 3 was left out'] }), /warning: row 3 was left out$/);
});

test('a loss that rises because inputs are taken away is neither failed learning nor still falling', () => {
  const epochs = (values: readonly (readonly [number, number])[]): EpochHistory[] =>
    values.map(([loss, activeCount], epoch) => ({ epoch, loss, activeCount, removedCount: 0, wokenCount: 0 }));
  const path = epochs([
    ...[2, 1, 0.5, 0.4].map((loss) => [loss, 100] as const),
    [0.9, 50],
    [1.4, 20],
    [1.9, 5],
    [2.2, 0],
  ]);
  assert.doesNotMatch(judged({ history: path, k: 20 }), /loss/);
  const recovering = epochs([
    ...Array.from({ length: 10 }, (_, epoch) => [2 / (epoch + 1), 300 - epoch] as const),
    ...Array.from({ length: 10 }, (_, epoch) => [1.9 - epoch * 0.1, 9] as const),
  ]);
  assert.doesNotMatch(judged({ history: recovering, k: 9 }), /still falling|rose again|not learnt/);
});

test('a test that cannot tell is not said to show that the selection is as good as all', () => {
  const text = judged({ measured: accuracies(0.6, 0.6, 0.6, 12) });
  assert.match(text, /cannot be told apart from all 30 on these rows: between 3\d\.\d points worse/);
  assert.doesNotMatch(text, /: as good as|; as good as/);
});
