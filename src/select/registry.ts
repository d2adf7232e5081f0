/** All selection methods by name: the one list that the command line, the library and the contract test go by. */
import { UserError } from '../errors.js';
import { didYouMeanHint } from '../suggest.js';
import { anovaF } from './anova-f.js';
import { cife } from './cife.js';
import type { SelectionMethod } from './contract.js';
import { fisher } from './fisher.js';
import { hsicLasso } from './hsic-lasso.js';
import { hsicLassoVi } from './hsic-lasso-vi.js';
import { icap } from './icap.js';
import { lassonet } from './lassonet.js';
import { mrmr } from './mrmr.js';
import { mutualInformation } from './mutual-information.js';
import { neurofs, neurofsRandomGrowth } from './neurofs.js';
import { random } from './random.js';
import { rfs } from './rfs.js';
import { quickSelection, rigl } from './set-methods.js';
import { stg } from './stg.js';

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
