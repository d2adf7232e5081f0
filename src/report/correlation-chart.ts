/** Correlations of features as a square of cells: one colour goes together, the other against, the closer the stronger. */
import { html, type Markup } from './markup.js';

export interface CorrelationChart {
  readonly label: string;
  readonly names: readonly string[];
  /** `values[row * names.length + column]`, from -1 to 1. */
  readonly values: ArrayLike<number>;
}

const cell = 12;
const nameWidth = 150;
/** A few features need no more room than this many would. */
const fewest = 10;

export function correlationChart({ label, names, values }: CorrelationChart): Markup {
  const side = names.length * cell;
  const width = Math.max(side, fewest * cell) + nameWidth;
  const cells = names.flatMap((one, row) =>
    names.map((other, column) => {
      const r = values[row * names.length + column];
      return html`<rect x="${column * cell}" y="${row * cell}" width="${cell}" height="${cell}" class="${r >= 0 ? 'together' : 'against'}" fill-opacity="${Math.abs(r).toFixed(3)}"><title>${one}, ${other}: ${r.toFixed(2)}</title></rect>`;
    }),
  );
  const named = names.map(
    (name, row) => html`<text x="${side + 4}" y="${(row + 0.75) * cell}" font-size="${0.75 * cell}">${name}</text>`,
  );
  // A width of its own and the style's `max-width`: cells are never blown up, and shrink on a phone.
  return html`<svg class="correlations" viewBox="0 0 ${width} ${side}" width="${Math.round(1.4 * width)}" role="img" aria-label="${label}">${named}${cells}</svg>`;
}
