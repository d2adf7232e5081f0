/**
 * `npm run studio:measure`: how fast NeuroFS Studio loads, draws and answers on this machine, as a table for docs/studio.md.
 * Interactions are timed to the next paint, as browsers report them; frames are those the page could draw.
 */

import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../test/chromium.js';
import { dropFile, fillOptions, openStudio, serveStudio, start, waitForResults } from '../../test/studio-page.js';
import { firstLoadBytes, frameTimes, shareOf, slowestOf, useRanking, wideCsv } from '../../test/studio-timing.js';

type Row = readonly [what: string, aim: string, measured: string];

const [browser, server] = await Promise.all([launchChromium(), serveStudio()]);
const folder = mkdtempSync(join(tmpdir(), 'neurofs-measure-'));
try {
  const rows: Row[] = [['first load, compressed', 'under 300 kB', `${Math.round(firstLoadBytes() / 1000)} kB`]];
  for (const part of [sample, wide, large]) rows.push(...(await part(browser, server.address)));
  console.log(`${cpus().length} x ${cpus()[0].model}, load ${loadavg()[0].toFixed(1)}\n`);
  console.log(['| | aim | measured |', '|---|---|---|', ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n'));
} finally {
  await browser.close();
  await server.close();
  rmSync(folder, { recursive: true });
}

/** The sample of MNIST: frames while it trains, and what a user does then and afterwards. */
async function sample(on: Browser, address: string): Promise<Row[]> {
  const { page } = await openStudio(on, address);
  await page.getByText('Handwritten digits').click();
  await page.getByLabel('Epochs', { exact: true }).fill('240');
  await start(page);
  await page.getByText(/epoch [1-9]\d* of 240/).waitFor();
  const frames = framesText(await frameTimes(page, 4, 4));
  const during = await slowestOf(page, async () => {
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'One epoch back' }).click();
    await page.getByRole('button', { name: 'Resume' }).click();
  });
  await waitForResults(page);
  const after = await slowestOf(page, () => useRanking(page, '1'));
  await page.close();
  return [
    ['frames while training on MNIST’s sample', '16.7 ms', frames],
    ['MNIST’s sample, training: pause, step back, resume', 'under 200 ms', `${during.paint} ms`],
    ['MNIST’s sample, done: search, sort, open a feature', 'under 200 ms', `${after.paint} ms`],
  ];
}

async function wide(on: Browser, address: string): Promise<Row[]> {
  const { page } = await openStudio(on, address);
  const begin = performance.now();
  await dropFile(page, 'wide.csv', wideCsv(60_000));
  await page.getByText('20 rows, 60,001 columns').waitFor();
  const read = seconds(performance.now() - begin);
  await fillOptions(page, { Epochs: '2', Hidden: '30,30' });
  await page.getByLabel('Features to select, of 60,000').fill('10');
  const started = performance.now();
  await start(page);
  await waitForResults(page);
  const selected = seconds(performance.now() - started);
  const { paint } = await slowestOf(page, () => useRanking(page, 'g777'));
  await page.close();
  return [
    ['60,000 columns: read; 2 epochs and their curve', '', `${read}; ${selected}`],
    ['60,000 columns: search, sort, open a feature', 'under 200 ms', `${paint} ms`],
  ];
}

async function large(on: Browser, address: string): Promise<Row[]> {
  const path = await writeLarge();
  const { page } = await openStudio(on, address);
  const begin = performance.now();
  await page.locator('input[type=file]').first().setInputFiles(path);
  await page.locator('.reading').waitFor();
  const frames = framesText(await frameTimes(page, 4));
  await page.getByText('20,000 rows, 1,876 columns').waitFor();
  const read = seconds(performance.now() - begin);
  await page.getByRole('button', { name: 'Start', exact: true }).waitFor();
  const { paint } = await slowestOf(page, () => useColumns(page));
  await page.close();
  const size = `${Math.round(statSync(path).size / 1e6)} MB`;
  return [
    [`a CSV of ${size}, 20,000 x 1,876: read`, '', read],
    [`the same: frames while it is read`, '16.7 ms', frames],
    [`the same: search the columns, untick one`, 'under 200 ms', `${paint} ms`],
  ];
}

async function useColumns(page: Page): Promise<void> {
  await page.getByLabel('Search').last().fill('c17');
  await page.getByLabel('Use the column c17', { exact: true }).click();
  await page.getByText('Features to select, of 1,874').waitFor();
}

async function writeLarge(): Promise<string> {
  const path = join(folder, 'large.csv');
  const file = createWriteStream(path);
  const [rowCount, columnCount] = [20_000, 1875];
  file.write(`${Array.from({ length: columnCount }, (_, column) => `c${column}`).join(',')},kind\n`);
  for (let row = 0; row < rowCount; row++) {
    const cells = Array.from({ length: columnCount }, (_, column) =>
      (((row * 7919 + column * 104_729) % 100_003) / 1000).toFixed(5),
    );
    if (!file.write(`${cells.join(',')},${row % 2 ? 'a' : 'b'}\n`)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
  return path;
}

function framesText(times: readonly number[]): string {
  const [median, late, longest] = [0.5, 0.95, 1].map((share) => shareOf(times, share).toFixed(1));
  return `median ${median} ms, 95th percentile ${late} ms, longest ${longest} ms`;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
