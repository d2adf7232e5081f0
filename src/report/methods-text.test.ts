import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleInput } from '../../test/fixtures/selection-input.js';
import { featuresSection } from './features-section.js';
import { methodsText } from './methods-text.js';

test('the paragraph says what was done in this run, and nothing else', () => {
  const text = methodsText(sampleInput({ parameters: { scaling: 'minmax', scaleOn: 'train', testFraction: 0.2 } }));
  assert.match(
    text,
    /^3 features were selected from 30 to predict digit by NeuroFS \(Atashgahi et al\., 2023\) as implemented in neurofs/,
  );
  assert.match(
    text,
    /divided at random into .* for training and .* for testing; the selection saw training rows only\./,
  );
  assert.match(text, /scaled to the range from 0 to 1, fitted on the training rows\./);
  assert.match(text, /SVM reached accuracy of 95\.0 % \(95 % interval .*\) on .* test rows\./);
  assert.match(text, /Transactions on Machine Learning Research, 2023\.$/);
  assert.doesNotMatch(text, /Kruskal|halves|standard error|undefined/);
});

test('another method is named, and the paper is not cited for it', () => {
  const text = methodsText(sampleInput({ method: 'fisher' }));
  assert.match(text, /by the method fisher as implemented/);
  assert.doesNotMatch(text, /Atashgahi/);
});

test('each feature has its direction, effect, p, rate and picture, and names cannot become markup', () => {
  const feature = {
    name: '<b>',
    effect: -0.5,
    p: 1e-7,
    q: 0.04,
    highest: 'well',
    shown: { kind: 'boxes', boxes: [[0, 1, 2, 3, 4], null] },
  } as const;
  const univariate = {
    test: 'kruskal-wallis',
    effect: 'rank-biserial',
    rowCount: 80,
    featureCount: 30,
    features: [feature],
    classNames: ['well', 'ill'],
  } as const;
  const { text } = featuresSection(sampleInput({ univariate }))!;
  assert.match(text, /highest in <bdi>well<\/bdi>/);
  assert.match(text, /−0\.50<\/td>.*1\.0e−7<\/td>.*0\.040<\/td>/);
  assert.match(text, /aria-label="&lt;b&gt;, medians: /);
  assert.ok(!text.includes('<b>'));
});
