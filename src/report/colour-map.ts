/**
 * Strength as colour: from dark violet over green to yellow.
 *
 * The anchors are ten evenly spaced colours of viridis (S. van der Walt, N. Smith, public domain), joined by straight
 * lines. Its lightness rises evenly, so it keeps its order in grey print and for colour-blind readers.
 */

export type Rgb = readonly [red: number, green: number, blue: number];

const anchors: readonly Rgb[] = [
  [68, 1, 84],
  [72, 40, 120],
  [62, 74, 137],
  [49, 104, 142],
  [38, 130, 142],
  [31, 158, 137],
  [53, 183, 121],
  [109, 205, 89],
  [180, 222, 44],
  [253, 231, 37],
];

/** Stands for "nothing there": an inactive input neuron. Darker than every colour of the scale. */
export const inactiveColour: Rgb = [24, 21, 31];

/** The colour of a share from 0 (weakest) to 1 (strongest). */
export function colourOf(share: number): Rgb {
  const place = Math.min(Math.max(share, 0), 1) * (anchors.length - 1);
  const below = Math.min(Math.floor(place), anchors.length - 2);
  const part = place - below;
  const blend = (channel: number) =>
    Math.round(anchors[below][channel] * (1 - part) + anchors[below + 1][channel] * part);
  return [blend(0), blend(1), blend(2)];
}

export function hexOf(colour: Rgb): string {
  return `#${colour.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** The scale as a CSS gradient from left to right. */
export function gradientCss(): string {
  return `linear-gradient(to right, ${anchors.map(hexOf).join(', ')})`;
}
