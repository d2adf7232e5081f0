/** Whether the features are probably the pixels of a square image: a proposal for the page, which the user can change. */
import type { Matrix } from '../types.js';

const smallestSide = 8;
/** Counts of things are bytes too, but seldom as large as this. */
const bright = 128;
/** Names that say what they count; columns called c0, c1 ... may be anything. */
const pixelNames = /^(.*[^a-z])?(pixels?|px|pix|img|image)[^a-z]*$/i;

/** As many features as a square has, and names that count: pixels by their name, or bytes as bright as those of images. */
export function guessImageShape(names: readonly string[], matrix?: Matrix): readonly [number, number] | undefined {
  const side = Math.round(Math.sqrt(names.length));
  if (side < smallestSide || side * side !== names.length) return undefined;
  const [, prefix, first] = /^(.*?)(\d+)$/.exec(names[0]) ?? [];
  if (first === undefined || !(pixelNames.test(prefix) || (matrix && holdsBrightBytes(matrix)))) return undefined;
  const countsOn = names.every((name, place) => name === `${prefix}${Number(first) + place}`);
  return countsOn ? [side, side] : undefined;
}

function holdsBrightBytes(matrix: Matrix): boolean {
  return (
    matrix.kind === 'dense' && matrix.values instanceof Uint8Array && matrix.values.some((value) => value >= bright)
  );
}
