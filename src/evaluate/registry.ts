/** All judges by name: the one list that the command line, the library and the contract test go by. */
import { UserError } from '../errors.js';
import { didYouMeanHint } from '../suggest.js';
import type { TargetKind } from '../types.js';
import type { Judge, PointJudge } from './contract.js';
import { cox } from './judges/cox.js';
import { extraTrees } from './judges/extra-trees.js';
import { knn } from './judges/knn.js';
import { logistic } from './judges/logistic.js';
import { ridge } from './judges/ridge.js';
import { svm } from './judges/svm.js';
import { targetWords } from './measures/registry.js';

/** A judge whose options and targets are known only by what it says of them. */
// biome-ignore lint/suspicious/noExplicitAny: each judge has its own options type, checked against its specs at run time.
export type AnyJudge = Judge<any, any> | PointJudge<any>;

export const judges: readonly AnyJudge[] = [svm, knn, extraTrees, logistic, ridge, cox];

/** A judge by its name among those there are, or as a value: the user's own. */
export type JudgeChoice = string | AnyJudge;

/** The judge that is asked where none is named. */
export const defaultJudges: Readonly<Record<TargetKind, string>> = { classes: 'svm', values: 'svm', survival: 'cox' };

/**
 * The judge of this name, built in or one of `own`; a judge given as a value is checked and returned. An unknown name is
 * an error that suggests the one meant.
 */
export function findJudge(choice: JudgeChoice, own: readonly AnyJudge[] = []): AnyJudge {
  if (typeof choice !== 'string') return checkedJudge(choice);
  const found = [...judges, ...own].find((judge) => judge.name === choice);
  if (found !== undefined) return found;
  const names = [...judges, ...own].map((judge) => judge.name);
  throw new UserError(
    'usage',
    `unknown judge "${choice}"${didYouMeanHint(choice, names) || ';'} the judges are ${names.join(', ')}`,
  );
}

/** The judges to ask about a target of this kind, the usual one where none is given. Each is asked once. */
export function findJudges(
  choices: readonly JudgeChoice[] | undefined,
  kind: TargetKind,
  rows: { readonly weights?: Float64Array | undefined } = {},
): AnyJudge[] {
  const found = [...new Set((choices ?? [defaultJudges[kind]]).map((choice) => findJudge(choice)))];
  const names = found.map(({ name }) => name);
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) throw new UserError('usage', `judges are told apart by name: "${twice}" is taken`);
  for (const judge of found) refuseTarget(judge, kind, rows.weights !== undefined);
  return found;
}

/** Refuses a judge that cannot be fitted to such rows, and names those that can. */
export function refuseTarget(judge: AnyJudge, kind: TargetKind, hasWeights: boolean): void {
  const fits = ({ targets, takesWeights }: AnyJudge) => targets.includes(kind) && (takesWeights || !hasWeights);
  if (fits(judge)) return;
  const why = judge.targets.includes(kind) ? 'does not take weights of rows' : `does not judge ${targetWords[kind]}`;
  const advice = [{ option: 'judges', values: judges.filter(fits).map(({ name }) => name) }];
  throw new UserError('usage', `the judge "${judge.name}" ${why}`, { advice });
}

export function isBuiltInJudge(name: string): boolean {
  return judges.some((judge) => judge.name === name);
}

/** Judges as people call them. */
export function judgeTitle(name: string): string {
  return judges.find((judge) => judge.name === name)?.title ?? name;
}

/** What a judge must have to be called at all; `checkJudge` finds out whether it keeps the contract. */
function checkedJudge(judge: AnyJudge): AnyJudge {
  const { name, targets, options } = judge ?? {};
  const works = judge && ('judgePoints' in judge ? judge.judgePoints : judge.fit);
  if (typeof name !== 'string' || name === '' || !Array.isArray(targets) || typeof works !== 'function' || !options) {
    throw new UserError(
      'usage',
      'a judge must be a name, or an object with a name, a summary, the kinds of target it takes, the specs of its options and fit',
    );
  }
  if (isBuiltInJudge(name) && !judges.includes(judge)) {
    throw new UserError('usage', `there is a judge named "${name}" already`, { advice: ['name yours otherwise'] });
  }
  return judge;
}
