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
  if (k !== 'mean') return paperAccuracy(judge, k, paperMethod, set.key);
  if (!scale.isQuick) {
    const whole = paperAccuracy(judge, 'mean', paperMethod, set.key);
    if (whole !== undefined) return whole;
  }
  const each = scale.ks.map((one) => paperAccuracy(judge, one, paperMethod, set.key));
  if (each.includes(undefined)) return undefined;
  return { mean: each.reduce((sum, one) => sum + one!.mean, 0) / each.length };
}
