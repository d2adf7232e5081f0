/** Named values as bars, one SVG to save: names on the left, numbers on the right, an interval where there is one. */
import { html, type Markup } from './markup.js';

export interface BarRow {
  readonly name: string;
  readonly value: number;
  readonly interval?: readonly [number, number] | undefined;
}

export interface BarChart {
  /** What a screen reader says. */
  readonly label: string;
  readonly rows: readonly BarRow[];
  /** The value of a bar that fills the width; the largest where it is left out. */
  readonly most?: number;
  readonly format: (value: number) => string;
}

const [width, rowHeight, nameRoom, valueRoom] = [640, 24, 170, 70];
const longestName = 24;

export function barChart({ label, rows, most = largest(rows), format }: BarChart): Markup {
  const room = width - nameRoom - valueRoom;
  const along = (value: number): number => nameRoom + room * Math.min(1, Math.max(0, most > 0 ? value / most : 0));
  const drawn = rows.map(({ name, value, interval }, row) => {
    const middle = row * rowHeight + rowHeight / 2;
    return html`<text x="${nameRoom - 8}" y="${middle + 4}" text-anchor="end">${shorten(name)}</text><rect class="bar-body" x="${nameRoom}" y="${middle - 8}" width="${round(along(value) - nameRoom)}" height="16" rx="2"/>${
      interval &&
      html`<path class="bar-interval" d="M${round(along(interval[0]))} ${middle}H${round(along(interval[1]))}"/>`
    }<text x="${width}" y="${middle + 4}" text-anchor="end">${format(value)}</text>
`;
  });
  return html`<svg class="chart" viewBox="0 0 ${width} ${rows.length * rowHeight}" role="img" aria-label="${label}">${drawn}</svg>`;
}

function largest(rows: readonly BarRow[]): number {
  return rows.reduce((most, { value, interval }) => Math.max(most, value, interval?.[1] ?? 0), 0);
}

function shorten(name: string): string {
  return name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name;
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
