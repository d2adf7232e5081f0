/** The options of `neurofs select` that do not depend on the method. */
import { Option } from 'commander';
import { checkFalseDiscovery, type Size } from '../../src/choose/size.js';
import { selectionDefaults } from '../../src/pipeline.js';
import { methods } from '../../src/select/registry.js';
import { selectionFileNames } from '../../src/selection-files.js';
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
import { wholeNumber, wordOr } from './options.js';

export interface SelectOptions
  extends ComputeOptions,
    DataOptions,
    TestFileOptions,
    MemoryOptions,
    ScalingOptions,
    Pick<JudgeFlags, 'judge' | 'classifier' | 'measure' | 'judgeSet'>,
    Readonly<Record<string, unknown>> {
  /** As many as accuracy needs where neither is given. */
  readonly k?: Size;
  readonly fdr?: number;
  readonly stability?: number;
  readonly strict?: true;
  readonly seed: number;
  readonly testFraction: number;
  readonly out?: string;
  readonly json?: true;
}

/** Where the files go unless --out says otherwise. */
export const defaultFolder = 'neurofs-out';

const { method, seed } = selectionDefaults;

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
    ...grouped('Output:', outputOptions()),
  ];
}

function selectionOptions(): Option[] {
  return [
    new Option(
      '--k <count>',
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
    new Option('--method <name>', 'selection method, one of those listed below').default(method),
    new Option('--seed <number>', 'the same seed gives the same selection')
      .argParser(wholeNumber('--seed', 0))
      .default(seed),
    ...judgeChoiceOptions(),
    ...computeOptions(),
  ];
}

function outputOptions(): Option[] {
  return [
    new Option('--out <folder>', `folder for ${selectionFileNames.join(', ')} (default: ${defaultFolder})`),
    new Option('--json', 'print only the selection, as JSON; no files unless --out is given'),
  ];
}

function falseDiscoveryRate(text: string): number {
  const rate = text.trim() === '' ? Number.NaN : Number(text);
  checkFalseDiscovery(rate);
  return rate;
}

/** The last `--method NAME` or `--method=NAME`: needed before the words can be read with that method's options. */
export function namedMethod(words: readonly string[]): string {
  let name: string = method;
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
