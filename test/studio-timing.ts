/** How fast NeuroFS Studio loads, draws and answers, as tests hold it and `npm run studio:measure` tells it. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';

const folder = fileURLToPath(new URL('../studio', import.meta.url));

/** Page, worker and styles, gzipped; the readers come with the first file. */
export function firstLoadBytes(): number {
  const assets = readdirSync(`${folder}/assets`).filter((name) => /^(index|worker|web-thread)-/.test(name));
  const files = ['index.html', 'icon.svg', ...assets.map((name) => `assets/${name}`)];
  return files.reduce((sum, name) => sum + gzipSync(readFileSync(`${folder}/${name}`)).length, 0);
}

/** The times between animation frames, sorted: over some seconds, and until some epochs have been drawn or none is left. */
export function frameTimes(page: Page, seconds: number, epochs = 0): Promise<number[]> {
  return page.evaluate(
    ([milliseconds, epochCount]) =>
      new Promise<number[]>((resolve) => {
        const status = () => document.querySelector('.run-status')?.textContent ?? '';
        const epochNow = () => Number(/epoch (\d+) of/.exec(status())?.[1] ?? Number.POSITIVE_INFINITY);
        const times: number[] = [];
        const begin = performance.now();
        const wanted = epochCount === 0 ? 0 : epochNow() + epochCount;
        let last = begin;
        const tick = (now: number): void => {
          times.push(now - last);
          last = now;
          if (now - begin < milliseconds || epochNow() < wanted) requestAnimationFrame(tick);
          else resolve(times.slice(1).sort((a, b) => a - b));
        };
        requestAnimationFrame(tick);
      }),
    [seconds * 1000, epochs],
  );
}

/** The value below which this share of sorted values lies. */
export function shareOf(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(share * (sorted.length - 1))];
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

/** The slowest of what is done. */
export async function slowestOf(
  page: Page,
  act: () => Promise<void>,
): Promise<{ readonly work: number; readonly paint: number }> {
  await watchInteractions(page);
  await act();
  return slowestInteraction(page);
}

/** Searches the ranking, sorts it by name and opens a feature. */
export async function useRanking(page: Page, search: string): Promise<void> {
  await page.getByLabel('Search').last().fill(search);
  await page.getByText(/^[\d,]+ found$/).waitFor();
  await page.getByRole('button', { name: 'Feature', exact: true }).click();
  await page.locator('.ranking-table .feature-name').first().click();
  await page.getByRole('heading', { name: /^Feature / }).waitFor();
}

/** Twenty rows and very many columns, of which one tells the classes apart. */
export function wideCsv(columnCount: number): string {
  const names = Array.from({ length: columnCount }, (_, column) => `g${column}`);
  const rows = Array.from({ length: 20 }, (_, row) => {
    const cells = names.map((_, column) => (column === 777 ? (row % 2) * 9 : (row * 7 + column * (row + 3)) % 10));
    return [...cells, row % 2 ? 'ill' : 'well'].join(',');
  });
  return [[...names, 'state'].join(','), ...rows, ''].join('\n');
}
