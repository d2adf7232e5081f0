/**
 * Pictures of NeuroFS Studio: `npm run studio:look [FORM ...]` takes one of every state in every form (a desk, a phone, a
 * tablet, 200 % zoom, the dark, forced colours, print) to `build/look`, to be looked at; `npm run studio:look -- docs` takes those of the
 * documents.
 */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from '../../test/chromium.js';
import { openStudio, serveStudio, start, waitForResults } from '../../test/studio-page.js';
import { visitStates } from '../../test/studio-states.js';

const forms: Readonly<Record<string, BrowserContextOptions & { readonly isPrinted?: true }>> = {
  desk: {},
  phone: { viewport: { width: 360, height: 740 } },
  tablet: { viewport: { width: 820, height: 1180 } },
  zoom: { viewport: { width: 640, height: 450 } },
  dark: { colorScheme: 'dark' },
  forced: { forcedColors: 'active' },
  print: { isPrinted: true },
};

const root = fileURLToPath(new URL('../../../', import.meta.url));
const wanted = process.argv.slice(2);
const [browser, server] = await Promise.all([launchChromium(), serveStudio()]);
try {
  if (wanted.includes('docs')) await takeDocuments(browser, server.address);
  else {
    for (const form of wanted.length > 0 ? wanted : Object.keys(forms)) await takeStates(browser, server.address, form);
  }
} finally {
  await browser.close();
  await server.close();
}

async function takeStates(on: Browser, address: string, form: string): Promise<void> {
  const { isPrinted, ...options } = forms[form] ?? {};
  const folder = `${root}build/look/${form}`;
  mkdirSync(folder, { recursive: true });
  const { page, troubles } = await openStudio(on, address, options);
  let count = 0;
  await visitStates(page, async (state) => {
    const name = `${String(++count).padStart(2, '0')} ${state}`;
    if (isPrinted) await page.emulateMedia({ media: 'print' });
    await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
    if (isPrinted) await page.emulateMedia({ media: 'screen' });
    console.log(`${form}: ${name}`);
  });
  if (troubles.length > 0) console.log(troubles.join('\n'));
  await page.close();
}

/** Training and its result on the sample of MNIST, the ranking of a table, and the first thing a visitor sees. */
async function takeDocuments(on: Browser, address: string): Promise<void> {
  const folder = `${root}docs/images`;
  const open = () => openStudio(on, address, { viewport: { width: 1280, height: 900 }, deviceScaleFactor: 1.5 });
  const shoot = (page: Page, name: string) => page.screenshot({ path: `${folder}/studio-${name}.png` });
  const { page } = await open();
  await page.getByText('Handwritten digits').click();
  await start(page);
  await page.getByText(/epoch (1[2-9]|[2-9]\d) of/).waitFor();
  await shoot(page, 'running');
  await waitForResults(page);
  await page.evaluate(() => scrollTo(0, 0));
  await shoot(page, 'done');
  await page.getByRole('link', { name: 'Features' }).click();
  await page.waitForTimeout(500);
  await shoot(page, 'ranking');
  await page.close();
}
