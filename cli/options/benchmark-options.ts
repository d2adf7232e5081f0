/** The options of `neurofs benchmark`. */
import { Option } from 'commander';
import { readMethods } from './compare-options.js';
import { grouped, type ScalingOptions, scalingOptions, testFractionOption } from './data-options.js';
import { type ExperimentOptions, experimentOptions } from './experiment-options.js';
import { names, wholeNumber } from './options.js';

export interface BenchmarkOptions extends ExperimentOptions, ScalingOptions {
  readonly target?: string;
  readonly k: readonly number[];
  readonly methods?: readonly string[];
  readonly seeds: number;
  readonly testFraction: number;
}

export const defaultFolder = 'neurofs-benchmark';

export function benchmarkOptions(): readonly Option[] {
  return [
    ...grouped('What:', [
      new Option(
        '--target <column>',
        'the column to predict in files that bring no target and of which benchmark.json names none',
      ),
      new Option('--k <a,b,...>', 'numbers of features to select')
        .argParser((text) => [...new Set(names(text).map(wholeNumber('--k', 1)))].sort((a, b) => a - b))
        .default([10, 25, 50], '10,25,50'),
      new Option(
        '--methods <a,b,...>',
        'methods to compare (default: all for the target but those that take long; "all" includes them)',
      ).argParser(readMethods),
      new Option('--seeds <count>', 'runs of each method; every seed splits the rows anew')
        .argParser(wholeNumber('--seeds', 1))
        .default(5),
      ...scalingOptions(),
      testFractionOption('share of the rows held out to measure on'),
    ]),
    ...experimentOptions(defaultFolder),
  ];
}
