/** Whether the methods compare the same way whatever judges them. */
import type { Gathered } from '../gather.js';
import { mainK, paperJudges, type ReproductionSet } from '../plan.js';
import type { Variant } from '../variants.js';
import { average, type Claim, majority } from './claim.js';

export function sameForOtherJudges(gathered: Gathered): Claim {
  const value = (variant: Variant, set: ReproductionSet, judge: string) =>
    gathered.judged(variant.name, set.key, mainK, judge)?.mean;
  const correlations = gathered.sets.flatMap((set) =>
    paperJudges.slice(1).flatMap((judge) => {
      const pairs = gathered.variants.flatMap((variant) => {
        const [a, b] = [value(variant, set, 'svm'), value(variant, set, judge)];
        return a === undefined || b === undefined ? [] : [[a, b] as const];
      });
      return pairs.length < 5 ? [] : [rankCorrelation(pairs)];
    }),
  );
  const agreeing = correlations.filter((each) => each > 0.5).length;
  return {
    claim: 'The methods compare the same way whatever the classifier',
    where: 'Appendix C',
    verdict: majority(agreeing, correlations.length),
    evidence:
      correlations.length === 0
        ? `no data set has five methods judged by three classifiers at K = ${mainK}`
        : `rank correlation of the methods by the SVM and by another classifier at K = ${mainK}: above 0.5 in ${agreeing} of ${correlations.length} cases, ${average(correlations).toFixed(2)} on average`,
  };
}

/** Spearman's, ties sharing the mean of their ranks. */
export function rankCorrelation(pairs: readonly (readonly [number, number])[]): number {
  const ranks = ([0, 1] as const).map((side) => {
    const values = pairs.map((pair) => pair[side]);
    return values.map(
      (own) => values.filter((value) => value < own).length + (values.filter((value) => value === own).length + 1) / 2,
    );
  });
  const [a, b] = ranks.map((each) => each.map((rank) => rank - average(each)));
  const product = (x: readonly number[], y: readonly number[]) => x.reduce((sum, value, i) => sum + value * y[i], 0);
  const size = Math.sqrt(product(a, a) * product(b, b));
  return size === 0 ? 1 : product(a, b) / size;
}
