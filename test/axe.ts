/** What axe-core finds wrong with a page: roles, names, contrast, order. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

/** As `rule: the first element`. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(source);
  const { violations: found } = (await page.evaluate('axe.run()')) as AxeResult;
  return found.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 160)}`);
}

/** Pixels by which the page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.scrollingElement!.scrollWidth - document.scrollingElement!.clientWidth);
}
