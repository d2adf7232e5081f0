/** The notebook's widget in Chromium, with a model such as a notebook gives it. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { launchChromium, skipWithoutBrowser as skip } from './chromium.js';

const widget = new URL('../widget/widget.js', import.meta.url);

describe('the widget of notebooks', { skip, timeout: 120_000 }, () => {
  test('shows strengths and curves, follows the epochs, and lets go when it is taken away', async () => {
    const source = await readFile(widget, 'utf8');
    const browser = await launchChromium();
    try {
      const page = await browser.newPage({ viewport: { width: 900, height: 640 } });
      const troubles: string[] = [];
      page.on('pageerror', (error) => troubles.push(String(error)));
      await page.setContent('<!doctype html><div id="cell"></div>');
      await page.evaluate(async (code) => {
        const { default: made } = await import(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
        const listeners = new Set<() => void>();
        const values: Record<string, unknown> = {
          title: 'neurofs',
          names: ['<b>gene0</b>', 'gene1', 'gene2', 'gene3'],
          strengths: new DataView(new ArrayBuffer(0)),
          history: { epoch: [], loss: [], activeCount: [] },
          epoch_count: 0,
        };
        const model = {
          get: (name: string) => values[name],
          on: (_event: string, listener: () => void) => listeners.add(listener),
          off: (_event: string, listener: () => void) => listeners.delete(listener),
        };
        const remove = made.render({ model, el: document.getElementById('cell')! });
        const tell = (changed: Record<string, unknown>) => {
          Object.assign(values, changed);
          for (const listener of listeners) listener();
        };
        Object.assign(globalThis, { tell, remove, listeners });
      }, source);
      const cell = page.locator('#cell');
      assert.equal((await cell.locator('figcaption').textContent())?.trim(), 'neurofs');

      // Bytes of a message begin anywhere: here after one that is not ours.
      const tell = (epochs: number, strengths: readonly number[]) =>
        page.evaluate(
          ([count, given]) => {
            const bytes = new Uint8Array(1 + 4 * given.length);
            bytes.set(new Uint8Array(Float32Array.from(given).buffer), 1);
            const epoch = Array.from({ length: count + 1 }, (_, at) => at);
            (globalThis as never as { tell(changed: object): void }).tell({
              strengths: new DataView(bytes.buffer, 1),
              epoch_count: 10,
              history: {
                epoch,
                loss: epoch.map((at) => (at === 0 ? null : 1 / at)),
                activeCount: epoch.map((at) => 4 - at / 5),
              },
            });
          },
          [epochs, strengths] as const,
        );
      await tell(2, [0.5, 2, 0, 1]);
      await page.waitForFunction(
        () => document.querySelector('#cell')!.shadowRoot!.querySelectorAll('li').length === 3,
      );
      const named = await cell.locator('.bar-name').allTextContents();
      assert.deepEqual(named, ['gene1', 'gene3', '<b>gene0</b>']);
      assert.match((await cell.locator('figcaption').textContent())!, /epoch 2 of 10/);
      assert.equal(await cell.locator('svg.chart').count(), 2);

      await tell(10, [3, 2, 1, 0.5]);
      await page.waitForFunction(
        () => document.querySelector('#cell')!.shadowRoot!.querySelectorAll('li').length === 4,
      );
      assert.equal((await cell.locator('.bar-name').allTextContents())[0], '<b>gene0</b>');
      // Drawn in the page's colours: the strip of all features is not empty.
      const colours = await cell.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
        const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
        return new Set(new Uint32Array(data.buffer)).size;
      });
      assert.ok(colours > 3, `${colours} colours`);

      const left = await page.evaluate(() => {
        const { remove, listeners } = globalThis as never as { remove(): void; listeners: Set<unknown> };
        remove();
        return [listeners.size, document.querySelector('#cell')!.shadowRoot!.children.length];
      });
      assert.deepEqual(left, [0, 0]);
      assert.deepEqual(troubles, []);
    } finally {
      await browser.close();
    }
  });
});
