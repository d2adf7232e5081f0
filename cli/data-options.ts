/** The options about the data that the commands share: how the file is read, scaled and split. */
import { Option } from 'commander';
import { encodeDefaults, type MissingChoice, missingChoices } from '../src/encode/encode-table.js';
import { selectionDefaults } from '../src/pipeline.js';
import { type ScalingMethod, scalingMethods } from '../src/types.js';
import { fraction, imageShape, names, wholeNumber } from './options.js';

export interface DataOptions {
  readonly target: string;
  readonly missing: MissingChoice;
  readonly leaveOut?: readonly string[];
  readonly keep?: readonly string[];
  readonly groupBy?: string;
  readonly imageShape?: readonly [number, number];
}

export interface ScalingOptions {
  readonly scaling: ScalingMethod;
  readonly scaleOn: 'train' | 'all';
}

const { scaling, scaleOn, testFraction } = selectionDefaults;

export function grouped(group: string, options: readonly Option[]): readonly Option[] {
  return options.map((option) => option.helpGroup(group));
}

export function dataOptions(): Option[] {
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
  ];
}

export function scalingOptions(): Option[] {
  return [
    new Option('--scaling <how>', 'how features are scaled').choices(scalingMethods).default(scaling),
    new Option('--scale-on <rows>', 'rows that the scaling is fitted on').choices(['train', 'all']).default(scaleOn),
  ];
}

export function testFractionOption(help: string): Option {
  return new Option('--test-fraction <share>', help).argParser(fraction('--test-fraction')).default(testFraction);
}

export function threadsOption(): Option {
  return new Option('--threads <count>', 'any number gives the same result (default: all cores)').argParser(
    wholeNumber('--threads', 1),
  );
}
