/** The filled-in form as settings of a run; what is wrong in it is an error that says so. */
import { UserError } from '../../src/errors.js';
import type { OptionSpec } from '../../src/select/contract.js';
import { readOptionText, resolveOptions } from '../../src/select/resolve-options.js';
import type { MethodDescription } from '../../src/studio/describe-methods.js';
import type { RunSettings } from '../../src/studio/select-command.js';
import type { RunForm } from './store.js';

export function readForm(form: RunForm, method: MethodDescription, featureCount: number): RunSettings {
  const k = wholeNumber('The number of features', form.k, 1);
  if (k > featureCount) {
    throw new UserError(
      'usage',
      `The number of features must be at most ${featureCount}, as many as there are. Got ${k}`,
    );
  }
  const testFraction = Number(form.testFraction);
  if (form.testFraction.trim() === '' || !(testFraction >= 0 && testFraction < 1)) {
    throw new UserError('usage', `The share of test rows must be at least 0 and below 1. Got “${form.testFraction}”`);
  }
  return {
    ...{ k, method: method.name, seed: wholeNumber('The seed', form.seed, 0) },
    methodOptions: readMethodOptions(form.options[method.name] ?? {}, method),
    ...{ scaling: form.scaling, testFraction },
  };
}

/** The options that were given and differ from the default, checked. */
function readMethodOptions(
  given: Readonly<Record<string, string>>,
  method: MethodDescription,
): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const [name, spec] of Object.entries(method.options)) {
    const text = given[name]?.trim() ?? '';
    if (text === '' || text === usualText(spec, given.preset)) continue;
    read[name] = readOptionText(name, spec, text);
  }
  resolveOptions(method, read);
  return read;
}

/** What an option is where nothing is given: a preset has defaults of its own. */
export function usualText(spec: OptionSpec, preset: string | undefined): string {
  const value = preset === 'paper' && spec.paper !== undefined ? spec.paper : spec.default;
  return Array.isArray(value) ? value.join(',') : String(value);
}

function wholeNumber(what: string, text: string, least: number): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isSafeInteger(value) && value >= least) return value;
  throw new UserError('usage', `${what} must be a whole number of at least ${least}. Got “${text}”`);
}
