import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleInput } from '../../test/fixtures/selection-input.js';
import { looksSaved, readSelection } from './read-selection.js';
import { selectionJson } from './selection-json.js';
import { renderSelectionReport } from './selection-report.js';

const input = sampleInput();

test('a selection comes back from its JSON and from its report alike', () => {
  const json = selectionJson(input);
  const saved = readSelection(json, 'selection.json');
  assert.deepEqual(saved.features, input.features);
  assert.deepEqual(saved.history.length, input.history.length);
  assert.equal(saved.dataset.name, input.dataset.name);
  assert.equal(saved.command, input.command);
  assert.deepEqual(readSelection(renderSelectionReport(input), 'report.html'), saved);
});

test('hostile text in a report stays text and comes back as it was', () => {
  const evil = '</script><script>alert(1)</script><!-- ';
  const report = renderSelectionReport({ ...input, command: evil });
  assert.equal(readSelection(report, 'report.html').command, evil);
});

test('what is said of trust comes back, and is left out where it is not as it should be', () => {
  const interval = [0.8, 1] as const;
  const trust = {
    size: { promise: { falseDiscovery: 0.1, count: 2, rowCount: 80, atRates: [{ rate: 0.2, count: 3 }] } },
    stability: {
      pairs: 2,
      threshold: 0.75,
      shares: [{ name: 'a', share: 1 }],
      stable: ['a'],
      bound: 0.1,
      overlap: 0.5,
      overlapOfKinds: 0.6,
    },
    substitutes: {
      level: 0.5,
      rowCount: 80,
      judged: { judge: 'knn', measure: 'accuracy', value: 0.9, folds: 3, rowCount: 80 },
      features: [
        {
          name: 'a',
          substitutes: [{ name: 'b', correlation: -0.9, information: 1.2, exchanged: 0.88 }],
          standsFor: ['b'],
        },
      ],
    },
    verdict: {
      judge: 'svm',
      measure: 'accuracy',
      folds: 5,
      repeats: 2,
      rowCount: 100,
      counts: [3, 3],
      sets: [{ features: 'selected', mean: 0.9, interval }],
      gains: [{ over: 'random', mean: 0.2, interval: [0.1, 0.3], is: 'better' }],
    },
  } as const;
  const pick = ({ size, stability, substitutes, verdict }: ReturnType<typeof readSelection>) => ({
    size,
    stability,
    substitutes,
    verdict,
  });
  const report = renderSelectionReport({ ...input, ...trust });
  assert.deepEqual(pick(readSelection(report, 'report.html')), trust);
  for (const said of ['Verdict by cross-validation', 'Stability', 'Substitutes', 'can be promised']) {
    assert.ok(report.includes(said), said);
  }
  const json = JSON.parse(selectionJson({ ...input, ...trust }));
  const broken = {
    ...json,
    size: { auto: { ...trust.substitutes.judged, points: [], bestK: 1, parsimoniousK: 1 } },
    stability: { pairs: 'two' },
    substitutes: { ...json.substitutes, judged: { ...json.substitutes.judged, measure: 'luck' } },
    verdict: 7,
  };
  assert.deepEqual(pick(readSelection(JSON.stringify(broken), 's')), {
    size: undefined,
    stability: undefined,
    substitutes: undefined,
    verdict: undefined,
  });
});

test('infinite scores come back', () => {
  const features = [{ rank: 1, name: 'a', index: 0, score: Number.POSITIVE_INFINITY }];
  assert.deepEqual(readSelection(selectionJson({ ...input, features }), 's').features, features);
});

test('what is no selection is refused with its name', () => {
  assert.throws(() => readSelection('{"format":"other"}', 'x.json'), /x\.json is not a selection/);
  assert.throws(() => readSelection('<html></html>', 'x.html'), /x\.html does not hold a selection/);
  assert.throws(() => readSelection('{"format":', 'x.json'), /x\.json is not JSON/);
  const broken = JSON.stringify({ format: 'neurofs-selection', features: [{}] });
  assert.throws(() => readSelection(broken, 'x.json'), /feature 1 has no name/);
});

test('a saved selection is told from data by its first words', () => {
  assert.ok(looksSaved(selectionJson(input).slice(0, 256)));
  assert.ok(looksSaved(renderSelectionReport(input).slice(0, 256)));
  assert.ok(!looksSaved('a,b,c\n1,2,3\n'));
  assert.ok(!looksSaved('{"a": 1}\n{"a": 2}\n'));
});
