/** The options of `neurofs reproduce`. */
import { Option } from 'commander';
import { catalogue, findSet } from '../../src/catalogue/catalogue.js';
import { UserError } from '../../src/errors.js';
import { allFeatures } from '../../src/experiment/result-row.js';
import { type ExperimentName, experimentNames, findExperiment } from '../../src/reproduce/experiments.js';
import { findMethod } from '../../src/select/registry.js';
import { grouped } from './data-options.js';
import { type ExperimentOptions, experimentOptions } from './experiment-options.js';
import { names, wholeNumber } from './options.js';

export interface ReproduceOptions extends ExperimentOptions {
  readonly quick?: true;
  readonly only: readonly ExperimentName[];
  readonly data?: readonly string[];
  readonly methods?: readonly string[];
  readonly seeds?: number;
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
        'data sets, by their names in neurofs datasets (default: all available)',
      ).argParser(readSets),
      new Option(
        '--methods <a,b,...>',
        `methods, or ${allFeatures} for the measure of them all (default: what the experiments need)`,
      ).argParser(readMethods),
      new Option('--seeds <count>', 'runs of each method that uses randomness (default: 5, quick: 2)').argParser(
        wholeNumber('--seeds', 1),
      ),
    ]),
    ...experimentOptions(defaultFolder),
  ];
}

function readSets(text: string): readonly string[] {
  return names(text).map((name) => {
    const set = findSet(name);
    if (set !== undefined) return set.key;
    throw new UserError(
      'usage',
      `--data: there is no data set "${name}"; the data sets are ${catalogue.map(({ key }) => key).join(', ')}`,
    );
  });
}

function readMethods(text: string): readonly string[] {
  return names(text).map((name) => (name === allFeatures ? name : findMethod(name).name));
}
