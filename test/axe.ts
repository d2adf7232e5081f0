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

/** Texts, those of charts too, too near in colour to what is behind them: less than 4.5 to 1, or 3 to 1 where they are large. */
export function faintTexts(page: Page): Promise<string[]> {
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
