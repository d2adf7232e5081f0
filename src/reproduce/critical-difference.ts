/**
 * The critical-difference diagram of Demsar (2006): methods on an axis of mean ranks, best at the left, and a bar under
 * every group of methods whose ranks differ by less than the critical difference.
 */
import { html, type Markup } from '../report/markup.js';

export interface RankedMethods {
  readonly names: readonly string[];
  /** Mean ranks, 1 is best. */
  readonly ranks: readonly number[];
  readonly criticalDifference: number;
}

const width = 760;
const margin = 215;
const axisTop = 62;
const groupGap = 9;
const lineHeight = 21;

export function criticalDifferenceDiagram({ names, ranks, criticalDifference }: RankedMethods): Markup {
  const order = [...ranks.keys()].sort((a, b) => ranks[a] - ranks[b]);
  const sorted = order.map((place) => ({ name: names[place], rank: ranks[place] }));
  const count = sorted.length;
  const x = (rank: number) => Math.round((margin + ((width - 2 * margin) * (rank - 1)) / (count - 1)) * 10) / 10;
  const groups = indistinctGroups(
    sorted.map(({ rank }) => rank),
    criticalDifference,
  );
  const namesTop = axisTop + 16 + groups.length * groupGap + 12;
  const half = Math.ceil(count / 2);
  const height = namesTop + half * lineHeight + 4;
  const label = `Mean ranks: ${sorted.map(({ name, rank }) => `${name} ${rank.toFixed(2)}`).join(', ')}`;
  return html`<svg class="chart ranks" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
<path class="axis" d="M${x(1)} ${axisTop}H${x(count)}"/>${Array.from({ length: count }, (_, i) => {
    const at = x(i + 1);
    return html`<path class="axis" d="M${at} ${axisTop}v-6"/><text x="${at}" y="${axisTop - 10}" text-anchor="middle">${i + 1}</text>`;
  })}
<path class="rule" d="M${x(1)} 22H${x(1 + Math.min(criticalDifference, count - 1))}m0 -4v8M${x(1)} 18v8"/><text x="${x(1)}" y="12">critical difference ${criticalDifference.toFixed(2)}</text>
${groups.map(([from, to], row) => {
  const y = axisTop + 14 + row * groupGap;
  return html`<path class="group" d="M${x(sorted[from].rank) - 4} ${y}H${x(sorted[to].rank) + 4}"/>`;
})}
${sorted.map(({ name, rank }, place) => methodLine(name, rank, x(rank), place, { half, count, namesTop }))}</svg>`;
}

function methodLine(
  name: string,
  rank: number,
  at: number,
  place: number,
  { half, count, namesTop }: { readonly half: number; readonly count: number; readonly namesTop: number },
): Markup {
  const isLeft = place < half;
  const row = isLeft ? place : count - 1 - place;
  const y = namesTop + row * lineHeight;
  const end = isLeft ? margin - 16 : width - margin + 16;
  const text = isLeft ? `${name}  ${rank.toFixed(2)}` : `${rank.toFixed(2)}  ${name}`;
  return html`<path class="lead" d="M${at} ${axisTop}V${y}H${end}"/><text class="name" x="${isLeft ? end - 6 : end + 6}" y="${y + 4}" text-anchor="${isLeft ? 'end' : 'start'}">${text}</text>
`;
}

/** The widest runs of neighbours within the critical difference, as places in the sorted ranks. */
export function indistinctGroups(sortedRanks: readonly number[], criticalDifference: number): [number, number][] {
  const groups: [number, number][] = [];
  sortedRanks.forEach((rank, from) => {
    let to = from;
    while (to + 1 < sortedRanks.length && sortedRanks[to + 1] - rank < criticalDifference) to++;
    const last = groups[groups.length - 1];
    if (to > from && (last === undefined || to > last[1])) groups.push([from, to]);
  });
  return groups;
}
