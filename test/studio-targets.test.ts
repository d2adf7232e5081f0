/** Numbers, survival times and weights in NeuroFS Studio. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createRandom } from '../src/maths/random.js';
import { skipWithoutBrowser as skip } from './chromium.js';
import {
  chooseFile,
  downloadText,
  fillOptions,
  quickOptions,
  start,
  useStudio,
  waitForResults,
} from './studio-page.js';

/** Twelve features, of which the first two set a number, a time with its event, a grade and a weight. */
function targetsCsv(): string {
  const random = createRandom(2);
  const lines = Array.from({ length: 120 }, () => {
    const features = Array.from({ length: 12 }, () => random.float().toFixed(4));
    const signal = Number(features[0]) + Number(features[1]);
    const grade = 1 + Math.min(4, Math.floor(2.5 * signal));
    const time = (3 - signal + 0.3 * random.float()).toFixed(3);
    const event = random.float() < 0.7 ? 1 : 0;
    return [...features, time, event, grade, 1 + random.below(3)].join(',');
  });
  const names = Array.from({ length: 12 }, (_, feature) => `f${feature}`);
  return [[...names, 'time', 'died', 'grade', 'counts'].join(','), ...lines].join('\n');
}

describe('the targets of NeuroFS Studio', { skip }, () => {
  const studio = useStudio();

  test('whole numbers are classes until they are said to be a number, and methods for classes are then closed', async () => {
    const { page, troubles } = await studio.open();
    await chooseFile(page, 'a.csv', targetsCsv());
    await page.getByLabel('Target: the column to predict').selectOption('grade');
    await page.getByRole('heading', { name: /^\d classes$/ }).waitFor();
    const fisher = page.getByLabel('Method', { exact: true }).locator('option', { hasText: /^fisher$/ });
    assert.equal(await fisher.isDisabled(), false);
    await page.getByLabel('What the target is').selectOption('regression');
    await page.getByText(/^To be told: /).waitFor();
    assert.equal(await fisher.isDisabled(), true);
    await fillOptions(page, quickOptions);
    await page.getByLabel(/^Features to select/).fill('2');
    await start(page);
    await waitForResults(page);
    assert.match((await page.locator('main').textContent())!, /--target grade --task regression/);
    assert.match(await downloadText(page, 'report.html'), /Predicted against true/i);
    assert.deepEqual(troubles, []);
  });

  test('a column of events makes the target survival times', async () => {
    const { page, troubles } = await studio.open();
    await chooseFile(page, 'a.csv', targetsCsv());
    await page.getByLabel('Target: the column to predict').selectOption('time');
    await page.getByText('Survival times and weights').click();
    await page.getByLabel(/^Event, for survival times/).selectOption('died');
    await page.getByText(/^To be told: /).waitFor();
    await fillOptions(page, quickOptions);
    await page.getByLabel(/^Features to select/).fill('2');
    await start(page);
    await waitForResults(page);
    assert.match((await page.locator('main').textContent())!, /--target time --event died/);
    assert.match(await downloadText(page, 'report.html'), /Kaplan/);
    assert.deepEqual(troubles, []);
  });

  test('survival times are guessed with their events, as the command line does, and another target leaves them', async () => {
    const { page } = await studio.open();
    await chooseFile(page, 'a.csv', targetsCsv().replace('died', 'status'));
    const event = page.getByLabel(/^Event, for survival times/);
    await event.waitFor({ state: 'visible' });
    const target = page.getByLabel('Target: the column to predict');
    assert.deepEqual([await target.inputValue(), await event.inputValue()], ['time', 'status']);
    await page.getByText(/^To be told: /).waitFor();
    await target.selectOption('grade');
    await page.getByRole('heading', { name: /^\d classes$/ }).waitFor();
    assert.equal(await event.inputValue(), '');
    await page.close();
  });

  test('rows and classes are weighted, and a method that cannot weight them says so', async () => {
    const { page, troubles } = await studio.open();
    await chooseFile(page, 'a.csv', targetsCsv());
    await page.getByLabel('Target: the column to predict').selectOption('grade');
    await page.getByText('Survival times and weights').click();
    await page.getByLabel(/^Weights: /).selectOption('counts');
    const classes = page.getByLabel('Weight of the classes');
    await classes.fill('heavy');
    await classes.press('Tab');
    await page.getByText(/Got "heavy"/).waitFor();
    await classes.fill('balanced');
    await classes.press('Tab');
    await page.getByLabel('Method', { exact: true }).selectOption('anova-f');
    const relief = page.getByLabel('Method', { exact: true }).locator('option', { hasText: /^relief$/ });
    assert.equal(await relief.isDisabled(), true);
    await page.getByLabel(/^Features to select/).fill('2');
    await start(page);
    await waitForResults(page);
    assert.match((await page.locator('main').textContent())!, /--weights counts --class-weights balanced/);
    assert.deepEqual(troubles, []);
  });
});
