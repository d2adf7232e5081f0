/** The ranking score of the paper's methods (Figure 3), and which of all methods can be told apart. */
import { rankingScores } from '../../experiment/ranking-score.js';
import { countOf, formatCount, formatNumber, listOf } from '../../report/format.js';
import { criticalDifferenceDiagram } from '../critical-difference.js';
import { friedmanTest } from '../friedman.js';
import type { Gathered } from '../gather.js';
import { type MethodBar, methodBars } from '../method-bars.js';
import { methodLook } from '../method-look.js';
import { paperFigure } from '../paper-figure.js';
import type { Figure, Piece, Section } from '../piece.js';
import type { ReproductionSet } from '../plan.js';
import { withoutTwins } from '../twins.js';
import { deepLassonet, hsicVariants, rigl, type Variant } from '../variants.js';
import { whyBlank } from '../why-blank.js';
import { columnName } from './column-name.js';

/** The paper calls sets with more features than this high-dimensional. */
const highDimensional = 2000;

export interface RankedGroup {
  readonly name: 'low' | 'high';
  readonly title: string;
  readonly sets: readonly ReproductionSet[];
}

export function dimensionGroups({ sets }: Pick<Gathered, 'sets'>): readonly RankedGroup[] {
  return [
    { name: 'low', title: 'Low-dimensional', sets: sets.filter((set) => set.featureCount <= highDimensional) },
    { name: 'high', title: 'High-dimensional', sets: sets.filter((set) => set.featureCount > highDimensional) },
  ];
}

export function rankingSection(gathered: Gathered): Section {
  const ranked = rankedVariants(gathered);
  const figures = dimensionGroups(gathered).flatMap((group) => barFigure(gathered, ranked, group));
  const isPaper = ranked.some(({ paperMethod }) => paperMethod !== undefined);
  const names = new Set(ranked.map(({ name }) => name));
  return {
    id: 'ranking',
    title: 'Ranking score',
    ...(isPaper && { paper: 'Figure 3' }),
    pieces: [
      {
        kind: 'text',
        text: `For every data set and K, the worst of ${isPaper ? "the paper's eight methods" : 'the methods'} gets 0 points and the best ${ranked.length - 1}; ties share. Where some have no result the points are spread over the others, and a pair of data set and K counts where at least half of the methods have one. The bars show the mean of each method over its pairs; where it has fewer than others, their number stands in brackets.${isPaper ? " All are as the paper ran them; the mark is worked out from the paper's tables over the same pairs and methods." : ''}`,
      },
      figures.length > 0
        ? { kind: 'figures', width: 'half', figures }
        : { kind: 'text', text: whyBlank(gathered.results.filter(({ planned }) => names.has(planned.job.variant))) },
      ...differencePieces(gathered),
    ],
  };
}

/** The paper's methods as it ran them, where they are compared; otherwise all, equal ones once. */
export function rankedVariants(gathered: Gathered): readonly Variant[] {
  const { variants, sets } = gathered;
  const papers = variants.filter(({ paperMethod, name }) => paperMethod !== undefined && name !== paperMethod);
  const paperOnly = variants.filter(
    ({ paperMethod, name }) => name === paperMethod && !papers.some((each) => each.paperMethod === paperMethod),
  );
  const eight = [...papers, ...paperOnly];
  return eight.length > 0 ? eight : withoutTwins(gathered, variants, sets).kept;
}

export interface ScoredMethod {
  readonly variant: Variant;
  readonly pairCount: number;
  readonly ours: number;
  readonly paper: number | undefined;
}

/** Mean points of each method over the pairs of data set and K where at least half of the methods have a result. */
export function scoreMethods(
  gathered: Gathered,
  variants: readonly Variant[],
  sets: readonly ReproductionSet[],
): { readonly scored: readonly ScoredMethod[]; readonly pairCount: number; readonly sets: readonly string[] } {
  const points = variants.map(() => ({ ours: [] as number[], paper: [] as number[] }));
  const counted = new Set<string>();
  let pairCount = 0;
  for (const set of sets) {
    for (const k of gathered.scale.ks.filter((each) => each <= set.featureCount)) {
      const values = variants.map(({ name }) => gathered.judged(name, set.key, k)?.mean);
      const present = [...values.keys()].filter((place) => values[place] !== undefined);
      if (present.length < Math.max(2, variants.length / 2)) continue;
      pairCount++;
      counted.add(columnName(set));
      const spreadOut = (scores: readonly number[]) =>
        scores.map((score) => (score * (variants.length - 1)) / (present.length - 1));
      const ours = spreadOut(rankingScores(present.map((place) => values[place])));
      const printed = present.map((place) => paperFigure(gathered, variants[place], set, k)?.mean);
      const paper = printed.every((value) => value === undefined) ? undefined : spreadOut(rankingScores(printed));
      present.forEach((place, i) => {
        points[place].ours.push(ours[i]);
        if (paper) points[place].paper.push(paper[i]);
      });
    }
  }
  const scored = variants.flatMap((variant, place): ScoredMethod[] => {
    const { ours, paper } = points[place];
    if (ours.length === 0) return [];
    const pairs = { variant, pairCount: ours.length };
    return [{ ...pairs, ours: mean(ours), paper: paper.length === ours.length ? mean(paper) : undefined }];
  });
  return { scored, pairCount, sets: [...counted] };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function barFigure(gathered: Gathered, ranked: readonly Variant[], { name, title, sets }: RankedGroup): Figure[] {
  const { scored, pairCount, sets: counted } = scoreMethods(gathered, ranked, sets);
  if (pairCount === 0) return [];
  const bars = scored.map(
    ({ variant, pairCount: own, ours, paper }): MethodBar => ({
      name: own === pairCount ? variant.name : `${variant.name} (${own})`,
      look: methodLook(gathered.variants, variant),
      ours,
      paper,
    }),
  );
  const label = `Mean ranking score, ${title}`;
  const svg = methodBars({ label, bars, from: 0, to: ranked.length - 1, format: (score) => score.toFixed(1) });
  return [
    {
      name: `ranking-${name}`,
      caption: `${title} (${name === 'low' ? 'up to' : 'more than'} ${formatCount(highDimensional)} features): ${pairCount} ${pairCount === 1 ? 'pair' : 'pairs'} of data set and K, of ${listOf(counted)}. A number in brackets: the pairs of a method that has fewer.`,
      svg,
    },
  ];
}

/**
 * All methods that have a mean over K somewhere, those of the paper's appendix among them. Forms that were judged otherwise
 * than is usual come last, so that of two that select the same features the one that was judged as all others counts.
 */
function comparable({ variants }: Gathered): readonly Variant[] {
  const isPaper = variants.some(({ paperMethod }) => paperMethod !== undefined);
  const all = isPaper ? [...variants, deepLassonet, rigl, ...hsicVariants] : variants;
  return [...all.filter(({ setUp }) => setUp === undefined), ...all.filter(({ setUp }) => setUp !== undefined)];
}

/** The methods and sets of which every mean over K is there: as large a block as there is, with at least two of each. */
export function wholeBlock(gathered: Gathered): {
  readonly variants: readonly Variant[];
  readonly sets: readonly ReproductionSet[];
} {
  const all = comparable(gathered);
  const has = ({ name }: Variant, { key }: ReproductionSet) => gathered.judged(name, key, 'mean') !== undefined;
  const methodCount = (set: ReproductionSet) => all.filter((variant) => has(variant, set)).length;
  const sorted = [...gathered.sets].sort((a, b) => methodCount(b) - methodCount(a));
  let best: { variants: readonly Variant[]; sets: readonly ReproductionSet[] } = { variants: [], sets: [] };
  for (let count = 2; count <= sorted.length; count++) {
    const sets = sorted.slice(0, count);
    const variants = all.filter((variant) => sets.every((set) => has(variant, set)));
    if (variants.length >= 2 && variants.length * count >= best.variants.length * best.sets.length) {
      best = { variants, sets: gathered.sets.filter((set) => sets.includes(set)) };
    }
  }
  return best;
}

/** Friedman's test over data sets, of all methods that have a mean over K on each of them. */
function differencePieces(gathered: Gathered): Piece[] {
  const block = wholeBlock(gathered);
  const { kept, twins } = withoutTwins(gathered, block.variants, block.sets);
  const value = (variant: Variant, set: ReproductionSet) => gathered.judged(variant.name, set.key, 'mean')!.mean;
  const test = friedmanTest(block.sets.map((set) => kept.map((variant) => value(variant, set))));
  if (test === undefined || test.criticalDifference === undefined) return [];
  const left = comparable(gathered)
    .filter((variant) => !block.variants.includes(variant))
    .map(({ name }) => name);
  const names = kept.map(({ name }) => name);
  const svg = criticalDifferenceDiagram({ names, ranks: test.ranks, criticalDifference: test.criticalDifference });
  const setNames = listOf(block.sets.map(columnName));
  const leftSets = gathered.sets.filter((set) => !block.sets.includes(set)).map(columnName);
  const rest = [
    twins.length > 0
      ? ` Counted once, because they select the same features: ${twins.map(({ name, of }) => `${name} and ${of}`).join('; ')}.`
      : '',
    left.length > 0 ? ` Left out because results are missing: ${left.join('; ')}.` : '',
    leftSets.length > 0
      ? ` Data sets left out because not all of these methods have results there: ${listOf(leftSets)}.`
      : '',
  ];
  return [
    { kind: 'heading', text: 'Which methods can be told apart?' },
    {
      kind: 'text',
      text: `Mean ranks of ${names.length} methods over ${test.setCount} data sets (${setNames}; of the mean over K, 1 is best). Friedman's test: chi-square ${formatNumber(test.chiSquare)} with ${countOf(names.length - 1, 'degree')} of freedom, p = ${formatNumber(test.p)}. Methods joined by a bar differ by less than Nemenyi's critical difference of ${test.criticalDifference.toFixed(2)} and cannot be told apart at the 5 % level with so few data sets.${rest.join('')}`,
    },
    {
      kind: 'figures',
      width: 'wide',
      figures: [{ name: 'critical-difference', caption: 'Critical difference of the mean ranks', svg }],
    },
  ];
}
