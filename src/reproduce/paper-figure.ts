/** The paper's figure to set beside one of ours. */
import type { Gathered } from './gather.js';
import { type PaperAccuracy, paperAccuracy } from './paper.js';
import type { ReproductionSet } from './plan.js';
import type { Variant } from './variants.js';

/** The paper's figure; its mean over K is taken over the K that are run here. */
export function paperFigure(
  { scale }: Gathered,
  { paperMethod }: Variant,
  set: ReproductionSet,
  k: number | 'mean',
  judge: string = 'svm',
): PaperAccuracy | undefined {
  const printed = (each: number | 'mean') => paperAccuracy(judge, each, paperMethod, set.key);
  const whole = k === 'mean' && scale.isQuick ? undefined : printed(k);
  return besideCopy(whole ?? (k === 'mean' ? meanOf(scale.ks.map(printed)) : undefined), set);
}

/** Says so where our copy of the data is not the paper's. */
export function besideCopy(
  figure: PaperAccuracy | undefined,
  { isPapers }: Pick<ReproductionSet, 'isPapers'>,
): PaperAccuracy | undefined {
  return figure && isPapers === false ? { ...figure, isOfOtherCopy: true } : figure;
}

function meanOf(figures: readonly (PaperAccuracy | undefined)[]): PaperAccuracy | undefined {
  if (figures.includes(undefined)) return undefined;
  return { mean: figures.reduce((sum, figure) => sum + figure!.mean, 0) / figures.length };
}
