/** How far selections agree: |A and B| / |A or B|, the Jaccard index, 1 where they are the same. */

type Selection = readonly number[];

export function jaccard(a: Selection, b: Selection): number {
  const inA = new Set(a);
  const union = new Set([...a, ...b]).size;
  const shared = new Set(b.filter((feature) => inA.has(feature))).size;
  return union === 0 ? 1 : shared / union;
}

/** Mean over every pair of one selection of the first method and one of the second; undefined where one has none. */
export function meanOverlap(first: readonly Selection[], second: readonly Selection[]): number | undefined {
  return mean(first.flatMap((a) => second.map((b) => jaccard(a, b))));
}

/** Mean over the pairs of different seeds; undefined for fewer than two. */
export function stability(selections: readonly Selection[]): number | undefined {
  return mean(selections.flatMap((a, i) => selections.slice(i + 1).map((b) => jaccard(a, b))));
}

function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}
