/** Whether the features are probably the pixels of a square image: a proposal for the page, which the user can change. */

const smallestSide = 8;

/** As many features as a square has, and names that do nothing but count: pixel0, pixel1 ... */
export function guessImageShape(names: readonly string[]): readonly [number, number] | undefined {
  const side = Math.round(Math.sqrt(names.length));
  if (side < smallestSide || side * side !== names.length) return undefined;
  const [, prefix, first] = /^(.*?)(\d+)$/.exec(names[0]) ?? [];
  if (first === undefined) return undefined;
  const countsOn = names.every((name, place) => name === `${prefix}${Number(first) + place}`);
  return countsOn ? [side, side] : undefined;
}
