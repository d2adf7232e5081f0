/** The options about classifiers that `evaluate` and `curve` share. */
import { Option } from 'commander';
import { UserError } from '../../src/errors.js';
import type { ClassifierOptions } from '../../src/evaluate/classify.js';
import { extraTreesDefaults } from '../../src/evaluate/extra-trees.js';
import { knnDefaults } from '../../src/evaluate/knn.js';
import { svmDefaults } from '../../src/evaluate/svm.js';
import { didYouMeanHint } from '../../src/suggest.js';
import { type ClassifierName, classifierNames } from '../../src/types.js';
import { names, wholeNumber } from './options.js';

export interface ClassifierFlags {
  readonly classifier: readonly ClassifierName[];
  readonly cost: number;
  readonly gamma: number | 'scale';
  readonly cache: number;
  readonly neighbours: number;
  readonly trees: number;
}

export function classifierOptions(): Option[] {
  return [
    new Option('--classifier <a,b,...>', `classifiers to use: ${classifierNames.join(', ')}`)
      .argParser(readClassifiers)
      .default(['svm'], 'svm'),
    new Option('--cost <C>', 'SVM: penalty for margin violations')
      .argParser(positive('--cost'))
      .default(svmDefaults.cost),
    new Option('--gamma <width>', 'SVM: width of the kernel; scale is 1 / (features * variance)')
      .argParser((text) => (text === 'scale' ? text : positive('--gamma')(text)))
      .default(svmDefaults.gamma),
    new Option('--cache <MB>', 'SVM: most memory for kernel rows')
      .argParser(wholeNumber('--cache', 1))
      .default(svmDefaults.cacheMegabytes),
    new Option('--neighbours <k>', 'nearest neighbours: number of neighbours that vote')
      .argParser(wholeNumber('--neighbours', 1))
      .default(knnDefaults.neighbours),
    new Option('--trees <count>', 'extra trees: number of trees')
      .argParser(wholeNumber('--trees', 1))
      .default(extraTreesDefaults.trees),
  ];
}

/** What the library takes. */
export function toClassifierOptions({ cost, gamma, cache, neighbours, trees }: ClassifierFlags): ClassifierOptions {
  return { svm: { cost, gamma, cacheMegabytes: cache }, knn: { neighbours }, extraTrees: { trees } };
}

function readClassifiers(text: string): readonly ClassifierName[] {
  return [...new Set(names(text))].map((name) => {
    const found = classifierNames.find((each) => each === name);
    if (found !== undefined) return found;
    throw new UserError(
      'usage',
      `--classifier: there is no "${name}"${didYouMeanHint(name, classifierNames) || ';'} ` +
        `the classifiers are ${classifierNames.join(', ')}`,
    );
  });
}

function positive(flag: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() !== '' && Number.isFinite(value) && value > 0) return value;
    throw new UserError('usage', `${flag} must be a number above 0. Got "${text}"`);
  };
}
