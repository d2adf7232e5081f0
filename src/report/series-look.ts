/**
 * What tells the series of charts apart: nine colours, filled and unbroken, then the same nine pale and dashed. The
 * colours differ in lightness too, so that colour-blind readers and grey print keep them apart.
 */

export const seriesColours = {
  light: ['#0072b2', '#e8640c', '#2b6b3c', '#b85ae6', '#2f1fa8', '#5f9f5c', '#918cb4', '#6a4a66', '#720505'],
  dark: ['#4aa8e0', '#f59a2a', '#45d08c', '#f66abb', '#8f68fa', '#e3de45', '#ecdff6', '#aa8878', '#f23a2e'],
} as const;

/** Looks from here on are those before, pale and dashed. */
export const seriesColourCount = seriesColours.light.length;

/** The classes of a look, counted from 0; beyond twice the colours they begin again. */
export function seriesClass(look: number): string {
  const isPale = Math.floor(look / seriesColourCount) % 2 === 1;
  return `series-${(look % seriesColourCount) + 1}${isPale ? ' pale' : ''}`;
}

/** For the colours of a page in the light or in the dark. */
export function seriesVariables(kind: keyof typeof seriesColours): string {
  return seriesColours[kind].map((colour, place) => `--series-${place + 1}: ${colour};`).join(' ');
}

export const seriesInks = seriesColours.light
  .map((_, place) => `.series-${place + 1} { --ink: var(--series-${place + 1}); }`)
  .join(' ');
