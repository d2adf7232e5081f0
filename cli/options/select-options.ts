/** The options of `neurofs select` that do not depend on the method. */
import { Option } from 'commander';
import { checkFalseDiscovery, type Size } from '../../src/choose/size.js';
import { UserError } from '../../src/errors.js';
import { selectionDefaults } from '../../src/pipeline.js';
import { methods } from '../../src/select/registry.js';
import { selectionFileNames } from '../../src/selection-files.js';
import { type WrittenFormat, writtenFormats } from '../../src/write/write-table.js';
import type { ConstraintFlags } from '../input/read-constraints.js';
import { type OutputOptions, outputOptions } from './common-options.js';
import { type ComputeOptions, computeOptions } from './compute-options.js';
import {
  type DataOptions,
  dataOptions,
  grouped,
  type MemoryOptions,
  memoryOptions,
  type ScalingOptions,
  scalingOptions,
  type TestFileOptions,
  testFileOption,
  testFractionOption,
} from './data-options.js';
import { type JudgeFlags, judgeChoiceOptions } from './judge-options.js';
import { names, positive, wholeNumber, wordOr } from './options.js';

export interface SelectOptions
  extends ComputeOptions,
    OutputOptions,
    DataOptions,
    TestFileOptions,
    MemoryOptions,
    ScalingOptions,
    ConstraintFlags,
    Pick<JudgeFlags, 'judge' | 'classifier' | 'measure' | 'judgeSet'>,
    Readonly<Record<string, unknown>> {
  /** As many as accuracy needs where neither is given. */
  readonly k?: Size;
  readonly fdr?: number;
  readonly stability?: number;
  readonly repeats?: number;
  readonly strict?: true;
  readonly seed: number;
  readonly testFraction: number;
  readonly write?: readonly WrittenFormat[];
}

/** Where the files go unless --out says otherwise. */
export const defaultFolder = 'neurofs-out';

const { method, seed } = selectionDefaults;
const besideCsv = writtenFormats.filter((format) => format !== 'csv');

export function selectOptions(): readonly Option[] {
  return [
    ...grouped('Data:', [
      ...dataOptions(),
      testFileOption(),
      ...scalingOptions(),
      ...memoryOptions(),
      testFractionOption('share of the rows held out to measure on; 0 for none'),
      new Option('--strict', 'stop where columns give the target away, or test rows are in the training rows, too'),
    ]),
    ...grouped('Selection:', selectionOptions()),
    ...grouped('Rules:', ruleOptions()),
    ...grouped('Output:', [
      ...outputOptions('the selection', selectionFileNames, defaultFolder),
      new Option(
        '--write <a,b,...>',
        `formats of the reduced table besides selected.csv: ${besideCsv.join(', ')}; selected.parquet and so on`,
      ).argParser(formatsToWrite),
    ]),
  ];
}

function selectionOptions(): Option[] {
  return [
    new Option(
      '-k, --k <count>',
      'how many features to select; auto, the default, is the fewest that are as accurate as any in cross-validation',
    ).argParser(wordOr('auto', wholeNumber('--k', 1))),
    new Option(
      '--fdr <share>',
      'select the features that can be promised: at most this share of them is false on average, at most K of them',
    ).argParser(falseDiscoveryRate),
    new Option(
      '--stability <pairs>',
      'select from so many pairs of halves of the training rows, too, and tell how steady the selection is',
    ).argParser(wholeNumber('--stability', 1, 1000)),
    new Option(
      '--repeats <count>',
      'judge this way of selecting by so many repeats of a five-fold cross-validation, a selection in every fold',
    ).argParser(wholeNumber('--repeats', 1, 100)),
    new Option('--method <name>', 'selection method, one of those listed below').default(method),
    new Option('--seed <number>', 'the same seed gives the same selection')
      .argParser(wholeNumber('--seed', 0))
      .default(seed),
    ...judgeChoiceOptions(),
    ...computeOptions(),
  ];
}

/** What the selection must keep to, whatever the method. */
function ruleOptions(): Option[] {
  return [
    new Option('--include <a,b,...>', 'features that are always selected, before all others; K counts them').argParser(
      names,
    ),
    new Option(
      '--groups <what>',
      'auto: one of every block of correlated features; or a file with lines of feature,group: groups are selected as wholes',
    ),
    new Option('--cost <a=3,b=2>', 'what features cost, or a file with lines of feature,cost; all others cost 1'),
    new Option(
      '--budget <number>',
      'most that the selected features may cost together; without --k as many as fit',
    ).argParser(positive('--budget')),
    new Option(
      '--min-per-class <count>',
      'at least so many features for every class, each counted for the class it tells best',
    ).argParser(wholeNumber('--min-per-class', 1)),
  ];
}

function falseDiscoveryRate(text: string): number {
  const given = text.trim();
  const rate = given === '' ? Number.NaN : Number(given);
  checkFalseDiscovery(rate, given || 'nothing');
  return rate;
}

/** In the order of the list, each once. */
function formatsToWrite(text: string): readonly WrittenFormat[] {
  const wanted = names(text);
  const unknown = wanted.find((name) => !writtenFormats.some((format) => format === name));
  if (unknown !== undefined) {
    throw new UserError('usage', `--write must be one or more of ${writtenFormats.join(', ')}. Got "${unknown}"`);
  }
  return writtenFormats.filter((format) => wanted.includes(format));
}

/** The last `--method NAME` or `--method=NAME`: needed before the words can be read with that method's options. */
export function namedMethod(words: readonly string[], usual: string = method): string {
  let name = usual;
  for (const [place, word] of words.entries()) {
    if (word === '--') break;
    if (word === '--method') name = words[place + 1] ?? name;
    if (word.startsWith('--method=')) name = word.slice('--method='.length);
  }
  return name;
}

export function methodList(): string {
  const width = Math.max(...methods.map((each) => each.name.length));
  return `Methods:\n${methods.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}\n`).join('')}`;
}
