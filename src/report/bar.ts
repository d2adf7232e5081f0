/** A horizontal bar that fills the width it is given, with an optional whisker for an interval. */
import { html, type Markup } from './markup.js';

export interface Bar {
  /** Share of the full width, 0 to 1. */
  readonly share: number;
  /** Both ends of the whisker as shares of the full width. */
  readonly interval?: readonly [number, number];
  /** Names the colour in the page's style. */
  readonly kind: string;
}

/** Hidden from screen readers: the number belongs in the text beside it. */
export function bar({ share, interval, kind }: Bar): Markup {
  const whisker =
    interval &&
    html`<line class="whisker" x1="${percent(interval[0])}" x2="${percent(interval[1])}" y1="50%" y2="50%"/>${interval.map(
      (end) => html`<line class="whisker" x1="${percent(end)}" x2="${percent(end)}" y1="25%" y2="75%"/>`,
    )}`;
  return html`<svg class="bar bar-${kind}" aria-hidden="true"><rect class="fill" width="${percent(share)}" height="100%" rx="2"/>${whisker}</svg>`;
}

function percent(share: number): string {
  return `${Math.round(Math.min(Math.max(share, 0), 1) * 1000) / 10}%`;
}
