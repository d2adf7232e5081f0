/** Turns the options a method describes into options of the command line, and reads numbers with clear errors. */

import { Option } from 'commander';
import { readBytes } from '../../node/rows/memory-plan.js';
import { UserError } from '../../src/errors.js';
import type { OptionSpec } from '../../src/select/contract.js';
import { flagOf } from '../../src/select/option-flag.js';
import { readOptionText } from '../../src/select/resolve-options.js';

type Specs = Readonly<Record<string, OptionSpec>>;

/** Heads the options of a method in the help, before its name. */
export const methodHeading = 'Options of the method';

/** One option per hyper-parameter, without a default value: what is not given stays undefined. */
export function methodOptions(specs: Specs, method: string): Option[] {
  return Object.entries(specs).map(([name, spec]) =>
    new Option(`${flagOf(name)} <${placeholder(spec)}>`, `${spec.help} (${showDefaults(spec)})`)
      .argParser((text) => readOptionText(flagOf(name), spec, text))
      .helpGroup(`${methodHeading} ${method}:`),
  );
}

/** The values given for the method's options, by the names the method knows. */
export function givenMethodOptions(specs: Specs, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const given = Object.keys(specs).filter((name) => values[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, values[name]]));
}

function placeholder(spec: OptionSpec): string {
  if (spec.type === 'choice') return spec.choices.join('|');
  return spec.type === 'integers' ? 'n,n,...' : 'number';
}

function showDefaults(spec: OptionSpec): string {
  const paper = spec.paper === undefined ? '' : `; paper: ${showDefault(spec.paper)}`;
  return `default: ${showDefault(spec.default)}${paper}`;
}

function showDefault(value: unknown): string {
  return Array.isArray(value) ? value.join(',') : String(value);
}

/** Reads a whole number from `min` up to `max`, where there is one. */
export function wholeNumber(flag: string, min: number, max = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() !== '' && Number.isSafeInteger(value) && value >= min && value <= max) return value;
    const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
    throw new UserError('usage', `${flag} must be a whole number ${range}. Got "${text}"`);
  };
}

/** Reads a number above 0. */
export function positive(flag: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() !== '' && value > 0 && Number.isFinite(value)) return value;
    throw new UserError('usage', `${flag} must be a number above 0. Got "${text}"`);
  };
}

/** Reads this word as it is, and everything else as `read` does. */
export function wordOr<Word extends string, Value>(word: Word, read: (text: string) => Value) {
  return (text: string): Word | Value => (text.trim() === word ? word : read(text));
}

/** Reads `28x28` as height and width. */
export function imageShape(flag: string): (text: string) => readonly [number, number] {
  return (text) => {
    const [, height, width] = /^(\d+)x(\d+)$/.exec(text) ?? [];
    if (Number(height) > 0 && Number(width) > 0) return [Number(height), Number(width)];
    throw new UserError('usage', `${flag} must be height and width such as 28x28. Got "${text}"`);
  };
}

/** Reads names between commas. One that has a comma itself stands in double quotes. */
export function names(text: string): readonly string[] {
  const commas = text.split('"').length % 2 === 1 ? commasOutsideQuotes : ',';
  return text.split(commas).map((part) => {
    const name = part.trim();
    return /^".*"$/s.test(name) ? name.slice(1, -1).replaceAll('""', '"') : name;
  });
}

/** Behind each an even number of quotes follows. */
const commasOutsideQuotes = /,(?=(?:[^"]*"[^"]*")*[^"]*$)/;

/** A name as `names` reads it. */
export function quoteName(name: string): string {
  return /[,"]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}

/** Reads `yes` or `no`. */
export function yesOrNo(flag: string): (text: string) => boolean {
  return (text) => {
    if (text === 'yes' || text === 'no') return text === 'yes';
    throw new UserError('usage', `${flag} must be yes or no. Got "${text}"`);
  };
}

/** Reads a number from 0 up to, but not, 1. */
export function fraction(flag: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() !== '' && value >= 0 && value < 1) return value;
    throw new UserError('usage', `${flag} must be a number of at least 0 and below 1. Got "${text}"`);
  };
}

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };
/** Timers take no longer times. */
const longestSeconds = (2 ** 31 - 1) / 1000;

/** Reads `90s`, `10m`, `1.5h` as seconds. */
export function duration(flag: string): (text: string) => number {
  return (text) => {
    const [, number, unit] = /^(\d+(?:\.\d+)?)([smh])$/.exec(text.trim()) ?? [];
    const seconds = Number(number) * unitSeconds[unit];
    if (seconds > 0 && seconds <= longestSeconds) return seconds;
    throw new UserError('usage', `${flag} must be a time such as 90s, 10m or 12h, at most 24 days. Got "${text}"`);
  };
}

/** Reads `800MB`, `4GB`, `1.5GiB` as bytes. */
export function size(flag: string): (text: string) => number {
  return (text) => readBytes(text, flag);
}

/** For options that can be given again: the values in the order they came. */
export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
