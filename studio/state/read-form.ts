/** The filled-in form as settings of a run; what is wrong in it is an error that says so. */
import { UserError } from '../../src/errors.js';
import type { OptionSpec } from '../../src/select/contract.js';
import type { MethodDescription } from '../../src/select/describe-methods.js';
import { readOptionText, resolveOptions } from '../../src/select/resolve-options.js';
import type { RunSettings } from '../../src/studio/select-command.js';
import type { RunForm } from './store.js';

/** Something to be put right in one field of the form. */
export class FormProblem extends Error {
  constructor(
    readonly field: string,
    message: string,
  ) {
    super(message);
  }
}

/** More would be days in a page. */
const mostEpochs = 100_000;

export function readForm(form: RunForm, method: MethodDescription, names: readonly string[]): RunSettings {
  const featureCount = names.length;
  // A pinned column that is left out, or that another reading of the file does not have, waits.
  const include = form.pinned.filter((name) => names.includes(name));
  const k = wholeNumber('k', form.k, 1);
  if (k > featureCount) throw new FormProblem('k', `There are only ${featureCount} features. Got ${k}.`);
  const testFraction = Number(form.testFraction);
  if (form.testFraction.trim() === '' || !(testFraction >= 0 && testFraction < 1)) {
    throw new FormProblem('testFraction', `A share is at least 0 and below 1. Got “${form.testFraction}”.`);
  }
  return {
    k,
    method: method.name,
    seed: wholeNumber('seed', form.seed, 0),
    methodOptions: readMethodOptions(form.options[method.name] ?? {}, method),
    scaling: form.scaling,
    testFraction,
    ...(include.length > 0 && { include }),
    ...(form.fdr !== '' && { falseDiscovery: Number(form.fdr) }),
    ...(form.stability !== '' && { stability: Number(form.stability) }),
    ...(form.repeats !== '' && { repeats: Number(form.repeats) }),
  };
}

/** The name under which the problem of an option is kept. */
export function optionField(method: string, option: string): string {
  return `${method} ${option}`;
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
    const field = optionField(method.name, name);
    read[name] = inField(field, () => {
      const value = readOptionText(name, spec, text);
      resolveOptions(method, { [name]: value });
      return value;
    });
    if (name === 'epochs' && Number(read[name]) > mostEpochs) {
      throw new FormProblem(field, `The page runs at most 100,000 epochs. Got ${text}.`);
    }
  }
  inField(optionField(method.name, Object.keys(read)[0] ?? ''), () => resolveOptions(method, read));
  return read;
}

function inField<T>(field: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof UserError) throw new FormProblem(field, sentence(error.message));
    throw error;
  }
}

function sentence(text: string): string {
  const said = text.replace(/^--/, '');
  return `${said[0].toUpperCase()}${said.slice(1)}${/[.?!]$/.test(said) ? '' : '.'}`;
}

/** What an option is where nothing is given: a preset has defaults of its own. */
export function usualText(spec: OptionSpec, preset: string | undefined): string {
  const value = preset === 'paper' && spec.paper !== undefined ? spec.paper : spec.default;
  return Array.isArray(value) ? value.join(',') : String(value);
}

function wholeNumber(field: string, text: string, least: number): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isSafeInteger(value) && value >= least) return value;
  throw new FormProblem(field, `A whole number of at least ${least} is needed. Got “${text}”.`);
}
