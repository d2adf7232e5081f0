/** The same bits in a browser: the compiled files, served as they are, in Debian's Chromium. Skips where there is none. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { goldenBits } from './golden-run.js';

const executablePath = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
  .filter((path) => path !== undefined)
  .find((path) => existsSync(path));
const skip = executablePath === undefined && 'no Chromium found; install it or set CHROMIUM to its path';

const dist = fileURLToPath(new URL('..', import.meta.url));
const types: Readonly<Record<string, string>> = { js: 'text/javascript', html: 'text/html', map: 'application/json' };

/** Serves dist/. `isIsolated` sends the headers that allow a page to share memory between threads. */
async function serve(isIsolated: boolean): Promise<{ server: Server; address: string }> {
  const server = createServer(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    if (isIsolated) {
      response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
      response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
    }
    try {
      const body = pathname === '/' ? '<!doctype html><title>neurofs</title>' : await readFile(`${dist}${pathname}`);
      response.setHeader('Content-Type', types[pathname === '/' ? 'html' : (pathname.split('.').at(-1) ?? '')] ?? '');
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

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
    browser = await chromium.launch({
      executablePath: executablePath!,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
    });
  });
  after(() => browser?.close());

  async function runInBrowser(isIsolated: boolean, threadCount: number): Promise<{ bits: string; threads: number }> {
    const { server, address } = await serve(isIsolated);
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
