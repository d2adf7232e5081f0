/** The options of `neurofs select` that do not depend on the method. */
import { Option } from 'commander';
import { encodeDefaults, type MissingChoice, missingChoices } from '../src/encode/encode-table.js';
import { selectionDefaults } from '../src/pipeline.js';
import { methods } from '../src/select/registry.js';
import { selectionFileNames } from '../src/selection-files.js';
import { type ScalingMethod, scalingMethods } from '../src/types.js';
import { fraction, imageShape, names, wholeNumber } from './options.js';

export interface SelectOptions extends Readonly<Record<string, unknown>> {
  readonly target: string;
  readonly missing: MissingChoice;
  readonly leaveOut?: readonly string[];
  readonly keep?: readonly string[];
  readonly groupBy?: string;
  readonly imageShape?: readonly [number, number];
  readonly k: number;
  readonly seed: number;
  readonly scaling: ScalingMethod;
  readonly scaleOn: 'train' | 'all';
  readonly testFraction: number;
  readonly threads?: number;
  readonly out?: string;
  readonly json?: true;
}

/** Where the files go unless --out says otherwise. */
export const defaultFolder = 'neurofs-out';

const { method, seed, scaling, scaleOn, testFraction } = selectionDefaults;

export function selectOptions(): readonly Option[] {
  return [
    ...grouped('Data:', dataOptions()),
    ...grouped('Selection:', selectionOptions()),
    ...grouped('Output:', outputOptions()),
  ];
}

function grouped(group: string, options: readonly Option[]): readonly Option[] {
  return options.map((option) => option.helpGroup(group));
}

function dataOptions(): Option[] {
  return [
    new Option('--target <column>', 'column with the class of every row').makeOptionMandatory(),
    new Option('--missing <what>', 'what to do with missing cells')
      .choices(missingChoices)
      .default(encodeDefaults.missing),
    new Option('--leave-out <a,b,...>', 'columns that are no features').argParser(names),
    new Option('--keep <a,b,...>', 'columns to use although they look like identifiers').argParser(names),
    new Option('--group-by <column>', 'rows with equal cells in this column stay on one side of the split'),
    new Option('--image-shape <HxW>', 'every row is an image of this height and width').argParser(
      imageShape('--image-shape'),
    ),
    new Option('--scaling <how>', 'how features are scaled').choices(scalingMethods).default(scaling),
    new Option('--scale-on <rows>', 'rows that the scaling is fitted on').choices(['train', 'all']).default(scaleOn),
    new Option('--test-fraction <share>', 'share of the rows kept apart to measure accuracy; 0 measures nothing')
      .argParser(fraction('--test-fraction'))
      .default(testFraction),
  ];
}

function selectionOptions(): Option[] {
  return [
    new Option('--k <count>', 'how many features to select').argParser(wholeNumber('--k', 1)).makeOptionMandatory(),
    new Option('--method <name>', 'how to select; the methods are listed below').default(method),
    new Option('--seed <number>', 'the same seed gives the same selection')
      .argParser(wholeNumber('--seed', 0))
      .default(seed),
    new Option('--threads <count>', 'any number gives the same selection (default: all cores)').argParser(
      wholeNumber('--threads', 1),
    ),
  ];
}

function outputOptions(): Option[] {
  return [
    new Option('--out <folder>', `where ${selectionFileNames.join(', ')} go (default: ${defaultFolder})`),
    new Option('--json', 'print the selection as JSON and nothing else; no files unless --out is given'),
  ];
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
