/** The values of one feature as a small picture shows them: a box for every class, or points against the number to tell. */
import type { ClassTarget, ValueTarget } from '../types.js';

/** Least, lower quartile, median, upper quartile, most. */
export type Box = readonly [number, number, number, number, number];

export type ShownFeature =
  /** By class, in the order of the classes; undefined for a class without rows. */
  | { readonly kind: 'boxes'; readonly boxes: readonly (Box | null)[] }
  /** Value of the feature and of the target. */
  | { readonly kind: 'points'; readonly points: readonly (readonly [number, number])[] };

/** More classes than this are no picture to be read. */
export const mostBoxes = 12;
const mostPoints = 120;

export function boxesOf(values: ArrayLike<number>, { labels, classNames }: ClassTarget): ShownFeature | undefined {
  if (classNames.length > mostBoxes) return undefined;
  const byClass: number[][] = classNames.map(() => []);
  for (let row = 0; row < labels.length; row++) byClass[labels[row]].push(values[row]);
  return { kind: 'boxes', boxes: byClass.map(boxOf) };
}

/** Quartiles between two values lie between them in proportion, as numpy's and R's default. */
function boxOf(values: number[]): Box | null {
  if (values.length === 0) return null;
  values.sort((a, b) => a - b);
  const at = (share: number) => {
    const place = share * (values.length - 1);
    const low = Math.floor(place);
    const high = Math.min(low + 1, values.length - 1);
    return values[low] + (place - low) * (values[high] - values[low]);
  };
  return [values[0], at(0.25), at(0.5), at(0.75), values[values.length - 1]];
}

export function pointsOf(values: ArrayLike<number>, target: ValueTarget): ShownFeature {
  const step = Math.max(1, Math.ceil(values.length / mostPoints));
  const rows = Array.from({ length: Math.ceil(values.length / step) }, (_, place) => place * step);
  return { kind: 'points', points: rows.map((row) => [values[row], target.values[row]] as const) };
}
