/** The colours of the reports' heat-maps as pixels: index 0 is "nothing there", 1 to 255 run from weakest to strongest. */
import { colourOf, hexOf, inactiveColour, type Rgb } from '../../src/report/colour-map.js';

const colours: readonly Rgb[] = [inactiveColour, ...Array.from({ length: 255 }, (_, i) => colourOf(i / 254))];

/** As the bytes of an ImageData read them: alpha, blue, green, red from the highest byte down. */
const pixels = Uint32Array.from(colours, ([red, green, blue]) => (255 << 24) | (blue << 16) | (green << 8) | red);

function indexOf(value: number, max: number): number {
  return value > 0 ? 1 + Math.round(Math.min(max > 0 ? value / max : 1, 1) * 254) : 0;
}

export function colourText(value: number, max: number): string {
  return hexOf(colours[indexOf(value, max)]);
}

/** Whether black text is read better than white on the colour: above a relative luminance of 0.179 (WCAG 2). */
export function isLight(value: number, max: number): boolean {
  const [red, green, blue] = colours[indexOf(value, max)].map((channel) => ((channel / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179;
}

export function toImage(cells: Float32Array, width: number, height: number, max: number): ImageData {
  const image = new ImageData(width, height);
  const out = new Uint32Array(image.data.buffer);
  for (let at = 0; at < cells.length; at++) out[at] = pixels[indexOf(cells[at], max)];
  return image;
}
