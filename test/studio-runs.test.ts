/** Runs in NeuroFS Studio keep their truth: nothing that is done afterwards changes or loses them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { skipWithoutBrowser as skip } from './chromium.js';
import {
  chooseFile,
  csvWithConstant,
  downloadText,
  dropFile,
  fillOptions,
  pressWhen,
  quickOptions,
  runQuickly,
  sampleCsv,
  start,
  useStudio,
  waitForResults,
} from './studio-page.js';

/** The first names of the ranking as it is shown; how many rows are drawn depends on the room there is. */
async function shownNames(page: Page): Promise<string[]> {
  return (await page.locator('.ranking-table tbody th bdi').allTextContents()).slice(0, 12);
}

async function namesInFile(page: Page): Promise<string[]> {
  const lines = (await downloadText(page, 'ranking.csv')).trim().split('\n').slice(1);
  return lines.map((line) => line.split(',')[1]);
}

describe('runs of NeuroFS Studio', { skip }, () => {
  const studio = useStudio();

  test('a finished ranking keeps its names when columns, target and file change', async () => {
    const { page, troubles } = await studio.open();
    await chooseFile(page, 'a.csv', csvWithConstant(5));
    await runQuickly(page);
    const [shown, saved] = [await shownNames(page), await namesInFile(page)];
    assert.deepEqual(shown, saved.slice(0, shown.length));

    await page.getByText('All 41 columns').click();
    await page.getByLabel('Use the column gene 0', { exact: true }).uncheck();
    await page.getByText('Features to select, of 39').waitFor();
    assert.deepEqual(await shownNames(page), shown);
    assert.deepEqual(await namesInFile(page), saved);

    await page.getByLabel('Target: the column to predict').selectOption('gene 5');
    await page.locator('.problem').waitFor();
    assert.deepEqual(await shownNames(page), shown);
    await page.locator('.ranking-table').scrollIntoViewIfNeeded();
    await page.getByLabel('Search').last().fill('gene 3');
    await page.getByText(/^\d+ found$/).waitFor();

    await dropFile(page, 'b.csv', sampleCsv(90, 20));
    await page.getByText('90 rows, 21 columns').waitFor();
    await page.getByRole('button', { name: /^neurofs, 6 features/ }).click();
    assert.deepEqual(await shownNames(page), shown);
    assert.deepEqual(await namesInFile(page), saved);
    assert.deepEqual(troubles, []);
    await page.close();
  });

  test('a new run leaves the last; runs are named, pinned, compared, deleted and brought back', async () => {
    const { page, troubles } = await studio.open();
    await chooseFile(page, 'a.csv', sampleCsv());
    await runQuickly(page);
    await page.getByLabel('Features to select, of 40').fill('9');
    await start(page);
    await waitForResults(page);
    assert.equal(await page.locator('.runs li').count(), 2);
    await page.getByRole('checkbox', { name: 'Compare' }).check();
    await page.getByText(/share \d+ of 6 features/).waitFor();
    const difference = await page.locator('.difference tbody').textContent();
    assert.match(difference!, /Features96/);

    await page.getByRole('button', { name: /^Rename neurofs, 9/ }).click();
    await page.getByLabel('Name of the run').fill('the longer one');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Pin neurofs, 6 features, seed 0' }).click();
    assert.match((await page.locator('.runs li').first().textContent())!, /6 features/);
    await page.getByRole('button', { name: 'Delete the longer one' }).click();
    assert.equal(await page.locator('.runs li').count(), 1);
    await page.getByRole('button', { name: 'Undo' }).click();
    assert.equal(await page.locator('.runs li').count(), 2);
    await page.getByRole('button', { name: 'the longer one', exact: true }).waitFor();

    // On a phone the form is far below the results: a link leads there.
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('link', { name: 'Run again' }).click();
    const { y } = (await page.getByRole('heading', { name: 'Selection' }).boundingBox())!;
    assert.ok(y >= 0 && y < 200, `the form is at ${y}`);
    await page.setViewportSize({ width: 1280, height: 900 });

    // Runs of several files are told apart by them, and stay in their order.
    await chooseFile(page, 'b.csv', sampleCsv(90, 20));
    await page.getByLabel('Features to select, of 20').fill('6');
    await runQuickly(page);
    const listed = await page.locator('.run-name').allTextContents();
    const plain = 'neurofs, 6 features, seed 0';
    assert.deepEqual(listed, [`${plain}, a.csv`, `${plain}, b.csv`, 'the longer one, a.csv']);
    await page.reload();
    await page.locator('.run-name').nth(2).waitFor();
    assert.deepEqual(await page.locator('.run-name').allTextContents(), listed);
    assert.deepEqual(troubles, []);
    await page.close();
  });

  test('a bad file loses nothing, and a reload brings the runs back with their data', async () => {
    const { page, troubles } = await studio.open();
    await chooseFile(page, 'a.csv', sampleCsv());
    await runQuickly(page);
    const shown = await shownNames(page);
    await dropFile(page, 'empty.csv', '');
    await page.getByText('empty.csv: the file is empty').waitFor();
    assert.deepEqual(await shownNames(page), shown);
    await page.getByText('150 rows, 41 columns').waitFor();
    await page.getByRole('button', { name: 'Run 4 more seeds' }).click();
    await page.getByText(/chosen under all 5 seeds/).waitFor();
    await page.getByRole('button', { name: 'Run 4 more seeds' }).click();
    await page.getByText(/chosen under all 9 seeds/).waitFor();
    const heads = await page.locator('.seed-map thead th').allTextContents();
    assert.deepEqual(
      heads.slice(1, -1),
      [...Array(9).keys()].map((seed) => `seed ${seed}`),
    );

    await page.reload();
    await page.getByRole('button', { name: /^neurofs, 6 features/ }).click();
    assert.deepEqual(await shownNames(page), shown);
    await page.getByText(/chosen under all 9 seeds/).waitFor();
    assert.deepEqual((await namesInFile(page)).slice(0, shown.length), shown);
    await page.getByRole('button', { name: 'Open its data' }).click();
    await page.getByText('150 rows, 41 columns').waitFor();
    assert.deepEqual(await shownNames(page), shown);
    assert.deepEqual(troubles, []);
    await page.close();
  });

  test('a stopped run keeps its ranking so far, marked as such, and its files', async () => {
    const { page, troubles } = await studio.open();
    await page.getByText('Planted columns').click();
    await fillOptions(page, { Epochs: '5000' });
    await pressWhen(page, /epoch ([3-9]|\d{2,}) of/, 'Stop');
    await start(page);
    await page.getByText('Stopped. The ranking so far is kept.').waitFor();
    await page.getByText(/The run was stopped after epoch \d+: this is the ranking so far/).waitFor();
    const shown = await shownNames(page);
    assert.equal(shown.length, 12);
    assert.deepEqual((await namesInFile(page)).slice(0, shown.length), shown);
    assert.deepEqual(troubles, []);
    await page.close();
  });

  test('a file that is dropped in mid-run waits for an answer, and the run goes on', async () => {
    const { page, troubles } = await studio.open();
    await page.getByText('Planted columns').click();
    await fillOptions(page, { Epochs: '5000' });
    await start(page);
    await page.getByText(/epoch [1-9]\d* of 5000/).waitFor();
    await dropFile(page, 'other.csv', sampleCsv());
    await page.getByRole('button', { name: 'Carry on' }).click();
    await page.getByText(/epoch [1-9]\d* of 5000/).waitFor();
    await dropFile(page, 'other.csv', sampleCsv());
    await page.getByRole('button', { name: 'Stop it and open the file' }).click();
    await page.getByText('150 rows, 41 columns').waitFor();
    await page.getByText(/stopped: the ranking so far/).waitFor();
    assert.equal(
      await page.getByLabel('Epochs', { exact: true }).inputValue(),
      '',
      'settings of the last file are gone',
    );
    assert.deepEqual(troubles, []);
    await page.close();
  });

  test('a worker that does not stop is ended after a while, and the next run works', async () => {
    const { page } = await studio.open();
    await page.getByText('Planted columns').click();
    await fillOptions(page, { Epochs: '5000' });
    await start(page);
    await page.getByText(/epoch [1-9]\d* of 5000/).waitFor();
    const worker = page.workers().find((each) => each.url().includes('/worker-'))!;
    void worker.evaluate('while (true);').catch(() => {});
    await page.waitForTimeout(200);
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByText('The worker did not answer').waitFor();
    await page.getByLabel('Method').selectOption('fisher');
    await start(page);
    await waitForResults(page);
    assert.equal(await page.locator('.runs li').count(), 2);
    await page.close();
  });

  test('a feature is opened from the ranking, charts are saved, and the epochs are stepped through', async () => {
    const { page, troubles } = await studio.open();
    await chooseFile(page, 'a.csv', sampleCsv());
    await runQuickly(page);
    const [first] = await shownNames(page);
    await page.locator('.ranking-table .feature-name').first().click();
    await page.getByRole('heading', { name: `Feature ${first}` }).waitFor();
    await page.getByRole('img', { name: 'Share of the rows of every class by value' }).waitFor();
    await page.getByText(/rank 1, selected, score/).waitFor();
    const kin = page.locator('section', { has: page.getByRole('heading', { name: /^Feature/ }) }).locator('.kin');
    const name = (await kin.first().locator('bdi').textContent())!;
    await kin.first().click();
    await page.getByRole('heading', { name: `Feature ${name}` }).waitFor();

    const svg = await downloadText(page, 'SVG of Training loss by epoch');
    assert.match(svg, /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    const csv = await downloadText(page, 'CSV of Training loss by epoch');
    assert.match(csv, /^series,epoch,loss,low,high\nloss,1,/m);
    const png = await downloadText(page, 'PNG of Training loss by epoch');
    assert.match(png, /PNG/);

    await page.getByRole('button', { name: 'One epoch back' }).click();
    await page.getByText('7 / 8').waitFor();
    await page.getByRole('button', { name: 'Play' }).click();
    await page.getByText('8 / 8').waitFor();
    assert.deepEqual(troubles, []);
    await page.close();
  });

  test('the address carries the settings of a run to the next visitor, who opens the file', async () => {
    const { page } = await studio.open();
    await chooseFile(page, 'a.csv', sampleCsv());
    await page.getByLabel('Features to select, of 40').fill('9');
    await runQuickly(page);
    const address = page.url();
    await page.close();
    const { page: other, troubles } = await studio.openAt(address);
    await chooseFile(other, 'a.csv', sampleCsv());
    await other.getByText('150 rows, 41 columns').waitFor();
    assert.equal(await other.getByLabel('Features to select, of 40').inputValue(), '9');
    assert.equal(await other.getByLabel('Epochs', { exact: true }).inputValue(), quickOptions.Epochs);
    assert.deepEqual(troubles, []);
    await other.close();
  });
});
