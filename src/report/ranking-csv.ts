/** Every feature with its rank and score, best first, in pieces that can be written one after the other. */

import type { RankedFeature } from '../rank/rank-features.js';
import { csvLine } from '../write/csv-line.js';

export function* rankingCsv(ranking: readonly RankedFeature[]): Generator<string> {
  yield csvLine(['rank', 'name', 'index', 'score', 'note']);
  for (const feature of ranking) {
    const { rank, name, index, score } = feature;
    yield csvLine([rank, name, index, score, noteOf(feature)]);
  }
}

/** Why a feature was not selected from. */
function noteOf({ sameAs, isConstant }: RankedFeature): string | undefined {
  if (isConstant) return 'constant on the training rows';
  return sameAs === undefined ? undefined : `the same as ${sameAs} on the training rows`;
}
