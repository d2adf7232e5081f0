/**
 * Options from a file: `--config run.json` with `{"target": "tumour", "k": 50, "leave-out": ["a", "b"]}`. They become words
 * of the command line, before those that were given, so that a word given by hand counts.
 */
import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { UserError } from '../../src/errors.js';
import { didYouMeanHint } from '../../src/suggest.js';
import { quoteName } from './options.js';

export interface ConfiguredWords {
  /** The words with those of the file in place of `--config`. */
  readonly words: readonly string[];
  /** What the file holds, to be checked against what the command takes. */
  readonly config?: Config;
}

export interface Config {
  readonly path: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Options that are given again for every value; the others take a list between commas. */
const repeated: ReadonlySet<string> = new Set(['set', 'judge-set', 'allow-path']);

export async function withConfig(words: readonly string[]): Promise<ConfiguredWords> {
  const end = words.indexOf('--');
  const place = words.findIndex((word, at) => (end < 0 || at < end) && /^--config(=|$)/.test(word));
  if (place < 1) return { words };
  const isJoined = words[place].includes('=');
  const path = isJoined ? words[place].slice('--config='.length) : words[place + 1];
  if (path === undefined || path === '') throw new UserError('usage', '--config needs a file of options');
  const config = { path, values: await readConfig(path) };
  const rest = [...words.slice(1, place), ...words.slice(place + (isJoined ? 1 : 2))];
  if (rest.some((word) => /^--config(=|$)/.test(word))) throw new UserError('usage', 'give --config once');
  return { words: [words[0], ...configWords(config), ...rest], config };
}

async function readConfig(path: string): Promise<Readonly<Record<string, unknown>>> {
  let values: unknown;
  try {
    values = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UserError('usage', `--config ${path}: ${code === 'ENOENT' ? 'there is no such file' : message}`);
  }
  if (typeof values === 'object' && values !== null && !Array.isArray(values)) return values as Record<string, unknown>;
  throw new UserError('usage', `--config ${path}: must be a JSON object of options by name, such as {"k": 50}`);
}

function configWords({ path, values }: Config): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const flag = `--${name}`;
    if (value === true) return [flag];
    if (value === false) return [];
    const texts = valueTexts(value);
    if (texts === undefined) {
      const shown = JSON.stringify(value);
      throw new UserError(
        'usage',
        `--config ${path}: "${name}" must be text, a number, true, false, a list, or pairs such as {"svm.cost": 10}. Got ${shown}`,
      );
    }
    return repeated.has(name)
      ? texts.map((text) => `${flag}=${text}`)
      : [`${flag}=${Array.isArray(value) ? texts.map(quoteName).join(',') : texts.join(',')}`];
  });
}

function valueTexts(value: unknown): string[] | undefined {
  const isPlain = (each: unknown) => typeof each === 'string' || typeof each === 'number';
  if (isPlain(value)) return [String(value)];
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Object.values(value).every(isPlain)) return undefined;
  return Array.isArray(value) ? value.map(String) : Object.entries(value).map(([name, each]) => `${name}=${each}`);
}

/** Refuses what the command does not know, by the name that stands in the file. */
export function checkConfig({ path, values }: Config, command: Command): void {
  const known = new Map(command.options.map((option) => [option.long!.slice(2), option]));
  for (const name of ['help', 'config']) known.delete(name);
  for (const [name, value] of Object.entries(values)) {
    const option = known.get(name);
    if (option === undefined) {
      const names = [...known.values()].filter(({ hidden }) => !hidden).map(({ long }) => long!.slice(2));
      const hint = didYouMeanHint(name, names) || ';';
      throw new UserError(
        'usage',
        `--config ${path}: unknown option "${name}"${hint} neurofs ${command.name()} takes ${names.join(', ')}`,
      );
    }
    const isFlag = !option.required && !option.optional;
    if (isFlag && typeof value !== 'boolean') {
      throw new UserError('usage', `--config ${path}: "${name}" must be true or false. Got ${JSON.stringify(value)}`);
    }
    if (option.required && typeof value === 'boolean') {
      throw new UserError('usage', `--config ${path}: "${name}" needs a value. Got ${value}`);
    }
  }
}
