/** All selection methods by name: the one list that the command line, the library and the contract test go by. */
import { UserError } from '../errors.js';
import { didYouMeanHint } from '../suggest.js';
import type { SelectionMethod } from './contract.js';
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
import { rfe } from './linear/rfe.js';
import { relief } from './neighbours/relief.js';
import { lassonet } from './network/lassonet.js';
import { neurofs, neurofsRandomGrowth } from './network/neurofs.js';
import { quickSelection, rigl } from './network/set-methods.js';
import { stg } from './network/stg.js';
import { rfs } from './regression/rfs.js';
import { boruta } from './trees/boruta.js';
import { extraTrees } from './trees/extra-trees.js';

/** A method whose options are known only by their specs; `resolveOptions` makes the object its `select` takes. */
// biome-ignore lint/suspicious/noExplicitAny: each method has its own options type, checked against its specs at run time.
export type AnyMethod = SelectionMethod<any>;

export const methods: readonly AnyMethod[] = [
  neurofs,
  neurofsRandomGrowth,
  quickSelection,
  rigl,
  lassonet,
  stg,
  fisher,
  anovaF,
  mutualInformation,
  mrmr,
  cife,
  icap,
  rfs,
  hsicLasso,
  hsicLassoVi,
  l1Logistic,
  rfe,
  relief,
  extraTrees,
  boruta,
  random,
];

/** The method of this name; an unknown name is an error that suggests the one meant. */
export function findMethod(name: string): AnyMethod {
  const found = methods.find((method) => method.name === name);
  if (found !== undefined) return found;
  const names = methods.map((method) => method.name);
  throw new UserError(
    'usage',
    `unknown method "${name}"${didYouMeanHint(name, names) || ';'} the methods are ${names.join(', ')}`,
  );
}
