/** The options of `neurofs reproduce`. */
import { Option } from 'commander';
import { UserError } from '../src/errors.js';
import { catalogue, findSet } from '../src/read/catalogue.js';
import { type ExperimentName, experimentNames, findExperiment } from '../src/reproduce/experiments.js';
import { readDuration } from './compare-options.js';
import { grouped, threadsOption } from './data-options.js';
import { names, size, wholeNumber } from './options.js';
import { type QueueOptions, queueOptions } from './queue-options.js';

export interface ReproduceOptions extends QueueOptions {
  readonly quick?: true;
  readonly only: readonly ExperimentName[];
  readonly data?: readonly string[];
  readonly seeds?: number;
  readonly limit?: number;
  readonly memoryLimit?: number;
  readonly jobs?: number;
  readonly threads?: number;
  readonly anyVersion?: true;
  readonly reportOnly?: true;
  readonly out: string;
}

export const defaultFolder = 'neurofs-reproduce';

export function reproduceOptions(): readonly Option[] {
  return [
    ...grouped('What:', [
      new Option('--quick', 'a quick look at every experiment: three data sets, fewer rows, K, seeds and epochs'),
      new Option('--only <a,b,...>', `experiments: ${experimentNames.join(', ')}`)
        .argParser((text) => names(text).map(findExperiment))
        .default(experimentNames, 'all'),
      new Option(
        '--data <a,b,...>',
        'data sets, by their names in neurofs datasets (default: all that are here)',
      ).argParser(readSets),
      new Option('--seeds <count>', 'how often a method that draws at random is run (default: 5, quick: 2)').argParser(
        wholeNumber('--seeds', 1),
      ),
    ]),
    ...grouped('How:', [
      new Option('--limit <time>', 'most time for one job, such as 90s, 10m or 12h').argParser(readDuration),
      new Option('--memory-limit <size>', 'most memory for the process of a job, such as 800MB or 4GB').argParser(
        size('--memory-limit'),
      ),
      new Option('--jobs <count>', 'jobs at a time (default: one for every thread)').argParser(
        wholeNumber('--jobs', 1),
      ),
      threadsOption(),
      new Option('--any-version', 'count results that other versions of neurofs made as done'),
    ]),
    ...grouped('Queue:', queueOptions()),
    ...grouped('Output:', [
      new Option('--report-only', 'write the report from the results that are there, run nothing'),
      new Option('--out <folder>', 'where the results and the report go').default(defaultFolder),
    ]),
  ];
}

function readSets(text: string): readonly string[] {
  return names(text).map((name) => {
    const set = findSet(name);
    if (set !== undefined) return set.key;
    throw new UserError(
      'usage',
      `--data: there is no data set "${name}"; there are ${catalogue.map(({ key }) => key).join(', ')}`,
    );
  });
}
