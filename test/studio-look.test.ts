/** How NeuroFS Studio looks and feels in Debian's Chromium: frames, keyboard, phone, light and dark, size. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { overflow } from './axe.js';
import { skipWithoutBrowser as skip } from './chromium.js';
import {
  chooseFile,
  dropFile,
  fillOptions,
  quickOptions,
  sampleCsv,
  start,
  useStudio,
  waitForResults,
} from './studio-page.js';

const folder = fileURLToPath(new URL('../studio', import.meta.url));

test('the first load is under 300 kB compressed: page, worker and styles, without the readers', () => {
  const assets = readdirSync(`${folder}/assets`).filter((name) => /^(index|worker|web-thread)-/.test(name));
  const files = ['index.html', 'icon.svg', ...assets.map((name) => `assets/${name}`)];
  assert.ok(assets.length >= 4, assets.join());
  const bytes = files.reduce((sum, name) => sum + gzipSync(readFileSync(`${folder}/${name}`)).length, 0);
  assert.ok(bytes < 300_000, `${bytes} bytes`);
});

/** The times between animation frames, sorted: over some seconds, and at least until some epochs have been drawn. */
function frameTimes(page: Page, seconds: number, epochs: number): Promise<number[]> {
  return page.evaluate(
    ([milliseconds, epochCount]) =>
      new Promise<number[]>((resolve) => {
        const epochNow = () => Number(/epoch (\d+) of/.exec(document.querySelector('.run-status')!.textContent!)?.[1]);
        const times: number[] = [];
        const begin = performance.now();
        const first = epochNow();
        let last = begin;
        const tick = (now: number): void => {
          times.push(now - last);
          last = now;
          if (now - begin < milliseconds || epochNow() < first + epochCount) requestAnimationFrame(tick);
          else resolve(times.slice(1).sort((a, b) => a - b));
        };
        requestAnimationFrame(tick);
      }),
    [seconds * 1000, epochs],
  );
}

/** Texts whose colour is too near to what is behind them: less than 4.5 to 1, or 3 to 1 where they are large. */
function faintTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const channels = (colour: string): number[] => {
      const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;
      pen.fillStyle = colour;
      pen.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = pen.getImageData(0, 0, 1, 1).data;
      return [red, green, blue, alpha / 255];
    };
    const light = (colour: number[]): number => {
      const [red, green, blue] = colour.map((value) => {
        const share = value / 255;
        return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const behind = (element: Element | null): number[] => {
      for (let each = element; each; each = each.parentElement) {
        const colour = channels(getComputedStyle(each).backgroundColor);
        if (colour[3] > 0.99) return colour;
      }
      return channels(getComputedStyle(document.documentElement).colorScheme.includes('dark') ? '#000' : '#fff');
    };
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement!;
      const text = node.textContent!.trim();
      if (text === '' || !element.checkVisibility() || element.closest('.hidden, .skip, :disabled, noscript')) continue;
      const style = getComputedStyle(element);
      const ink = element instanceof SVGElement ? style.fill : style.color;
      const [a, b] = [light(channels(ink)), light(behind(element))];
      const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      const isLarge = Number.parseFloat(style.fontSize) >= 24;
      if (ratio < (isLarge ? 3 : 4.5)) found.push(`${text.slice(0, 30)} ${ratio.toFixed(2)}`);
    }
    return found;
  });
}

/** Keeps the times of what a user does from now on. */
function watchInteractions(page: Page): Promise<void> {
  return page.evaluate(() => {
    const kept: PerformanceEventTiming[] = [];
    Object.assign(window, { interactions: kept });
    const observer = new PerformanceObserver((list) => kept.push(...(list.getEntries() as PerformanceEventTiming[])));
    observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
}

/** Milliseconds of the page's own work, which the load of the machine changes little, and until the next paint. */
function slowestInteraction(page: Page): Promise<{ readonly work: number; readonly paint: number }> {
  return page.evaluate(() => {
    const { interactions } = window as unknown as { readonly interactions: readonly PerformanceEventTiming[] };
    const most = (read: (each: PerformanceEventTiming) => number): number => Math.max(0, ...interactions.map(read));
    return {
      work: most(({ processingStart, processingEnd }) => processingEnd - processingStart),
      paint: most(({ duration }) => duration),
    };
  });
}

function unnamedControls(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('button, input:not([type=file]), select, canvas, progress')]
      .filter((element) => {
        const labels = (element as HTMLInputElement).labels?.length ?? 0;
        return !element.getAttribute('aria-label') && labels === 0 && element.textContent!.trim() === '';
      })
      .map((element) => element.outerHTML.slice(0, 80)),
  );
}

describe('NeuroFS Studio', { skip }, () => {
  const studio = useStudio();

  test('draws 60 frames a second while it trains on the MNIST sample', async (context) => {
    const { page, troubles } = await studio.open();
    await page.getByText('Handwritten digits').click();
    await page.getByLabel('Epochs').fill('1000');
    await start(page);
    await page.getByText(/epoch [1-9]\d* of 1000/).waitFor();
    const times = await frameTimes(page, 4, 4);
    const at = (share: number) => times[Math.floor(share * (times.length - 1))];
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

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`fits a phone, names its controls and is easy to read in ${colorScheme}`, async () => {
      const { page, troubles } = await studio.open({
        viewport: { width: 390, height: 844 },
        colorScheme,
      });
      const check = async (state: string): Promise<void> => {
        assert.equal(await overflow(page), 0, `${state}: wider than the screen`);
        assert.deepEqual(await faintTexts(page), [], state);
        assert.deepEqual(await unnamedControls(page), [], state);
      };
      await check('empty');
      await chooseFile(page, 'bad.csv', 'a,b\n1,2\n1,2,3,4\n');
      await page.getByRole('alert').waitFor();
      await check('error');
      await chooseFile(page, `${'a-very-long-name-'.repeat(8)}.csv`, sampleCsv());
      await page.getByText('150 rows, 41 columns').waitFor();
      await fillOptions(page, quickOptions);
      await check('loaded');
      await start(page);
      await waitForResults(page);
      await page.getByRole('button', { name: 'Run 4 more seeds' }).click();
      await page.getByText(/features were chosen under all 5 seeds/).waitFor();
      await check('done');
      const picture = await page.screenshot({ fullPage: true });
      assert.ok(picture.length > 50_000, `a screenshot of ${picture.length} bytes`);
      assert.deepEqual(troubles, []);
      await page.close();
    });
  }

  test('50,000 columns are loaded, searched and selected from', async (context) => {
    const { page, troubles } = await studio.open();
    const columnCount = 50_000;
    const names = Array.from({ length: columnCount }, (_, column) => `g${column}`);
    const rows = Array.from({ length: 20 }, (_, row) => {
      const cells = names.map((_, column) => (column === 777 ? (row % 2) * 9 : (row * 7 + column * (row + 3)) % 10));
      return [...cells, row % 2 ? 'ill' : 'well'].join(',');
    });
    const begin = performance.now();
    await dropFile(page, 'wide.csv', [[...names, 'state'].join(','), ...rows, ''].join('\n'));
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
    await watchInteractions(page);
    await page.getByLabel('Search').last().fill('g777');
    await page.getByText('11 found').waitFor();
    await page.getByRole('button', { name: 'Feature', exact: true }).click();
    await page.locator('.ranking-table .feature-name').first().click();
    await page.getByRole('heading', { name: /^Feature g/ }).waitFor();
    const { work, paint } = await slowestInteraction(page);
    context.diagnostic(`the slowest interaction: ${Math.round(work)} ms of work, ${paint} ms to the next paint`);
    assert.ok(work < 200, `${work} ms`);
    assert.deepEqual(troubles, []);
    await page.close();
  });
});
