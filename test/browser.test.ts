/** The same bits in a browser: the compiled files, served as they are, in Debian's Chromium. Skips where there is none. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium, skipWithoutBrowser as skip } from './chromium.js';
import { goldenBits } from './golden-run.js';
import { serveDist } from './serve-dist.js';

/** A worker that runs the golden case and posts its fingerprint and thread count. */
const workerSource = (address: string, threadCount: number): string => `
  import { createWebEngine } from '${address}/src/compute/web-threads.js';
  import { fingerprint, runGolden } from '${address}/test/golden-run.js';
  try {
    const engine = await createWebEngine(${threadCount});
    const scores = await runGolden(engine, 7);
    postMessage({ bits: fingerprint(scores), threads: engine.threadCount });
    engine.dispose();
  } catch (error) {
    postMessage({ bits: String(error && error.stack || error), threads: 0 });
  }
`;

describe('in Chromium', { skip }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchChromium();
  });
  after(() => browser?.close());

  async function runInBrowser(isIsolated: boolean, threadCount: number): Promise<{ bits: string; threads: number }> {
    const { server, address } = await serveDist(isIsolated);
    try {
      const page = await browser.newPage();
      await page.goto(address);
      return await page.evaluate(
        (source) =>
          new Promise<{ bits: string; threads: number }>((resolve, reject) => {
            const worker = new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })), {
              type: 'module',
            });
            worker.onmessage = ({ data }) => resolve(data);
            worker.onerror = ({ message }) => reject(new Error(message));
          }),
        workerSource(address, threadCount),
      );
    } finally {
      server.close();
      server.closeAllConnections();
    }
  }

  test('one thread gives the bits of Node, without shared memory between threads', async () => {
    assert.deepEqual(await runInBrowser(false, 3), { bits: goldenBits, threads: 1 });
  });

  test('three threads give the bits of Node in a cross-origin isolated page', async () => {
    assert.deepEqual(await runInBrowser(true, 3), { bits: goldenBits, threads: 3 });
  });
});
