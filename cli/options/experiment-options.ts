/** How the jobs of an experiment are run, and where their results go: what `reproduce` and `benchmark` share. */
import { Option } from 'commander';
import { readDuration } from './compare-options.js';
import { type ComputeOptions, computeOptions } from './compute-options.js';
import { grouped } from './data-options.js';
import { size, wholeNumber } from './options.js';
import { type QueueOptions, queueOptions } from './queue-options.js';

export interface ExperimentOptions extends ComputeOptions, QueueOptions {
  readonly limit?: number;
  readonly memoryLimit?: number;
  readonly jobs?: number;
  readonly anyVersion?: true;
  readonly reportOnly?: true;
  readonly out: string;
}

export function experimentOptions(defaultFolder: string): readonly Option[] {
  return [
    ...grouped('How:', [
      new Option('--limit <time>', 'time limit for one job, such as 90s, 10m or 12h').argParser(readDuration),
      new Option('--memory-limit <size>', 'memory limit for one job, such as 800MB or 4GB').argParser(
        size('--memory-limit'),
      ),
      new Option('--jobs <count>', 'jobs at a time (default: one per thread)').argParser(wholeNumber('--jobs', 1)),
      ...computeOptions(),
      new Option('--any-version', 'accept results made by other versions of neurofs'),
    ]),
    ...grouped('Queue:', queueOptions()),
    ...grouped('Output:', [
      new Option('--report-only', 'run nothing, write the report from the existing results'),
      new Option('--out <folder>', 'folder for the results and the report').default(defaultFolder),
    ]),
  ];
}
