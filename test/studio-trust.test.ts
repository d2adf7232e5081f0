/** What a selection in NeuroFS Studio promises, how steady it is, and what could stand in for its features. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeClassification } from '../src/make-classification.js';
import { skipWithoutBrowser as skip } from './chromium.js';
import { chooseFile, downloadText, start, useStudio, waitForResults } from './studio-page.js';

/** Twelve informative columns, each with a nearly equal copy, and noise. */
function csvWithCopies(): string {
  const shape = { rowCount: 300, featureCount: 30, informativeCount: 12, redundantCount: 0, classCount: 2 };
  const { values, labels } = makeClassification({ ...shape, separation: 1.2, seed: 1 });
  const rows = Array.from(labels, (label, row) => {
    const cells = values.subarray(row * 30, (row + 1) * 30);
    return [
      ...cells,
      ...Array.from(cells.subarray(0, 12), (cell, at) => cell + 0.01 * ((row * 7 + at) % 13)),
      `class ${label}`,
    ];
  });
  const names = [
    ...Array.from({ length: 30 }, (_, at) => `gene ${at}`),
    ...Array.from({ length: 12 }, (_, at) => `copy ${at}`),
    'class',
  ];
  return [names, ...rows].map((row) => row.join(',')).join('\n');
}

describe('trust in NeuroFS Studio', { skip }, () => {
  const studio = useStudio();

  test('a promise, its steadiness and substitutes are asked for, shown and kept in the command', async () => {
    const { page, troubles } = await studio.open();
    await chooseFile(page, 'genes.csv', csvWithCopies());
    await page.getByLabel('Method', { exact: true }).selectOption('fisher');
    await page.getByLabel('Promise', { exact: true }).selectOption('0.2');
    await page.locator('summary', { hasText: 'More settings' }).click();
    await page.getByLabel('Steadiness', { exact: true }).selectOption('5');
    await page.getByLabel('Verdict by cross-validation', { exact: true }).selectOption('1');
    await page.getByText(/on average at most 20.% of them are false/).waitFor();
    await start(page);
    await waitForResults(page);
    const selection = JSON.parse(await downloadText(page, 'selection.json'));
    assert.equal(selection.size.promise.falseDiscovery, 0.2);
    assert.equal(selection.features.length, selection.k);
    assert.equal((await page.locator('.ranking-table tr.chosen').count()) > 0, selection.k > 0);
    assert.match(selection.command, /--fdr 0.2 --stability 5 --repeats 1/);
    if (selection.k > 0) {
      assert.equal(selection.stability.pairs, 5);
      assert.equal(selection.verdict.repeats, 1);
      await page.locator('.ranking-table .feature-name').first().click();
      await page.getByText(/Could be replaced by|No other feature could stand in for it/).waitFor();
    }
    assert.deepEqual(troubles, []);
  });
});
