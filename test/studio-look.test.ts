/** How NeuroFS Studio looks and feels in Debian's Chromium: frames, keyboard, many columns, size. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { skipWithoutBrowser as skip } from './chromium.js';
import { dropFile, fillOptions, start, useStudio, waitForResults } from './studio-page.js';
import { firstLoadBytes, frameTimes, shareOf, slowestOf, useRanking, wideCsv } from './studio-timing.js';

test('the first load is under 300 kB compressed: page, worker and styles, without the readers', () => {
  const bytes = firstLoadBytes();
  assert.ok(bytes > 100_000 && bytes < 300_000, `${bytes} bytes`);
});

describe('NeuroFS Studio', { skip }, () => {
  const studio = useStudio();

  test('draws 60 frames a second while it trains on the MNIST sample', async (context) => {
    const { page, troubles } = await studio.open();
    await page.getByText('Handwritten digits').click();
    await page.getByLabel('Epochs').fill('1000');
    await start(page);
    await page.getByText(/epoch [1-9]\d* of 1000/).waitFor();
    const times = await frameTimes(page, 4, 4);
    const at = (share: number) => shareOf(times, share);
    context.diagnostic(
      `${times.length} frames: median ${at(0.5).toFixed(1)} ms, 95th percentile ${at(0.95).toFixed(1)} ms, longest ${at(1).toFixed(1)} ms`,
    );
    assert.ok(at(0.5) <= 17.5, `median frame ${at(0.5)} ms`);
    const painted = await page.locator('canvas.picture').evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size;
    });
    assert.ok(painted > 20, `${painted} colours in the picture`);
    assert.deepEqual(troubles, []);
    await page.close();
  });

  test('can be used by keyboard alone', async () => {
    const { page, troubles } = await studio.open();
    const focused = () =>
      page.evaluate(() => {
        const element = document.activeElement as HTMLInputElement | null;
        return `${element?.labels?.[0]?.textContent ?? ''}${element?.tagName === 'BUTTON' ? element.textContent : ''}`;
      });
    const tabTo = async (name: RegExp): Promise<void> => {
      for (let step = 0; step < 60; step++) {
        await page.keyboard.press('Tab');
        if (name.test(await focused())) return;
      }
      assert.fail(`no tab leads to ${name}`);
    };
    await tabTo(/^Planted columns/);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Start', exact: true }).waitFor();
    await tabTo(/^Method/);
    await page.keyboard.type('quick');
    assert.equal(await page.getByLabel('Method').inputValue(), 'quickselection');
    await tabTo(/^Epochs/);
    await page.keyboard.type('6');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Training' }).waitFor();
    await waitForResults(page);
    await tabTo(/^Epoch 6/);
    await page.keyboard.press('ArrowLeft');
    await page.getByText('5 / 6').waitFor();
    await tabTo(/^selection\.json$/);
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    assert.equal(download.suggestedFilename(), 'selection.json');
    assert.deepEqual(troubles, []);
    await page.close();
  });

  test('50,000 columns are loaded, searched and selected from', async (context) => {
    const { page, troubles } = await studio.open();
    const begin = performance.now();
    await dropFile(page, 'wide.csv', wideCsv(50_000));
    await page.getByText('20 rows, 50,001 columns').waitFor();
    const loaded = performance.now();
    await fillOptions(page, { Epochs: '2', Hidden: '30,30' });
    await page.getByLabel('Features to select, of 50,000').fill('10');
    await start(page);
    await waitForResults(page);
    context.diagnostic(
      `loaded in ${Math.round(loaded - begin)} ms, selected in ${Math.round(performance.now() - loaded)} ms`,
    );
    const elements = await page.evaluate(() => document.querySelectorAll('*').length);
    assert.ok(elements < 2500, `${elements} elements on the page`);
    const { work, paint } = await slowestOf(page, () => useRanking(page, 'g777'));
    context.diagnostic(`the slowest interaction: ${Math.round(work)} ms of work, ${paint} ms to the next paint`);
    assert.ok(work < 200, `${work} ms`);
    assert.deepEqual(troubles, []);
    await page.close();
  });
});
