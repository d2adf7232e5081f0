/**
 * Every feature with its rank and score, best first, in pieces that can be written one after the other. Equal scores have
 * the same rank. `fine_score` is the score with equal ones set apart, between it and the next better one, by the effect that
 * each feature has alone: a network gives one score to all it removed in an epoch, and an enrichment test wants an order.
 */
import type { RankedFeature } from '../rank/rank-features.js';
import type { UnivariateFigures } from '../univariate/look-at-features.js';
import { csvLine } from '../write/csv-line.js';

export function* rankingCsv(ranking: readonly RankedFeature[], alone?: UnivariateFigures): Generator<string> {
  const figures = alone === undefined ? [] : ['fine_score', 'effect', 'p', 'fdr'];
  yield csvLine(['rank', 'name', 'index', 'score', ...figures, 'note']);
  for (const { features, better } of tiesOf(ranking)) {
    const fine = alone && fineScores(features, better, alone);
    for (const feature of features) {
      const { name, index, score } = feature;
      const own = alone === undefined ? [] : [fine!.get(index), alone.effect[index], alone.p[index], alone.q[index]];
      yield csvLine([features[0].rank, name, index, score, ...own, noteOf(feature)]);
    }
  }
}

interface Tie {
  readonly features: RankedFeature[];
  /** The next better score; undefined for the best. */
  readonly better: number | undefined;
}

/** Features of equal scores that stand together; those that were not selected from tie among themselves alone. */
function tiesOf(ranking: readonly RankedFeature[]): Tie[] {
  const ties: Tie[] = [];
  for (const feature of ranking) {
    const last = ties.at(-1)?.features[0];
    if (last !== undefined && last.score === feature.score && isLast(last) === isLast(feature)) {
      ties.at(-1)!.features.push(feature);
    } else
      ties.push({
        features: [feature],
        better: last !== undefined && last.score > feature.score ? last.score : undefined,
      });
  }
  return ties;
}

function isLast({ sameAs, isConstant }: RankedFeature): boolean {
  return sameAs !== undefined || isConstant === true;
}

function fineScores(
  features: readonly RankedFeature[],
  better: number | undefined,
  { effect }: UnivariateFigures,
): ReadonlyMap<number, number> {
  const [{ score }] = features;
  const room = (better ?? score + 1) - score;
  if (features.length === 1 || !Number.isFinite(room)) return new Map(features.map(({ index }) => [index, score]));
  const weakestFirst = [...features].sort(
    (a, b) => Math.abs(effect[a.index]) - Math.abs(effect[b.index]) || b.rank - a.rank,
  );
  return new Map(weakestFirst.map(({ index }, place) => [index, score + (room * place) / features.length]));
}

/** Why a feature was not selected from. */
function noteOf({ sameAs, isConstant }: RankedFeature): string | undefined {
  if (isConstant) return 'constant on the training rows';
  return sameAs === undefined ? undefined : `the same as ${sameAs} on the training rows`;
}
