/**
 * Chooses from a ranking by rules, and puts what was chosen first:
 *
 *   1. the features that are always in
 *   2. for every class the best that tell it from the others, until each has its share
 *   3. the best of what is left, down the ranking
 *
 * What does not fit into what is left of the budget is passed over, and so is what is correlated with a feature that was
 * chosen, where one of every block is wanted. With costs the ranking goes by score / cost; scores of 0 and below say that
 * a feature is not worth anything, so they stay behind in their order.
 */
import type { Pacer } from '../compute/pacer.js';
import { UserError } from '../errors.js';
import { type Rules, tooSmall } from './constraints.js';

export interface Candidate {
  readonly index: number;
  readonly score: number;
  /** Constant, or a copy of another: never chosen unless it is always in. */
  readonly isRedundant: boolean;
}

export interface ChoiceTools {
  /** The class that a feature tells best, by its place in `classNames`. */
  readonly classOf: (index: number) => number;
  readonly classNames: readonly string[];
  /** Whether two features say the same, and about how many steps it takes to tell. */
  readonly isAlike: (index: number, chosen: number) => boolean;
  readonly stepsToTell: number;
  readonly pacer: Pacer;
}

/** Numbers of the chosen features, best first: at most `most`, fewer where the rules leave no more. */
export async function constrainRanking(
  ranked: readonly Candidate[],
  most: number,
  { include, costs, budget, minPerClass, isBlockwise }: Rules,
  tools: ChoiceTools,
): Promise<readonly number[]> {
  const costOf = (index: number): number => costs?.[index] ?? 1;
  const order = (costs ? byWorth(ranked, costOf) : ranked).filter(({ isRedundant }) => !isRedundant);
  const chosen: number[] = [];
  const isChosen = new Set<number>();
  let left = budget;
  const take = (index: number): void => {
    chosen.push(index);
    isChosen.add(index);
    left -= costOf(index);
  };
  const mayTake = (index: number): boolean =>
    chosen.length < most &&
    !isChosen.has(index) &&
    costOf(index) <= left &&
    !(isBlockwise && chosen.some((other) => tools.isAlike(index, other)));

  const breathe = async (): Promise<void> => {
    if (tools.pacer.isDue(isBlockwise ? chosen.length * tools.stepsToTell : 1)) await tools.pacer.rest(0);
  };

  for (const index of include) take(index);
  if (minPerClass > 0) {
    const lacking = tools.classNames.map(() => minPerClass);
    for (const index of chosen) lacking[tools.classOf(index)]--;
    for (const { index } of order) {
      if (!lacking.some((count) => count > 0)) break;
      await breathe();
      const own = tools.classOf(index);
      if (lacking[own] <= 0 || !mayTake(index)) continue;
      take(index);
      lacking[own]--;
    }
    refuseLacking(lacking, minPerClass, tools.classNames);
  }
  for (const { index } of order) {
    if (chosen.length >= most) break;
    await breathe();
    if (mayTake(index)) take(index);
  }
  if (chosen.length > 0) return chosen;
  throw tooSmall(budget, 'a single feature that may be selected');
}

function byWorth(ranked: readonly Candidate[], costOf: (index: number) => number): readonly Candidate[] {
  const worth = ({ score, index }: Candidate): number => (score > 0 ? score / costOf(index) : 0);
  return [...ranked].sort((a, b) => (worth(a) === worth(b) ? 0 : worth(b) - worth(a)));
}

function refuseLacking(lacking: readonly number[], minPerClass: number, classNames: readonly string[]): void {
  const place = lacking.findIndex((count) => count > 0);
  if (place < 0) return;
  const found = minPerClass - lacking[place];
  throw new UserError(
    'data',
    `of ${minPerClass} cannot be had: ${found === 0 ? 'no feature' : `only ${found}`} that may be selected tells class "${classNames[place]}" better than the other classes`,
    { subject: { option: 'minPerClass' }, advice: [{ option: 'minPerClass', verb: 'lower' }] },
  );
}
