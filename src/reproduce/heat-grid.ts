/** A grid of accuracies as one SVG, every row coloured by its own range and every cell with its number. */
import { colourOf, hexOf } from '../report/colour-map.js';
import { html, type Markup } from '../report/markup.js';

export interface HeatGrid {
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly name: string; readonly values: readonly (number | undefined)[] }[];
}

const nameWidth = 150;
const cellWidth = 78;
const cellHeight = 30;
/** Rows that hardly differ are not drawn as if they did: the range is at least this wide. */
const leastRange = 0.02;
/** White text up to this share of the scale, black above. */
const lastDarkShare = 0.55;

export function heatGrid({ label, columns, rows }: HeatGrid): Markup {
  const width = nameWidth + columns.length * cellWidth;
  const height = 24 + rows.length * cellHeight;
  return html`<svg class="chart grid-chart" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
${columns.map((name, column) => html`<text x="${nameWidth + (column + 0.5) * cellWidth}" y="14" text-anchor="middle">${name}</text>`)}
${rows.map(({ name, values }, row) => {
  const y = 22 + row * cellHeight;
  return html`<text class="name" x="${nameWidth - 8}" y="${y + 20}" text-anchor="end">${name}</text>${values.map(
    (value, column) => cell(value, values, nameWidth + column * cellWidth, y),
  )}
`;
})}</svg>`;
}

function cell(value: number | undefined, row: readonly (number | undefined)[], x: number, y: number): Markup {
  if (value === undefined) {
    return html`<rect class="blank" x="${x + 1}" y="${y + 1}" width="${cellWidth - 2}" height="${cellHeight - 2}"/>`;
  }
  const known = row.filter((each) => each !== undefined);
  const high = Math.max(...known);
  const range = Math.max(leastRange, high - Math.min(...known));
  const share = 1 - (high - value) / range;
  const ink = share > lastDarkShare ? 'ink-dark' : 'ink-light';
  return html`<rect x="${x + 1}" y="${y + 1}" width="${cellWidth - 2}" height="${cellHeight - 2}" fill="${hexOf(colourOf(share))}"/><text class="${ink}" x="${x + cellWidth / 2}" y="${y + 20}" text-anchor="middle">${(value * 100).toFixed(1)}</text>`;
}
