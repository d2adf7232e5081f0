/** The options about the data that the commands share: how the file is read, scaled and split. */
import { Option } from 'commander';
import {
  type EncodeOptions,
  encodeDefaults,
  type MissingChoice,
  missingChoices,
} from '../../src/encode/encode-table.js';
import {
  type MissingTargetChoice,
  missingTargetChoices,
  type RareChoice,
  rareChoices,
} from '../../src/encode/settle-target-rows.js';
import { selectionDefaults } from '../../src/pipeline.js';
import { formats } from '../../src/read/detect-format.js';
import type { ReadOptions, readOptionNames } from '../../src/read/read-table.js';
import { readClassWeights } from '../../src/target/class-weights.js';
import { type Task, tasks } from '../../src/target/task.js';
import { decimalMarks, delimiterNames, type ScalingMethod, scalingMethods } from '../../src/types.js';
import { collect, fraction, imageShape, names, size, wholeNumber, yesOrNo } from './options.js';

/** What is said of reading and encoding the table, beside what only files need. A set of the catalogue has its own target. */
export interface DataOptions extends Pick<ReadOptions, (typeof readOptionNames)[number]>, Partial<EncodeOptions> {
  readonly task: Task;
  readonly missing: MissingChoice;
  readonly missingTarget: MissingTargetChoice;
  readonly rare: RareChoice;
  readonly rareBelow: number;
  readonly sql?: string;
  readonly allowPath?: readonly string[];
  readonly split?: string;
  readonly with?: string;
  readonly imageShape?: readonly [number, number];
}

/** The options of commands that can work on data larger than memory. */
export interface MemoryOptions {
  /** Bytes. */
  readonly memory?: number;
  readonly scratch?: string;
}

export interface ScalingOptions {
  /** A data set of the catalogue has its own. */
  readonly scaling?: ScalingMethod;
  readonly scaleOn: 'train' | 'all';
}

const { scaling, scaleOn, testFraction } = selectionDefaults;

export function grouped(group: string, options: readonly Option[]): readonly Option[] {
  return options.map((option) => option.helpGroup(group));
}

/** How a file is read, whatever becomes of it. */
export function readingOptions(): Option[] {
  return [
    new Option('--x <variable>', 'matrix of features in a .mat, .npz or HDF5 file (default: the largest)'),
    new Option('--names <file>', 'names of the features, one a line, or the variable that holds them'),
    new Option('--delimiter <what>', 'what stands between the cells of a text (default: found by itself)').choices(
      delimiterNames,
    ),
    new Option('--decimal <mark>', 'decimal mark of a text (default: found by itself)').choices(decimalMarks),
    new Option(
      '--header <yes|no>',
      'whether the first line of a text holds names (default: found by itself)',
    ).argParser(yesOrNo('--header')),
    new Option('--transpose', 'the file has a line for every feature and a column for every sample'),
    new Option('--with <file>', 'a second file with more columns about the rows, such as the phenotype'),
    new Option('--on <column>', 'the column both files have (default: found by itself)'),
    new Option('--format <name>', 'format of the file (default: detected from its content)').choices(formats),
    new Option('--missing-marks <a,b,...>', 'what else stands for a missing cell in the file: .,-,-99').argParser(
      names,
    ),
    new Option(
      '--id <column>',
      'column that names the rows in every output (default: found by itself where it is plain)',
    ),
  ];
}

export function dataOptions(): Option[] {
  return [
    new Option(
      '--target <column>',
      'column (or variable) to predict from the others; a,b for several columns of numbers; named data sets bring their own',
    ),
    new Option('--task <what>', 'what the target is; auto goes by what the column holds')
      .choices(tasks)
      .default(encodeDefaults.task),
    new Option(
      '--event <column>',
      'survival: 1 where the event came at the time that --target gives, 0 where it did not',
    ),
    new Option('--weights <column>', 'how much every row counts'),
    new Option('--class-weights <how>', 'how much the rows of a class count: balanced, or a=2,b=1').argParser(
      readClassWeights,
    ),
    new Option(
      '--sql <query>',
      "use a query instead of FILE, over Parquet, CSV and JSON files: select ... from 'FILE'",
    ),
    new Option(
      '--allow-path <folder>',
      'folder that the query may read files in, besides the current one; can be given again',
    ).argParser(collect),
    ...readingOptions(),
    new Option('--missing <what>', 'what to do with missing cells')
      .choices(missingChoices)
      .default(encodeDefaults.missing),
    new Option('--missing-target <what>', 'what to do with rows whose target is missing')
      .choices(missingTargetChoices)
      .default(encodeDefaults.missingTarget),
    new Option('--rare <what>', 'what to do with classes of too few rows')
      .choices(rareChoices)
      .default(encodeDefaults.rare),
    new Option('--rare-below <rows>', 'how many rows a class needs')
      .argParser(wholeNumber('--rare-below', 2))
      .default(encodeDefaults.rareBelow),
    new Option('--leave-out <a,b,...>', 'columns not to use as features').argParser(names),
    new Option('--keep <a,b,...>', 'columns to use even though they look like identifiers').argParser(names),
    new Option('--group-by <column>', 'rows with the same value in this column stay on the same side of the split'),
    new Option(
      '--group-until <sign>',
      'only what stands before the last such sign counts: with _, 309_1 and 309_2 are one',
    ),
    new Option(
      '--split <file>',
      'rows to train and to test on, such as the split.json of another run: {"train": [0, 1], "test": [2]}; or random',
    ),
    new Option('--image-shape <HxW>', 'every row is an image of this height and width').argParser(
      imageShape('--image-shape'),
    ),
  ];
}

/** Of commands that judge on held-out rows. */
export interface TestFileOptions {
  readonly testFile?: string;
}

export function testFileOption(): Option {
  return new Option('--test-file <file>', 'rows of another cohort to test on; all rows of FILE are trained on');
}

export function memoryOptions(): Option[] {
  return [
    new Option(
      '--memory <size>',
      'most memory for the run, such as 2GB; data that does not fit is read from disk',
    ).argParser(size('--memory')),
    new Option('--scratch <folder>', 'folder for such data during the run (default: the temporary folder)'),
  ];
}

export function scalingOptions(): Option[] {
  return [
    new Option(
      '--scaling <how>',
      `how features are scaled (default: ${scaling}, or what a named data set asks for)`,
    ).choices(scalingMethods),
    new Option('--scale-on <rows>', 'rows to fit the scaling on').choices(['train', 'all']).default(scaleOn),
  ];
}

export function testFractionOption(help: string): Option {
  return new Option('--test-fraction <share>', help).argParser(fraction('--test-fraction')).default(testFraction);
}
