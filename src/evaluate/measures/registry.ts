/** All measures by name, and which of them decides. */
import { UserError } from '../../errors.js';
import { didYouMeanHint } from '../../suggest.js';
import type { Target, TargetKind } from '../../types.js';
import { accuracy } from './accuracy.js';
import { balancedAccuracy } from './balanced-accuracy.js';
import { concordance } from './concordance.js';
import type { Measure } from './contract.js';
import { logLoss } from './log-loss.js';
import { macroF1 } from './macro-f1.js';
import { mae } from './mae.js';
import { r2 } from './r2.js';
import { rmse } from './rmse.js';
import { rocAuc } from './roc-auc.js';
import { spearman } from './spearman.js';

/** A measure whose kind of target is known by its `target` alone. */
// biome-ignore lint/suspicious/noExplicitAny: a measure is given the targets of its own kind, which `target` names.
export type AnyMeasure = Measure<any>;

/** The first one of each kind of target decides where nothing else is said. */
export const measures: readonly AnyMeasure[] = [
  accuracy,
  balancedAccuracy,
  macroF1,
  rocAuc,
  logLoss,
  r2,
  mae,
  rmse,
  spearman,
  concordance,
];

/** What can be measured on a target of this kind. */
export function measuresFor(kind: TargetKind): readonly AnyMeasure[] {
  return measures.filter(({ target }) => target === kind);
}

export function findMeasure(name: string): AnyMeasure {
  const found = measures.find((measure) => measure.name === name);
  if (found !== undefined) return found;
  const names = measures.map((measure) => measure.name);
  throw new UserError(
    'usage',
    `unknown measure "${name}"${didYouMeanHint(name, names) || ';'} the measures are ${names.join(', ')}`,
  );
}

/** A class with a smaller part of an even share than this is lost in the accuracy. */
const smallestShare = 1 / 4;

/** Which measure says what is better. */
export interface Deciding {
  readonly measure: string;
  /** The class that is too rare for accuracy to decide, where that is why. */
  readonly rareClass?: string;
}

/** The measure that was asked for, or the usual one: balanced accuracy where a class is rare. */
export function decidingMeasure(target: Target, given?: string): Deciding {
  if (given !== undefined) {
    const { name, target: kind } = findMeasure(given);
    if (kind === target.kind) return { measure: name };
    const fitting = measuresFor(target.kind).map((measure) => measure.name);
    throw new UserError('usage', `${name} does not measure ${targetWords[target.kind]}`, {
      advice: [{ option: 'measure', values: fitting }],
    });
  }
  const rareClass = target.kind === 'classes' ? rarestBelow(target.labels, target.classNames) : undefined;
  if (rareClass !== undefined) return { measure: balancedAccuracy.name, rareClass };
  return { measure: measuresFor(target.kind)[0].name };
}

/** Targets as sentences call them. */
export const targetWords: Readonly<Record<TargetKind, string>> = {
  classes: 'a target of classes',
  values: 'a target of numbers',
  survival: 'a target of survival times',
};

function rarestBelow(labels: Int32Array, classNames: readonly string[]): string | undefined {
  const counts = new Float64Array(classNames.length);
  for (const label of labels) counts[label]++;
  const rarest = counts.indexOf(counts.reduce((least, count) => Math.min(least, count), labels.length));
  return counts[rarest] < (smallestShare * labels.length) / classNames.length ? classNames[rarest] : undefined;
}
