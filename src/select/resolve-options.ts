/** Checks the options given for a method against its specs and fills in the defaults of its preset: once, at the edge. */

import { checkChoice } from '../check-choice.js';
import { UserError } from '../errors.js';
import { showValue } from '../show-value.js';
import { didYouMeanHint } from '../suggest.js';
import { either, type OptionName } from '../wording.js';
import type { OptionSpec, OptionSpecs } from './contract.js';

/** What is needed of a method to resolve its options. */
interface Described<Options extends object> {
  readonly name: string;
  readonly options: OptionSpecs<Options>;
}

/** The full options of a method: the given ones, checked, and the defaults of the others. */
export function resolveOptions<Options extends object>(
  method: Described<Options>,
  given: Readonly<Record<string, unknown>> = {},
): Options {
  const specs = method.options as Readonly<Record<string, OptionSpec>>;
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(specs, name)) throw unknownOption(method.name, name, Object.keys(specs));
  }
  const value = (name: string, preset: unknown): unknown => {
    const spec = specs[name];
    if (given[name] !== undefined) return checked({ option: name, method: method.name }, spec, given[name]);
    return preset === 'paper' && spec.paper !== undefined ? spec.paper : spec.default;
  };
  const preset = Object.hasOwn(specs, 'preset') ? value('preset', undefined) : undefined;
  return Object.fromEntries(Object.keys(specs).map((name) => [name, value(name, preset)])) as Options;
}

/** The value of an option written as text, as on a command line: `0.2`, `minmax`, `100,50`. Ranges are checked later. */
export function readOptionText(where: string, spec: OptionSpec, text: string): unknown {
  if (spec.type === 'choice') return text;
  if (spec.type === 'number' && wordsOf(spec).includes(text)) return text;
  if (spec.type === 'integers') return text.split(',').map((part) => readNumber(where, part));
  return readNumber(where, text);
}

function readNumber(where: string, text: string): number {
  const value = Number(text);
  if (text.trim() === '' || Number.isNaN(value))
    throw new UserError('usage', `${where} must be a number. Got "${text}"`);
  return value;
}

function checked(subject: OptionName, spec: OptionSpec, value: unknown): unknown {
  if (spec.type === 'choice') return checkChoice(subject, spec.choices, value);
  if (spec.type === 'number') {
    const words = wordsOf(spec);
    if (words.includes(value as string) || fits(spec, value)) return value;
    throw mustBe(subject, either([describe(spec), ...words]), value);
  }
  const isList = Array.isArray(value) && value.length > 0;
  if (isList && value.every((entry) => fits({ min: spec.min, integer: true }, entry))) return value;
  throw mustBe(subject, `a list of whole numbers of at least ${spec.min}`, value);
}

/** The words that may stand for a number. */
function wordsOf({ auto, words = [] }: OptionSpec & { readonly type: 'number' }): readonly string[] {
  return auto ? ['auto', ...words] : words;
}

interface NumberRange {
  readonly min?: number;
  readonly above?: number;
  readonly max?: number;
  readonly integer?: boolean;
}

function fits(range: NumberRange, value: unknown): boolean {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, integer = false } = range;
  return (
    typeof value === 'number' &&
    Number.isFinite(value) &&
    value >= min &&
    value <= max &&
    (range.above === undefined || value > range.above) &&
    (!integer || Number.isSafeInteger(value))
  );
}

function describe({ min, above, max, integer }: NumberRange): string {
  const kind = integer ? 'a whole number' : 'a number';
  if (above !== undefined) return `${kind} above ${above}`;
  if (min !== undefined && max !== undefined) return `${kind} from ${min} to ${max}`;
  if (min !== undefined) return `${kind} of at least ${min}`;
  return max === undefined ? kind : `${kind} of at most ${max}`;
}

function mustBe(subject: OptionName, what: string, value: unknown): UserError {
  return new UserError('usage', `must be ${what}. Got ${showValue(value)}`, { subject });
}

function unknownOption(method: string, name: string, known: readonly string[]): UserError {
  const takes = known.length === 0 ? `${method} takes no options` : `its options are ${known.join(', ')}`;
  return new UserError('usage', `${method}: unknown option "${name}"${didYouMeanHint(name, known) || ';'} ${takes}`);
}
