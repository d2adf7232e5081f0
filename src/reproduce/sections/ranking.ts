/** The ranking score (Figure 3), of all methods that were run and of the paper's eight; and what is told apart. */
import { rankingScores } from '../../experiment/ranking-score.js';
import { spreadOf } from '../../experiment/summarise.js';
import { countOf, formatCount, formatNumber, listOf } from '../../report/format.js';
import { criticalDifferenceDiagram } from '../critical-difference.js';
import { friedmanTest } from '../friedman.js';
import type { Gathered } from '../gather.js';
import type { Figure, Piece, Section } from '../piece.js';
import type { ReproductionSet } from '../plan.js';
import { rankingBars } from '../ranking-bars.js';
import { comparedVariants, neurofsBest, paperEight, type Variant } from '../variants.js';
import { seeBelow } from '../why-blank.js';
import { paperFigure } from './accuracy.js';

/** The paper calls sets with more features than this high-dimensional. */
const highDimensional = 2000;

export function rankingSection(gathered: Gathered): Section {
  const groups = [
    { name: 'low', title: 'Low-dimensional', sets: gathered.sets.filter((set) => set.featureCount <= highDimensional) },
    {
      name: 'high',
      title: 'High-dimensional',
      sets: gathered.sets.filter((set) => set.featureCount > highDimensional),
    },
  ];
  const figures = groups.flatMap(({ name, title, sets }) => barFigure(gathered, sets, name, title));
  return {
    id: 'ranking',
    title: 'Ranking score',
    paper: 'Figure 3',
    pieces: [
      {
        kind: 'text',
        text: `For every data set and K, the worst of the paper's eight methods gets 0 points and the best gets 7; ties share. The bars show the mean. neurofs has its default settings here. Only pairs of data set and K for which all eight methods have a result count, and the paper's bar is worked out from its tables over the same pairs.`,
      },
      ...(figures.length > 0 ? [{ kind: 'figures', width: 'half', figures } as const] : []),
      ...leftOutPieces(gathered),
      ...differencePieces(gathered),
    ],
  };
}

/** What keeps pairs of data set and K out of the bars; nothing where all of them count. */
function leftOutPieces(gathered: Gathered): Piece[] {
  const pairs = gathered.sets.flatMap((set) =>
    gathered.scale.ks.filter((k) => k <= set.featureCount).map((k) => ({ set: set.key, k })),
  );
  const missing = ({ name }: Variant, { set, k }: (typeof pairs)[number]) =>
    gathered.accuracy(name, set, k) === undefined;
  const count = pairs.filter((pair) => paperEight.some((variant) => missing(variant, pair))).length;
  if (count === 0) return [];
  const namesWhere = (hasFailed: boolean) =>
    paperEight
      .filter((variant) =>
        pairs.some(
          (pair) => missing(variant, pair) && gathered.hasFailed(variant.name, pair.set, pair.k) === hasFailed,
        ),
      )
      .map(({ name }) => name);
  const [failed, waiting] = [namesWhere(true), namesWhere(false)];
  const reasons = [
    ...(failed.length > 0 ? [`${listOf(failed)} failed there (${seeBelow})`] : []),
    ...(waiting.length > 0
      ? [`${listOf(waiting)} ${waiting.length === 1 ? 'has' : 'have'} not been run there yet`]
      : []),
  ];
  const what =
    count === pairs.length
      ? 'There are no bars, because no pair of data set and K has a result of all eight methods'
      : `${formatCount(count)} of ${countOf(pairs.length, 'pair')} of data set and K left out`;
  return [{ kind: 'text', text: `${what}: ${reasons.join('; ')}.` }];
}

function barFigure(gathered: Gathered, sets: readonly ReproductionSet[], name: string, title: string): Figure[] {
  const ours: number[][] = [];
  const papers: number[][] = [];
  for (const set of sets) {
    for (const k of gathered.scale.ks) {
      const measured = paperEight.map((variant) => gathered.accuracy(variant.name, set.key, k)?.mean);
      const printed = paperEight.map((variant) => paperFigure(gathered, variant, set, k)?.mean);
      if (measured.includes(undefined)) continue;
      ours.push(rankingScores(measured));
      papers.push(rankingScores(printed));
    }
  }
  if (ours.length === 0) return [];
  const meanOf = (scores: readonly (readonly number[])[], place: number) =>
    spreadOf(scores.map((each) => each[place]))!.mean;
  const bars = paperEight.map((variant, place) => ({
    name: variant.name,
    ours: meanOf(ours, place),
    paper: meanOf(papers, place),
  }));
  const svg = rankingBars(bars, paperEight.length - 1, `Mean ranking score, ${title}`);
  return [{ name: `ranking-${name}`, caption: `${title}: ${ours.length} pairs of data set and K`, svg }];
}

/** Friedman's test over data sets, of the methods that have a mean over K on every set where neurofs has one. */
function differencePieces(gathered: Gathered): Piece[] {
  const mean = (variant: Variant, set: ReproductionSet) => gathered.accuracy(variant.name, set.key, 'mean')?.mean;
  const sets = gathered.sets.filter((set) => mean(neurofsBest, set) !== undefined);
  const whole = comparedVariants.filter((variant) => sets.every((set) => mean(variant, set) !== undefined));
  const test = friedmanTest(sets.map((set) => whole.map((variant) => mean(variant, set)!)));
  if (test === undefined || test.criticalDifference === undefined) return [];
  const left = comparedVariants.filter((variant) => !whole.includes(variant)).map(({ name }) => name);
  const names = whole.map(({ name }) => name);
  const svg = criticalDifferenceDiagram({ names, ranks: test.ranks, criticalDifference: test.criticalDifference });
  return [
    { kind: 'heading', text: 'Which methods can be told apart?' },
    {
      kind: 'text',
      text: `Mean ranks over ${test.setCount} data sets (of the mean over K; 1 is best). Friedman's test: chi-square ${formatNumber(test.chiSquare)} with ${names.length - 1} degrees of freedom, p = ${formatNumber(test.p)}. Methods joined by a bar differ by less than Nemenyi's critical difference of ${test.criticalDifference.toFixed(2)} and cannot be told apart at the 5 % level with so few data sets.${left.length > 0 ? ` Left out because results are missing: ${left.join(', ')}.` : ''}`,
    },
    {
      kind: 'figures',
      width: 'wide',
      figures: [{ name: 'critical-difference', caption: 'Critical difference of the mean ranks', svg }],
    },
  ];
}
