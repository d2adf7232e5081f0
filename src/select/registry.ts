/** All selection methods by name: the one list that the command line, the library and the contract test go by. */
import { UserError } from '../errors.js';
import { didYouMeanHint } from '../suggest.js';
import type { TargetKind } from '../types.js';
import { auto } from './auto.js';
import type { Capability, MethodCore, Takes } from './contract.js';
import { anovaF } from './filter/anova-f.js';
import { fisher } from './filter/fisher.js';
import { mrmr } from './filter/mrmr.js';
import { random } from './filter/random.js';
import { cife } from './information/cife.js';
import { icap } from './information/icap.js';
import { mutualInformation } from './information/mutual-information.js';
import { hsicLasso } from './kernel/hsic-lasso.js';
import { hsicLassoVi } from './kernel/hsic-lasso-vi.js';
import { l1Logistic } from './linear/l1-logistic.js';
import { lasso } from './linear/lasso.js';
import { rfe } from './linear/rfe.js';
import { relief } from './neighbours/relief.js';
import { entryPrune } from './network/entryprune.js';
import { lassonet } from './network/lassonet.js';
import { neurofs, neurofsRandomGrowth } from './network/neurofs.js';
import { quickSelection, rigl } from './network/set-methods.js';
import { stg } from './network/stg.js';
import { rfs } from './regression/rfs.js';
import { cox } from './survival/cox.js';
import { boruta } from './trees/boruta.js';
import { extraTrees } from './trees/extra-trees.js';

/** A method whose options are known only by their specs; `resolveOptions` makes the object its `select` takes. */
// biome-ignore lint/suspicious/noExplicitAny: each method has its own options and takes its own rows, checked at run time.
export type AnyMethod = MethodCore<any, any> & { readonly targets?: readonly TargetKind[] } & Partial<
    Record<keyof Takes<Capability>, boolean>
  >;

export const methodsByName = {
  auto,
  neurofs,
  'neurofs-random-growth': neurofsRandomGrowth,
  quickselection: quickSelection,
  rigl,
  lassonet,
  stg,
  entryprune: entryPrune,
  fisher,
  'anova-f': anovaF,
  'mutual-information': mutualInformation,
  mrmr,
  cife,
  icap,
  rfs,
  'hsic-lasso': hsicLasso,
  'hsic-lasso-vi': hsicLassoVi,
  'l1-logistic': l1Logistic,
  lasso,
  rfe,
  relief,
  'extra-trees': extraTrees,
  boruta,
  cox,
  random,
} as const;

export const methods: readonly AnyMethod[] = Object.values(methodsByName);

export type MethodName = keyof typeof methodsByName;

/** What the options of every method may be: `MethodOptions['lassonet']`. */
export type MethodOptions = {
  readonly [Name in MethodName]: (typeof methodsByName)[Name] extends MethodCore<infer Options, never>
    ? { readonly [Option in keyof Options]?: Options[Option] }
    : never;
};

/** The options of a built-in method by its name, and any for others. */
export type OptionsFor<Choice> = Choice extends MethodName ? MethodOptions[Choice] : Readonly<Record<string, unknown>>;

/** A method by its name among those there are, or as a value: the user's own. */
export type MethodChoice = string | AnyMethod;

/**
 * The method of this name, built in or one of `own`; a method given as a value is checked and returned. An unknown name
 * is an error that suggests the one meant.
 */
export function findMethod(choice: MethodChoice, own: readonly AnyMethod[] = []): AnyMethod {
  if (typeof choice !== 'string') return checkedMethod(choice);
  const found = [...methods, ...own].find((method) => method.name === choice);
  if (found !== undefined) return found;
  const names = [...methods, ...own].map((method) => method.name);
  throw new UserError(
    'usage',
    `unknown method "${choice}"${didYouMeanHint(choice, names) || ';'} the methods are ${names.join(', ')}`,
  );
}

export function isBuiltIn(name: string): boolean {
  return methods.some((method) => method.name === name);
}

/** What a method must have to be called at all; `checkMethod` finds out whether it keeps the contract. */
function checkedMethod(method: AnyMethod): AnyMethod {
  const { name, options, select } = method ?? {};
  if (typeof name !== 'string' || name === '' || typeof options !== 'object' || typeof select !== 'function') {
    throw new UserError(
      'usage',
      'a method must be a name, or an object with a name, a summary, the specs of its options and select',
    );
  }
  if (isBuiltIn(name) && !methods.includes(method)) {
    throw new UserError('usage', `there is a method named "${name}" already`, { advice: ['name yours otherwise'] });
  }
  return method;
}
