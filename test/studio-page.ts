/** NeuroFS Studio in a browser, as the tests use it: what a user does, by the names a user sees. */
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { type StudioServer, startStudioServer } from '../node/studio/studio-server.js';
import { makeClassification } from '../src/make-classification.js';
import { launchChromium } from './chromium.js';

export function serveStudio(): Promise<StudioServer> {
  return startStudioServer({ folder: fileURLToPath(new URL('../studio', import.meta.url)) });
}

/** For the tests of one suite: a browser and the page's server before them, closed after them. */
export function useStudio() {
  let browser: Browser | undefined;
  let server: StudioServer | undefined;
  before(async () => {
    [browser, server] = await Promise.all([launchChromium(), serveStudio()]);
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });
  return {
    open: (options?: BrowserContextOptions): Promise<StudioPage> => openStudio(browser!, server!.address, options),
    /** The page at another address, such as one with settings in it. */
    openAt: (address: string): Promise<StudioPage> => openStudio(browser!, address),
  };
}

export interface StudioPage {
  readonly page: Page;
  /** Errors of the page and dialogs that something managed to open. */
  readonly troubles: readonly string[];
}

export async function openStudio(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<StudioPage> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
  // A machine that is busy with other tests may be slow.
  page.setDefaultTimeout(120_000);
  const troubles: string[] = [];
  page.on('pageerror', ({ message }) => troubles.push(message));
  page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()));
  page.on('dialog', (dialog) => {
    if (dialog.type() !== 'beforeunload') troubles.push(`dialog: ${dialog.message()}`);
    void dialog.accept();
  });
  await page.goto(address);
  return { page, troubles };
}

/** Drops a file on the page as a mouse does. */
export async function dropFile(page: Page, name: string, text: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([fileName, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content], fileName));
      return data;
    },
    [name, text],
  );
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
}

export async function chooseFile(page: Page, name: string, content: string | Buffer): Promise<void> {
  const buffer = typeof content === 'string' ? Buffer.from(content) : content;
  await page.locator('input[type=file]').first().setInputFiles({ name, mimeType: '', buffer });
}

/** Small enough for a second of training. */
export const quickOptions = { Epochs: '8', Hidden: '40,40' } as const;

export async function fillOptions(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  const closed = page.locator('details:not([open]) > summary', { hasText: 'More settings' });
  await page.locator('summary', { hasText: 'More settings' }).waitFor();
  // By the keyboard: on a busy machine the page may still move between a mouse's button going down and up.
  if ((await closed.count()) > 0) await closed.press('Enter');
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value);
}

export async function start(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start', exact: true }).click();
}

/** Presses the button from inside the page the moment its status matches, which is sooner than a test outside can. */
export async function pressWhen(page: Page, status: RegExp, button: string): Promise<void> {
  await page.evaluate(
    ([pattern, name]) => {
      const look = (): void => {
        const text = document.querySelector('.run-status')?.textContent ?? '';
        const found = [...document.querySelectorAll('button')].find((each) => each.textContent === name);
        if (found && new RegExp(pattern).test(text)) found.click();
        else setTimeout(look, 5);
      };
      look();
    },
    [status.source, button],
  );
}

/** Until the results are there and nothing is measured any more. */
export async function waitForResults(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'What it means' }).waitFor();
  await page.locator('button:enabled', { hasText: 'more seeds' }).waitFor();
}

/** A run of a second: of the table that is given, or of what is open. */
export async function runQuickly(page: Page, csv?: string): Promise<void> {
  if (csv !== undefined) await chooseFile(page, 'a.csv', csv);
  await fillOptions(page, quickOptions);
  await start(page);
  await waitForResults(page);
}

export async function downloadText(page: Page, button: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** A table whose classes can be told apart by a few of its columns. */
export function sampleCsv(rowCount = 150, featureCount = 40): string {
  const { values, labels } = makeClassification({
    rowCount,
    featureCount,
    informativeCount: 4,
    redundantCount: 2,
    classCount: 3,
    separation: 1.5,
    seed: 4,
  });
  const lines = Array.from({ length: rowCount }, (_, row) => {
    const cells = values.subarray(row * featureCount, (row + 1) * featureCount);
    return [...Array.from(cells, (cell) => cell.toFixed(3)), `kind ${labels[row]}`].join(',');
  });
  const names = Array.from({ length: featureCount }, (_, feature) => `gene ${feature}`);
  return [[...names, 'kind of thing'].join(','), ...lines, ''].join('\n');
}

/** The same with one gene that is 1 in every row, which nothing can be learnt to predict. */
export function csvWithConstant(gene: number): string {
  const [head, ...lines] = sampleCsv().split('\n');
  const flat = lines.map((line) => (line === '' ? line : line.split(',').with(gene, '1').join(',')));
  return [head, ...flat].join('\n');
}
