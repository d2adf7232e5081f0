/** Accuracy of every method on every data set: the mean over K (Table 2) and every K (the appendix). */

import { findMeasure } from '../../evaluate/measures/registry.js';
import { judgeTitle } from '../../evaluate/registry.js';
import { formatCount, listOf } from '../../report/format.js';
import { type FigureTable, withoutBlankRows } from '../figure-table.js';
import { type Gathered, paperJudged } from '../gather.js';
import { paperAccuracy } from '../paper.js';
import { besideCopy, paperFigure } from '../paper-figure.js';
import type { Piece, Section } from '../piece.js';
import { ksWithin, mainK } from '../plan.js';
import type { Variant } from '../variants.js';
import { figurePieces } from './accuracy-figures.js';
import { columnName, otherCopyMark } from './column-name.js';

export function accuracySection(gathered: Gathered): Section {
  const { scale } = gathered;
  const perK = scale.ks.map(
    (k): Piece => ({ kind: 'table', table: accuracyTable(gathered, gathered.variants, k), isFolded: true }),
  );
  const isPaper = gathered.variants.some(({ paperMethod }) => paperMethod !== undefined);
  return {
    id: 'accuracy',
    title: isPaper ? 'Accuracy' : 'What the selections are worth',
    ...(isPaper && { paper: 'Table 2, Figure 2 and the tables per K' }),
    pieces: [
      {
        kind: 'text',
        text: `${measureText(gathered)} on the test rows with the selected features, in percent: mean and standard deviation over the seeds, and in brackets how many there are (up to ${scale.seeds.length}${gathered.sets.some(({ isSplitBySeed }) => isSplitBySeed) ? '' : '; methods that use no randomness are run once'}). The best in each column is bold, the second best italic, where at least half of the methods have a figure.${paperText(gathered)} The mean over K is blank until there is a result for every K.${fewFeaturesText(gathered)}`,
      },
      { kind: 'table', table: accuracyTable(gathered, gathered.variants, 'mean') },
      ...perK,
      ...figurePieces(gathered),
    ],
  };
}

/** "SVM accuracy", or what decides on each set where that differs. */
function measureText({ sets }: Gathered): string {
  const kinds = new Map(sets.map(({ judged = paperJudged }) => [`${judged.judge} ${judged.measure}`, judged] as const));
  const texts = [...kinds.values()].map(({ judge, measure }) => `${judgeTitle(judge)} ${findMeasure(measure).title}`);
  return `${listOf(texts, 'or')}${texts.length > 1 ? ', by the target of the data set,' : ''}`;
}

/** Where a K is beyond the features of a set, it has no figure there and no part in the mean. */
function fewFeaturesText({ sets, scale }: Gathered): string {
  const byKs = new Map<string, string[]>();
  for (const set of sets) {
    const ks = ksWithin(set, scale);
    if (ks.length === scale.ks.length) continue;
    const had = `K\u00a0=\u00a0${listOf(ks.map(formatCount))}`;
    byKs.set(had, [...(byKs.get(had) ?? []), columnName(set)]);
  }
  if (byKs.size === 0) return '';
  const parts = [...byKs].map(([had, names]) => `${had} on ${listOf(names)}`);
  return ` A K beyond the features of a data set is blank there, and its mean is over the others: ${parts.join('; ')}.`;
}

function paperText(gathered: Gathered): string {
  const { sets, variants } = gathered;
  if (variants.every(({ paperMethod }) => paperMethod === undefined)) return '';
  const others = sets.filter(({ isPapers }) => isPapers === false);
  const mark =
    others.length === 0
      ? ''
      : ` ${otherCopyMark} marks another copy of the data than the authors used, with other rows to test on: hold its figures against all features, not against the paper's.`;
  return ` The small print gives the paper's figure and how far ours is above or below it, in points.${mark}${overTimeText(gathered)}`;
}

/** The paper's empty entries are runs that were over its time limit. */
function overTimeText(gathered: Gathered): string {
  return gathered.variants
    .filter(({ paperMethod }) => paperMethod !== undefined)
    .map((variant) => {
      const blank = gathered.sets.filter((set) => paperFigure(gathered, variant, set, 'mean') === undefined);
      const names = listOf(blank.map(columnName));
      return blank.length === 0
        ? ''
        : ` The paper has no figure for ${variant.name} on ${names}: it took the authors more than 12 hours.`;
    })
    .join('');
}

/** Rows are methods, columns data sets; each is judged as it is usual there where no judge is named. */
export function accuracyTable(
  gathered: Gathered,
  variants: readonly Variant[],
  k: number | 'mean',
  judge?: string,
): FigureTable {
  const { sets } = gathered;
  const paperJudge = judge ?? paperJudged.judge;
  const all = ({ name, paperMethod }: Variant) => ({
    name,
    isReference: true,
    cells: sets.map((set) => ({
      ours: gathered.judged(name, set.key, set.featureCount, judge),
      paper: besideCopy(
        paperAccuracy(paperJudge, 'mean', paperMethod, set.key) ??
          paperAccuracy(paperJudge, mainK, paperMethod, set.key),
        set,
      ),
    })),
  });
  const rows = variants.map((variant) => ({
    name: variant.name,
    cells: sets.map((set) => ({
      ours: gathered.judged(variant.name, set.key, k, judge),
      paper: paperFigure(gathered, variant, set, k, paperJudge),
      hasFailed: gathered.hasFailed(variant.name, set.key, k),
    })),
  }));
  const judges = new Set(sets.map(({ judged = paperJudged }) => judge ?? judged.judge));
  const at = k === 'mean' ? 'mean over K' : `K = ${formatCount(k)}`;
  return withoutBlankRows({
    caption: judges.size === 1 ? `${judgeTitle([...judges][0])}, ${at}` : `${at[0].toUpperCase()}${at.slice(1)}`,
    rowTitle: 'Method',
    columns: sets.map(columnName),
    rows: [...rows, ...gathered.baselines.map(all)],
  });
}
