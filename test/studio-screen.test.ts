/** The screen of NeuroFS Studio: the answer first, every part a press away, charts that can be read and taken along. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { skipWithoutBrowser as skip } from './chromium.js';
import { downloadText, runQuickly, sampleCsv, start, useStudio, waitForResults } from './studio-page.js';

describe('the screen of NeuroFS Studio', { skip }, () => {
  const studio = useStudio();

  test('the names come first, open their feature, and the outline leads to every part and follows it', async () => {
    const { page, troubles } = await studio.open();
    await runQuickly(page, sampleCsv());
    const headings = await page.locator('.stage h2').allTextContents();
    assert.deepEqual(headings.slice(0, 6), [
      'What it means',
      'Which classes are told apart',
      'Ranking',
      'Each feature alone',
      'Do they say the same?',
      'How it was chosen',
    ]);
    const chips = page.getByRole('list', { name: 'The chosen features, best first' }).getByRole('button');
    assert.equal(await chips.count(), 6);
    const outline = page.getByRole('navigation', { name: 'Parts of this run' });
    const address = page.url();
    await page.getByText(/(About .+|Less than a second) here, by its last run on this file/).waitFor();
    await page.locator('.method-cards summary').click();
    await page
      .getByRole('region', { name: 'All there are, quickest first' })
      .getByRole('button', { name: 'fisher' })
      .click();
    assert.equal(await page.getByLabel('Method', { exact: true }).inputValue(), 'fisher');
    await page.getByText(/Good for a first look at classes/).waitFor();
    await page.getByText(/here, by what it takes on other tables/).waitFor();
    await page.getByText('What these words mean').first().click();
    await page.getByText('Rows kept apart: the selection never sees them').waitFor();
    await outline.getByRole('link', { name: 'Export' }).click();
    await page.getByRole('heading', { name: 'Take it with you' }).and(page.locator(':focus')).waitFor();
    await outline.getByRole('link', { name: 'How many' }).click();
    const panel = page.locator('section', { has: page.getByRole('heading', { name: 'How many are enough?' }) });
    const top = (await panel.boundingBox())!.y;
    assert.ok(top >= 0 && top < 120, `it begins at ${top}`);
    await outline.locator('[aria-current]', { hasText: 'How many' }).waitFor();
    assert.equal(page.url(), address, 'the address keeps the settings');
    const first = (await chips.first().textContent())!;
    await chips.first().click();
    await page.getByRole('heading', { name: `Feature ${first}` }).waitFor();
    assert.deepEqual(troubles, []);
    await page.close();
  });

  test('a chart tells its values under the pointer, and every picture is saved as drawing, image and numbers', async () => {
    const { page, troubles } = await studio.open();
    await runQuickly(page, sampleCsv());
    const loss = page.getByRole('img', { name: 'Training loss by epoch' });
    await loss.hover();
    await page.locator('.readout', { hasText: /^epoch \d: 0\.\d+/ }).waitFor();
    await page.mouse.move(0, 0);
    await page.locator('.readout').waitFor({ state: 'detached' });

    const strengths = (await downloadText(page, 'CSV of the strengths')).trim().split('\n');
    assert.equal(strengths[0], 'feature,strength');
    assert.match(await downloadText(page, 'SVG of the strengths'), /^<svg xmlns=[^>]*>[\s\S]*gene \d/);
    assert.match(await downloadText(page, 'PNG of the strengths'), /PNG/);
    assert.match(await downloadText(page, 'SVG of the bars of accuracy'), /6 selected/);
    assert.match(await downloadText(page, 'CSV of the connections'), /^input,hidden neuron,weight\ngene /);
    assert.match(await downloadText(page, 'PNG of the connections'), /PNG/);
    const correlations = (await downloadText(page, 'CSV of the correlations')).trim().split('\n');
    assert.equal(correlations.length, 7);
    assert.match(await downloadText(page, 'SVG of the correlations'), /<title>gene/);
    const ranks = (await downloadText(page, 'Save this table')).trim().split('\n');
    assert.deepEqual([ranks[0], ranks.length], ['rank,feature,score,note', 41]);
    assert.deepEqual(troubles, []);
    await page.close();
  });

  test('a story invites, is marked by its key, and what it teaches can be done at once', async () => {
    const { page, troubles } = await studio.open();
    await page.getByRole('button', { name: /^The answer in the table/ }).click();
    await page.getByText('One column was written down after the diagnosis').waitFor();
    const doctor = page.getByRole('region', { name: 'What to know before you start' });
    await doctor.getByRole('button', { name: 'Leave out “dose”' }).waitFor();
    await start(page);
    await waitForResults(page);
    await page.getByText('Answer key: 2 of 3 found.').waitFor();
    await page.getByRole('region', { name: 'What it means' }).getByRole('button', { name: 'Leave out “dose”' }).click();
    await page.getByText('Features to select, of 29').waitFor();
    await start(page);
    await waitForResults(page);
    await page.getByText('Answer key: 3 of 3 found.').waitFor();
    assert.deepEqual(troubles, []);
    await page.close();
  });

  test('a pinned feature is in the next run, a banned one is not, and the command line says both', async () => {
    const { page, troubles } = await studio.open();
    await runQuickly(page, sampleCsv());
    const chips = page.getByRole('list', { name: 'The chosen features, best first' }).getByRole('button');
    const [first] = await chips.allTextContents();
    await chips.first().click();
    await page.getByRole('button', { name: 'Ban from the next run' }).click();
    await page.getByText('Features to select, of 39').waitFor();
    await page.getByLabel('Search').last().fill('gene 1');
    const weak = page.locator('.ranking-table .passed-over .feature-name').last();
    const name = (await weak.textContent())!;
    await weak.click();
    await page.getByRole('button', { name: 'Pin: always in the next run' }).click();
    await page.getByRole('button', { name: `Unpin: ${name}` }).waitFor();
    await start(page);
    await waitForResults(page);
    const chosen = await chips.allTextContents();
    assert.ok(chosen.includes(name), `${chosen.join()} with ${name}`);
    assert.ok(!chosen.includes(first), `${chosen.join()} without ${first}`);
    const command = (await page.locator('.command code').textContent())!;
    assert.ok(command.includes(`--leave-out '${first}'`) && command.includes(`--include '${name}'`), command);
    await page.getByRole('button', { name: `Use again: ${first}` }).click();
    await page.getByText('Features to select, of 40').waitFor();
    assert.deepEqual(troubles, []);
    await page.close();
  });
});
