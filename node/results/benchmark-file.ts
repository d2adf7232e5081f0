/** The file `benchmark.json` of a folder: what is to be known of its tables, by the names of their files. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { encodeOptionNames } from '../../src/encode/encode-table.js';
import { UserError } from '../../src/errors.js';
import type { DataReading } from '../../src/experiment/job.js';
import { formats } from '../../src/read/detect-format.js';
import type { readOptionNames } from '../../src/read/read-table.js';
import { showValue } from '../../src/show-value.js';
import { didYouMeanHint } from '../../src/suggest.js';
import { decimalMarks, delimiterNames } from '../../src/types.js';

export const benchmarkFileName = 'benchmark.json';

/** How tables are read; false of files to pass over. */
export type BenchmarkFile = Readonly<Record<string, DataReading | false>>;

type OptionName = (typeof encodeOptionNames | typeof readOptionNames)[number];

interface Expected {
  readonly what: string;
  isMet(value: unknown): boolean;
}

const text: Expected = { what: 'a text', isMet: (value) => typeof value === 'string' };
const flag: Expected = { what: 'true or false', isMet: (value) => typeof value === 'boolean' };
const number: Expected = { what: 'a number', isMet: (value) => typeof value === 'number' };
const texts: Expected = {
  what: 'a list of texts, such as ["a", "b"]',
  isMet: (value) => Array.isArray(value) && value.every(text.isMet),
};
/** Looked at where it is used. */
const anything: Expected = { what: '', isMet: () => true };

function oneOf(choices: readonly string[]): Expected {
  return { what: `one of ${choices.join(', ')}`, isMet: (value) => choices.some((choice) => choice === value) };
}

const expected: Readonly<Record<OptionName, Expected>> = {
  target: text,
  event: text,
  weights: text,
  groupBy: text,
  groupUntil: text,
  id: text,
  x: text,
  names: text,
  on: text,
  task: anything,
  classWeights: anything,
  missing: anything,
  missingTarget: anything,
  rare: anything,
  rareBelow: number,
  mostCategories: number,
  leaveOut: texts,
  keep: texts,
  missingMarks: texts,
  format: oneOf(formats),
  delimiter: oneOf(delimiterNames),
  decimal: oneOf(decimalMarks),
  header: flag,
  transpose: flag,
};

export function isTableOption(name: string): name is OptionName {
  return Object.hasOwn(expected, name);
}

/** Nothing where a folder has no such file. */
export async function readBenchmarkFile(folder: string): Promise<BenchmarkFile> {
  const path = join(folder, benchmarkFileName);
  if (!existsSync(path)) return {};
  const said = parse(await readFile(path, 'utf8'), path);
  if (!isObject(said)) {
    throw new UserError(
      'data',
      `${path}: must be an object with names of files, such as { "a.csv": { "target": "class" } }. Got ${showValue(said)}`,
    );
  }
  for (const [name, options] of Object.entries(said)) {
    if (!existsSync(join(folder, name))) {
      throw new UserError('data', `${path}: there is no file "${name}" in ${folder}; correct the name or take it out`);
    }
    if (options !== false) checkOptions(options, `${path}, "${name}"`);
  }
  return said as BenchmarkFile;
}

function parse(content: string, path: string): unknown {
  try {
    return JSON.parse(content);
  } catch (error) {
    throw new UserError('data', `${path}: is not JSON (${(error as Error).message})`);
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function checkOptions(options: unknown, where: string): void {
  if (!isObject(options)) {
    throw new UserError(
      'data',
      `${where}: must be options, such as { "target": "class" }, or false. Got ${showValue(options)}`,
    );
  }
  for (const [option, value] of Object.entries(options)) {
    if (!isTableOption(option)) {
      const known = Object.keys(expected);
      const hint = didYouMeanHint(option, known) || `; the options are ${known.join(', ')}`;
      throw new UserError('usage', `${where}: there is no option "${option}"${hint}`);
    }
    const { what, isMet } = expected[option];
    if (!isMet(value)) throw new UserError('usage', `${where}: "${option}" must be ${what}. Got ${showValue(value)}`);
  }
}
