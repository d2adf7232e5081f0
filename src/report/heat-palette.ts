/** The colours of grids of numbers, by index: 0 is "nothing there", 1 to 255 run from weakest to strongest. */
import { colourOf, gradientCss, hexOf, inactiveColour, type Rgb } from './colour-map.js';

export const palette: readonly Rgb[] = [inactiveColour, ...Array.from({ length: 255 }, (_, i) => colourOf(i / 254))];

/** Classes instead of styles on the elements, which the policy of a page forbids. */
export function heatClass(index: number): string {
  return `heat-${index}`;
}

/** What a page with a table of colours needs; pictures bring their own. */
export const heatTableStyles = palette
  .map((colour, index) => `.${heatClass(index)}{background:${hexOf(colour)}}`)
  .join('');

/** What the legend needs. */
export const heatLegendStyles = `.swatch { background: ${hexOf(inactiveColour)}; } .gradient { background: ${gradientCss()}; }
`;
