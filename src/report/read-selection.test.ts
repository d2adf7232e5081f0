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
