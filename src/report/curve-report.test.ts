import assert from 'node:assert/strict';
import test from 'node:test';
import { type DescribedCurve, judgeCurve, renderCurveReport, verdict } from './curve-report.js';

function described(means: readonly number[], standardError: number, rowCount = 1000): DescribedCurve {
  const points = means.map((mean, place) => ({ k: place + 1, values: [mean], mean, standardError }));
  const best = means.indexOf(Math.max(...means)) + 1;
  return {
    versions: { neurofs: '0' },
    command: `neurofs curve ${'a-long-name'.repeat(20)}.csv`,
    dataName: 'a.csv',
    checksum: '',
    targetName: 'y',
    rowCount,
    featureCount: 9,
    folds: 5,
    method: 'fisher',
    seed: 0,
    parameters: {},
    deciding: { measure: 'accuracy' },
    curves: [{ judge: 'svm', measure: 'accuracy', points, bestK: best, parsimoniousK: best }],
    seconds: 1,
  };
}

const cautions = (curve: DescribedCurve) => judgeCurve(curve).map(({ text }) => text.replaceAll('\u00a0', ' '));

test('a flat curve and small folds are said to prove nothing, a clear one on many rows is not', () => {
  assert.match(cautions(described([0.8, 0.81, 0.8], 0.02)).join(), /none is shown to be better/);
  assert.match(cautions(described([0.5, 0.9], 0.02, 60)).join(), /only 12 rows to test on: one row is 8\.3 points/);
  assert.deepEqual(cautions(described([0.5, 0.9], 0.02)).length, 1);
});

test('the report has the cautions', () => {
  assert.match(renderCurveReport(described([0.8, 0.81], 0.02)), /Take care/);
});

test('a best number with none smaller beside it does not claim that fewer would be worse', () => {
  const [{ points, ...curve }] = described([0.5, 0.9, 0.8], 0.02).curves;
  assert.match(verdict({ points, ...curve }), /, and no smaller number that was tried comes within/);
  assert.match(
    verdict({ points: points.slice(1), ...curve }),
    /^2\sfeatures give the best mean accuracy, 90\.0\s%; 2 is the smallest number that was tried, so fewer may be enough\.$/,
  );
  assert.match(verdict(described([0.9, 0.8], 0.02).curves[0]), /^1\sfeature gives the best mean accuracy, [^,;]+\.$/);
});
