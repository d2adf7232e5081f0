/** The smaller comparisons of the appendix: growth, HSIC Lasso and RigL. */
import { formatCount, listOf } from '../../report/format.js';
import type { Gathered } from '../gather.js';
import { paperFigure } from '../paper-figure.js';
import type { Piece, Section } from '../piece.js';
import type { ReproductionSet } from '../plan.js';
import {
  hsicVariants,
  neurofsBest,
  neurofsPaper,
  randomGrowth,
  rigl,
  roundingGrowth,
  type Variant,
} from '../variants.js';
import { whyBlank } from '../why-blank.js';
import { accuracyTable } from './accuracy.js';
import { columnName } from './column-name.js';

export function growthSection(gathered: Gathered): Section {
  return {
    id: 'growth',
    title: 'Growth by gradient or at random',
    paper: 'Appendix A',
    pieces: [
      {
        kind: 'text',
        text: "neurofs with the settings of the paper, and the same with neurons and connections regrown at random. SVM accuracy in percent for each K. The paper shows its results only as curves; the small print is its figure for growth by gradient. The authors' code differentiates the sum of the softmax outputs, which is constant, so that what it calls growth by gradient is ranked by rounding errors: the third row grows in that way, and the paper's figure stands beside it too.",
      },
      ...perSet(gathered, [neurofsPaper, randomGrowth, roundingGrowth]),
    ],
  };
}

export function hsicSection(gathered: Gathered): Section {
  return {
    id: 'hsic',
    title: 'Against HSIC Lasso',
    paper: 'Appendix B',
    pieces: [
      {
        kind: 'text',
        text: `SVM accuracy in percent, mean over K. HSIC Lasso and its variational version are run with the first seed.${fewerText(gathered)}`,
      },
      { kind: 'table', table: accuracyTable(gathered, [neurofsBest, neurofsPaper, ...hsicVariants], 'mean') },
    ],
  };
}

/** HSIC Lasso, as its package has it, ends where no further feature helps. */
function fewerText(gathered: Gathered): string {
  const shorter = gathered.sets.flatMap((set) => {
    const short = gathered.scale.ks.flatMap((k) => {
      const [row] = gathered.rows(hsicVariants[0].name, set.key, k);
      return row !== undefined && row.features.length < k ? [{ k, count: row.features.length }] : [];
    });
    if (short.length === 0) return [];
    const most = Math.max(...short.map(({ count }) => count));
    return [`${columnName(set)} (from K\u00a0=\u00a0${formatCount(short[0].k)} on at most ${formatCount(most)})`];
  });
  return shorter.length === 0
    ? ''
    : ` ${hsicVariants[0].name} selects fewer features than K where its path ends before: on ${listOf(shorter)}.`;
}

export function riglSection(gathered: Gathered): Section {
  return {
    id: 'rigl',
    title: 'Against RigL',
    paper: 'Appendix D',
    pieces: [
      { kind: 'text', text: 'SVM accuracy in percent for each K; one RigL network serves every K.' },
      ...perSet(gathered, [neurofsBest, neurofsPaper, rigl]),
    ],
  };
}

/** One small table for every data set, K across. */
function perSet(gathered: Gathered, variants: readonly Variant[]): Piece[] {
  const tables = gathered.sets.flatMap((set): Piece[] => {
    const hasAny = variants.some(({ name }) => gathered.scale.ks.some((k) => gathered.judged(name, set.key, k)));
    return hasAny ? [setTable(gathered, set, variants)] : [];
  });
  if (tables.length > 0) return tables;
  const names = new Set(variants.map(({ name }) => name));
  const own = gathered.results.filter(
    ({ planned: { job, role } }) => role.kind === 'accuracy' && names.has(job.variant),
  );
  return [{ kind: 'text', text: whyBlank(own) }];
}

function setTable(gathered: Gathered, set: ReproductionSet, variants: readonly Variant[]): Piece {
  const ks = gathered.scale.ks.filter((k) => k <= set.featureCount);
  return {
    kind: 'table',
    table: {
      caption: columnName(set),
      rowTitle: 'Method',
      columns: [...ks.map((k) => `K = ${formatCount(k)}`), 'mean'],
      rows: variants.map((variant) => ({
        name: variant.name,
        cells: [...ks, 'mean' as const].map((k) => ({
          ours: gathered.judged(variant.name, set.key, k),
          paper: paperFigure(gathered, variant, set, k),
          hasFailed: gathered.hasFailed(variant.name, set.key, k),
        })),
      })),
    },
  };
}
