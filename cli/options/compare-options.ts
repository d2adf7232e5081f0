/** The options of `neurofs compare`, and how its lists and durations are read. */

import { Option } from 'commander';
import { storeName } from '../../node/results/result-store.js';
import { comparisonFileNames } from '../../src/comparison-files.js';
import { findMethod, methods } from '../../src/select/registry.js';
import { type OutputOptions, outputOptions } from './common-options.js';
import { type ComputeOptions, computeOptions } from './compute-options.js';
import {
  type DataOptions,
  dataOptions,
  grouped,
  type ScalingOptions,
  scalingOptions,
  type TestFileOptions,
  testFileOption,
  testFractionOption,
} from './data-options.js';
import { type JudgeFlags, judgeOptions } from './judge-options.js';
import { duration, names, wholeNumber } from './options.js';
import { type QueueOptions, queueOptions } from './queue-options.js';
import { type Settings, settingReader } from './settings.js';

export interface CompareOptions
  extends ComputeOptions,
    OutputOptions,
    DataOptions,
    TestFileOptions,
    ScalingOptions,
    JudgeFlags,
    QueueOptions {
  readonly testFraction: number;
  readonly k: readonly number[];
  /** All that can take the data and do not take long, where none is named. */
  readonly methods?: readonly string[];
  readonly set?: Settings;
  readonly seeds: number;
  readonly repeats?: number;
  readonly folds?: number;
  readonly seed: number;
  readonly judgeRows?: number;
  /** As --judge-rows was called. */
  readonly classifierRows?: number;
  readonly limit?: number;
  readonly resume?: true;
}

export const defaultFolder = 'neurofs-compare';

const slowNames = methods
  .filter(({ isSlow }) => isSlow)
  .map(({ name }) => name)
  .join(', ');

export function compareOptions(): readonly Option[] {
  return [
    ...grouped('Data:', [
      ...dataOptions(),
      testFileOption(),
      ...scalingOptions(),
      testFractionOption('share of the rows held out to measure on'),
    ]),
    ...grouped('Comparison:', comparisonOptions()),
    ...grouped('Queue:', queueOptions()),
    ...grouped('Output:', [
      ...outputOptions('the comparison', [...comparisonFileNames, storeName], defaultFolder),
      new Option('--resume', 'continue with the results in the folder'),
    ]),
  ];
}

function comparisonOptions(): Option[] {
  return [
    new Option('-k, --k <a,b,...>', 'numbers of features to select')
      .argParser((text) => names(text).map(wholeNumber('--k', 1)))
      .makeOptionMandatory(),
    new Option(
      '--methods <a,b,...>',
      `methods to compare, from the list below; random is always included (default: all for the target except ${slowNames}, which take long; "all" includes them)`,
    ).argParser(readMethods),
    new Option('--set <method.option=value>', 'set an option of one method; can be repeated').argParser(
      settingReader('--set', 'rigl.epochs=50', findMethod),
    ),
    new Option('--seeds <count>', 'runs of each method that uses randomness')
      .argParser(wholeNumber('--seeds', 1))
      .default(5),
    new Option(
      '--repeats <count>',
      'random splits to run every method on, in place of one; with --folds so many times them',
    )
      .argParser(wholeNumber('--repeats', 1))
      .conflicts('testFile'),
    new Option('--folds <count>', 'folds of a cross-validation to run every method on; each is tested on once')
      .argParser(wholeNumber('--folds', 2))
      .conflicts('testFile'),
    new Option('--seed <number>', 'the first seed, which also determines the split')
      .argParser(wholeNumber('--seed', 0))
      .default(0),
    ...judgeOptions(),
    new Option('--judge-rows <count>', 'most training rows for the judges (default: all)').argParser(
      wholeNumber('--judge-rows', 2),
    ),
    new Option('--classifier-rows <count>', 'the same as --judge-rows')
      .argParser(wholeNumber('--classifier-rows', 2))
      .hideHelp(),
    new Option('--limit <time>', 'time limit for one run, such as 90s, 10m or 12h').argParser(readDuration),
    ...computeOptions(),
  ];
}

export function readMethods(text: string): readonly string[] {
  const given = [...new Set(names(text))];
  if (given.includes('all')) return methods.map((method) => method.name);
  return given.map((name) => findMethod(name).name);
}

export const readDuration = duration('--limit');
