/** NeuroFS Studio for everyone: axe-core finds nothing to mend in any state, and small or zoomed screens show what matters. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { faintTexts, overflow, violations } from './axe.js';
import { skipWithoutBrowser as skip } from './chromium.js';
import { dropFile, fillOptions, sampleCsv, start, useStudio } from './studio-page.js';
import { visitStates } from './studio-states.js';

describe('NeuroFS Studio for everyone', { skip }, () => {
  const studio = useStudio();

  for (const [name, options] of [
    ['on a desk', { viewport: { width: 1280, height: 900 } }],
    ['on a phone in the dark', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' as const }],
  ] as const) {
    test(`axe-core finds no violation in any state ${name}`, async () => {
      const { page, troubles } = await studio.open(options);
      await visitStates(page, async (state) => {
        assert.deepEqual(await violations(page), [], state);
        assert.deepEqual(await faintTexts(page), [], `${state}: hard to read`);
        assert.equal(await overflow(page), 0, `${state}: wider than the screen`);
        assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1, `${state}: one heading of the page`);
      });
      assert.deepEqual(troubles, []);
      await page.close();
    });
  }

  for (const [name, width, height] of [
    ['a phone', 390, 844],
    ['a tablet', 820, 1180],
    ['200 % zoom', 640, 450],
  ] as const) {
    test(`on ${name} Start leads to the training, and no focused field is covered`, async () => {
      const { page } = await studio.open({ viewport: { width, height } });
      await dropFile(page, 'a.csv', sampleCsv());
      await page.getByText('150 rows, 41 columns').waitFor();
      await fillOptions(page, { Epochs: '5000', Hidden: '40,40' });
      await page.getByLabel('Features to select, of 40').focus();
      for (let step = 0; step < 12; step++) {
        const covered = await page.evaluate(() => {
          const field = document.activeElement!;
          const { left, top, width: wide, height: high } = field.getBoundingClientRect();
          const seen = document.elementFromPoint(left + wide / 2, top + high / 2);
          return field.contains(seen) ? '' : `${field.outerHTML.slice(0, 80)} under ${seen?.outerHTML.slice(0, 80)}`;
        });
        assert.equal(covered, '');
        await page.keyboard.press('Tab');
      }
      await start(page);
      await page.getByText(/epoch [1-9]\d* of 5000/).waitFor();
      const box = (await page.locator('.run-status').boundingBox())!;
      assert.ok(box.y >= 0 && box.y + box.height <= height, `the status is at ${box.y} of ${height}`);
      const spoken = await page.locator('.run-bar [role=status]').textContent();
      assert.doesNotMatch(spoken!, /epoch/);
      await page.close();
    });
  }

  test('with forced colours bars are seen, and fields that cannot be used look so', async () => {
    const { page } = await studio.open({ forcedColors: 'active' });
    await dropFile(page, 'a.csv', sampleCsv());
    await page.getByText('150 rows, 41 columns').waitFor();
    const colours = await page
      .locator('.bar-fill')
      .first()
      .evaluate((bar) => {
        const behind = getComputedStyle(document.body).backgroundColor;
        return [getComputedStyle(bar).backgroundColor, behind];
      });
    assert.notEqual(colours[0], colours[1]);
    await page.close();
    const { page: plain } = await studio.open();
    await dropFile(plain, 'a.csv', sampleCsv());
    await plain.getByText('150 rows, 41 columns').waitFor();
    await fillOptions(plain, { Epochs: '5000', Hidden: '40,40' });
    const field = plain.getByLabel('Seed');
    const look = () => field.evaluate((element) => getComputedStyle(element).backgroundColor);
    const before = await look();
    await start(plain);
    await plain.locator('.run-status').waitFor();
    assert.notEqual(await look(), before);
    assert.match((await plain.locator('#why-not').textContent())!, /It can start when this run has ended/);
    await plain.close();
  });
});
