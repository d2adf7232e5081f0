/**
 * Grids of numbers as colours: a picture where the grid is an image, a table where rows and columns have names.
 * What is no number means "nothing there" and gets its own colour, as does 0 where it means the same.
 */
import { hexOf } from './colour-map.js';
import { formatNumber } from './format.js';
import { heatClass, palette } from './heat-palette.js';
import { html, type Markup } from './markup.js';
import { pngDataUri } from './png.js';

/** White text is read on colours up to this index of the palette, black text above. */
const lastDarkIndex = 140;

export interface HeatPicture {
  /** `values[row * width + column]`, none below 0. */
  readonly values: ArrayLike<number>;
  readonly width: number;
  /** The value shown in the brightest colour. */
  readonly max: number;
  /** What a screen reader says. */
  readonly label: string;
  /** Cells to outline, as indexes into `values`. */
  readonly marked?: readonly number[];
  /** Whether 0 is a value like others, in the weakest colour. */
  readonly countsZero?: boolean;
  /** Cells as shapes, for a few kilobytes more: programs that show PDF smooth the pixels of a small image. */
  readonly isSharp?: boolean;
}

/** Larger pictures are drawn smaller, each pixel as strong as the strongest of those it stands for. */
const mostPixels = 256 * 256;

/** An SVG holding the picture pixel by pixel, with the marked cells outlined. */
export function heatPicture(picture: HeatPicture): Markup {
  const { values, width, height, marked } = shrink(picture);
  const { max, label, countsZero = false, isSharp = false } = picture;
  const pixels = Uint8Array.from(values, (value) => paletteIndex(value, max, countsZero));
  const drawn =
    isSharp && pixels.length <= mostShapes
      ? cellShapes(pixels, width, height)
      : html`<image width="${width}" height="${height}" href="${pngDataUri(pixels, width, palette)}"/>`;
  return html`<svg class="heat-picture" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">${drawn}${
    marked.length > 0 && html`<path class="mark" d="${outlineCells(marked, width)}"/>`
  }</svg>`;
}

const mostShapes = 64 * 64;

/** Cells of one colour are one path over a ground of the first colour; they overlap a little, so that no ground shows between them. */
function cellShapes(pixels: Uint8Array, width: number, height: number): Markup {
  const byColour = new Map<number, string>();
  pixels.forEach((colour, cell) => {
    if (colour === 0) return;
    const line = `M${cell % width} ${Math.floor(cell / width) + 0.5}h1.03`;
    byColour.set(colour, `${byColour.get(colour) ?? ''}${line}`);
  });
  return html`<rect width="${width}" height="${height}" fill="${hexOf(palette[0])}"/><g class="cells">${[
    ...byColour,
  ].map(([colour, lines]) => html`<path stroke="${hexOf(palette[colour])}" d="${lines}"/>`)}</g>`;
}

interface Grid {
  readonly values: ArrayLike<number>;
  readonly width: number;
  readonly height: number;
  readonly marked: readonly number[];
}

function shrink({ values, width, marked = [] }: HeatPicture): Grid {
  const height = values.length / width;
  const block = Math.ceil(Math.sqrt(values.length / mostPixels));
  if (block <= 1) return { values, width, height, marked };
  const newWidth = Math.ceil(width / block);
  const newHeight = Math.ceil(height / block);
  const newCell = (cell: number) => Math.floor(cell / width / block) * newWidth + Math.floor((cell % width) / block);
  const largest = new Float64Array(newWidth * newHeight);
  for (let cell = 0; cell < values.length; cell++) {
    largest[newCell(cell)] = Math.max(largest[newCell(cell)], values[cell]);
  }
  return { values: largest, width: newWidth, height: newHeight, marked: [...new Set(marked.map(newCell))] };
}

function paletteIndex(value: number, max: number, countsZero = false): number {
  if (!(value > 0 || (countsZero && value === 0))) return 0;
  return max > 0 ? 1 + Math.round(Math.min(value / max, 1) * 254) : 255;
}

function outlineCells(cells: readonly number[], width: number): string {
  return cells.map((cell) => `M${cell % width} ${Math.floor(cell / width)}h1v1h-1z`).join('');
}

export interface HeatTable {
  readonly caption: string;
  /** What the rows are, for the corner cell. */
  readonly rowTitle: string;
  readonly rowNames: readonly string[];
  readonly columnNames: readonly string[];
  /** `values[row][column]`; undefined leaves the cell blank. */
  readonly values: readonly (readonly (number | undefined)[])[];
  readonly max: number;
  /** What the columns are called in full, where `columnNames` has room for less. */
  readonly columnTitles?: readonly string[];
  /** Values may be below 0; the size decides the colour. */
  readonly isSigned?: boolean;
  /** Writes the number into the cell; without it the number is only in the cell's title. */
  readonly cellText?: (value: number) => string;
}

/** So few columns fit on a phone. */
const fewColumns = 5;

/** A table whose cells are colours; the number is in each cell's title. */
export function heatTable(table: HeatTable): Markup {
  const { caption, rowTitle, rowNames, columnNames, values, columnTitles = columnNames } = table;
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0"><table class="heat-table${columnNames.length <= fewColumns && ' few'}"><caption class="hidden">${caption}</caption>
<thead><tr><th scope="col">${rowTitle}</th>${columnNames.map(
    (name, column) => html`<th scope="col" title="${columnTitles[column]}">${name}</th>`,
  )}</tr></thead>
<tbody>${rowNames.map(
    (name, row) => html`<tr><th scope="row"><bdi title="${name}">${name}</bdi></th>${values[row].map((value, column) =>
      heatCell(value, table, `${name}, ${columnTitles[column]}`),
    )}</tr>
`,
  )}</tbody></table></div>`;
}

function heatCell(
  value: number | undefined,
  { max, isSigned = false, cellText: text }: HeatTable,
  where: string,
): Markup {
  if (value === undefined) return html`<td></td>`;
  const index = paletteIndex(isSigned ? Math.abs(value) : value, max);
  const shown = text
    ? html`<span class="${index > lastDarkIndex ? 'on-light' : 'on-dark'}">${text(value)}</span>`
    : html`<span class="hidden">${formatNumber(value)}</span>`;
  return html`<td class="${heatClass(index)}" title="${where}: ${formatNumber(value)}">${shown}</td>`;
}

/** What the colours mean: the swatch for 0, then the scale between two texts. */
export function heatLegend(zeroText: string, lowText: string, highText: string): Markup {
  return html`<p class="heat-legend"><span class="swatch"></span> ${zeroText}
<span class="scale">${lowText} <span class="gradient"></span> ${highText}</span></p>`;
}
