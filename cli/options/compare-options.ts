/** The options of `neurofs compare`, and how its lists and durations are read. */

import { Option } from 'commander';
import { comparisonFileNames } from '../../src/comparison-files.js';
import { UserError } from '../../src/errors.js';
import { flagOf } from '../../src/select/option-flag.js';
import { type AnyMethod, findMethod, methods } from '../../src/select/registry.js';
import { readOptionText, resolveOptions } from '../../src/select/resolve-options.js';
import { didYouMeanHint } from '../../src/suggest.js';
import { type ClassifierFlags, classifierOptions } from './classifier-options.js';
import { type ComputeOptions, computeOptions } from './compute-options.js';
import {
  type DataOptions,
  dataOptions,
  grouped,
  type ScalingOptions,
  scalingOptions,
  testFractionOption,
} from './data-options.js';
import { duration, names, wholeNumber } from './options.js';
import { type QueueOptions, queueOptions } from './queue-options.js';

/** Options of methods, as `--set` gives them: `{ rigl: { epochs: 20 } }`. */
export type MethodSettings = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface CompareOptions extends ComputeOptions, DataOptions, ScalingOptions, ClassifierFlags, QueueOptions {
  readonly testFraction: number;
  readonly k: readonly number[];
  readonly methods: readonly string[];
  readonly set?: MethodSettings;
  readonly seeds: number;
  readonly seed: number;
  readonly classifierRows?: number;
  readonly limit?: number;
  readonly out?: string;
  readonly resume?: true;
  readonly json?: true;
}

export const defaultFolder = 'neurofs-compare';
export const storeName = 'results.jsonl';

const quickMethods = methods.filter(({ isSlow }) => !isSlow);
const slowNames = methods
  .filter(({ isSlow }) => isSlow)
  .map(({ name }) => name)
  .join(', ');

export function compareOptions(): readonly Option[] {
  return [
    ...grouped('Data:', [
      ...dataOptions(),
      ...scalingOptions(),
      testFractionOption('share of the rows held out to measure accuracy'),
    ]),
    ...grouped('Comparison:', comparisonOptions()),
    ...grouped('Queue:', queueOptions()),
    ...grouped('Output:', outputOptions()),
  ];
}

function comparisonOptions(): Option[] {
  return [
    new Option('--k <a,b,...>', 'numbers of features to select')
      .argParser((text) => names(text).map(wholeNumber('--k', 1)))
      .makeOptionMandatory(),
    new Option('--methods <a,b,...>', 'methods to compare, from the list below; random is always included')
      .argParser(readMethods)
      .default(
        quickMethods.map(({ name }) => name),
        `all but ${slowNames}, which takes long; "all" includes it`,
      ),
    new Option('--set <method.option=value>', 'set an option of one method; can be repeated').argParser(
      (text, before: MethodSettings | undefined) => readSetting(text, before ?? {}),
    ),
    new Option('--seeds <count>', 'runs of each method that uses randomness')
      .argParser(wholeNumber('--seeds', 1))
      .default(5),
    new Option('--seed <number>', 'the first seed, which also determines the split')
      .argParser(wholeNumber('--seed', 0))
      .default(0),
    ...classifierOptions(),
    new Option('--classifier-rows <count>', 'most training rows for the classifiers (default: all)').argParser(
      wholeNumber('--classifier-rows', 2),
    ),
    new Option('--limit <time>', 'time limit for one run, such as 90s, 10m or 12h').argParser(readDuration),
    ...computeOptions(),
  ];
}

function outputOptions(): Option[] {
  const files = comparisonFileNames.join(', ');
  return [
    new Option('--out <folder>', `folder for ${files} and the results as they come in (default: ${defaultFolder})`),
    new Option('--resume', 'continue with the results in the folder'),
    new Option('--json', 'print only the comparison, as JSON; no files unless --out is given'),
  ];
}

function readMethods(text: string): readonly string[] {
  const given = [...new Set(names(text))];
  if (given.includes('all')) return methods.map((method) => method.name);
  return given.map((name) => findMethod(name).name);
}

/** `rigl.epochs=20` and `rigl.learning-rate=0.1`, checked against what the method takes. */
function readSetting(text: string, before: MethodSettings): MethodSettings {
  const [, name, option, value] = /^([^.=]+)\.([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined) {
    throw new UserError('usage', `--set must be method.option=value, such as rigl.epochs=50. Got "${text}"`);
  }
  const method = findMethod(name);
  const keys = Object.keys(method.options);
  const key = keys.find((each) => each === option || flagOf(each) === `--${option}`);
  if (key === undefined) {
    const known = keys.map((each) => flagOf(each).slice(2));
    const takes = known.length === 0 ? `${name} takes no options` : `the options of ${name} are ${known.join(', ')}`;
    throw new UserError('usage', `--set: unknown option "${option}"${didYouMeanHint(option, known) || ';'} ${takes}`);
  }
  const specs = method.options as Readonly<Record<string, Parameters<typeof readOptionText>[1]>>;
  const given = { ...before[name], [key]: readOptionText(`--set ${name}.${option}`, specs[key], value) };
  checkSetting(method, given);
  return { ...before, [name]: given };
}

/** As `resolveOptions`, about `--set rigl.epochs` where it would be about `--epochs`. */
function checkSetting(method: AnyMethod, given: Readonly<Record<string, unknown>>): void {
  try {
    resolveOptions(method, given);
  } catch (error) {
    if (!(error instanceof UserError) || error.subject === undefined) throw error;
    const setting = `--set ${method.name}.${flagOf(error.subject.option).slice(2)}`;
    throw new UserError(error.code, `${setting} ${error.statement}`);
  }
}

export const readDuration = duration('--limit');
