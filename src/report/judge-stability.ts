/** What there is to say of how steady a selection is. */
import type { StabilityReport } from '../choose/stability.js';
import type { Finding } from './finding.js';
import { countOf, formatCount, formatPercent } from './format.js';

/** Halves that share less than this are not to be relied on one by one. */
const steadyOverlap = 0.5;

export function judgeStability(stability: StabilityReport | undefined): Finding[] {
  if (stability === undefined) return [];
  const { pairs, threshold, shares, stable, bound, overlap, overlapOfKinds } = stability;
  const steady = shares.filter(({ share }) => share >= threshold).length;
  const halves = `${formatCount(steady)} of ${countOf(shares.length, 'selected feature')} ${steady === 1 ? 'is' : 'are'} selected from at least ${formatPercent(threshold, 0)} of ${formatCount(2 * pairs)} halves of the training rows`;
  const others = stable.length > steady ? ` (${formatCount(stable.length)} features in all)` : '';
  const expected = `at most ${bound < 10 ? bound.toFixed(1) : formatCount(bound)} of these ${bound === 1 ? 'is' : 'are'} to be expected there by chance`;
  const exchanged = overlap < 1 ? (overlapOfKinds - overlap) / (1 - overlap) : 0;
  const why =
    exchanged >= 0.01
      ? `; ${formatPercent(exchanged, 0)} of what differs is exchange between strongly correlated features`
      : '';
  const text = `${halves}${others}; ${expected}. Two halves share ${formatPercent(overlap, 0)} of what either selects${why}.`;
  return [{ level: overlapOfKinds >= steadyOverlap ? 'good' : 'warning', text }];
}
