/**
 * The `neurofs select` command line that gives the same selection as a run of the page, bit by bit. Only what differs
 * from a default is spelt out, besides the seed.
 */
import { encodeDefaults, type MissingChoice } from '../encode/encode-table.js';
import type { MissingTargetChoice, RareChoice } from '../encode/settle-target-rows.js';
import { selectionDefaults } from '../pipeline.js';
import { flagOf } from '../select/option-flag.js';
import { findMethod } from '../select/registry.js';
import { shellQuote } from '../shell-quote.js';
import { type ClassWeights, classWeightsText } from '../target/class-weights.js';
import type { Task } from '../target/task.js';
import type { ScalingMethod } from '../types.js';
import type { ReadSettings } from './open-files.js';

/** How the table becomes a dataset. */
export interface DataSettings {
  readonly target: string;
  readonly missing: MissingChoice;
  readonly leaveOut: readonly string[];
  readonly keep: readonly string[];
  /** What the target is; by what the column holds where nothing is said. */
  readonly task?: Task | undefined;
  /** The column that says whether the event came at the time that the target gives. */
  readonly event?: string | undefined;
  /** The column that says how much every row counts. */
  readonly weights?: string | undefined;
  readonly classWeights?: ClassWeights | undefined;
  /** What becomes of rows without a target, and of classes with too few rows; refused where nothing is said. */
  readonly missingTarget?: MissingTargetChoice;
  readonly rare?: RareChoice;
  /** The column whose equal values are rows that belong together. */
  readonly groupBy?: string | undefined;
  /** What the user says of rows being images; where nothing is said the file or the names of the features decide. */
  readonly imageShape?: readonly [number, number] | 'none';
}

/** What is selected, and how. */
export interface RunSettings {
  readonly k: number;
  readonly method: string;
  readonly seed: number;
  /** The options that differ from the method's defaults. */
  readonly methodOptions: Readonly<Record<string, unknown>>;
  readonly scaling: ScalingMethod;
  readonly testFraction: number;
  /** Features that are always selected, before all others. */
  readonly include?: readonly string[];
  /** Selects what can be promised at this share, at most K of it. */
  readonly falseDiscovery?: number;
  /** Pairs of halves that are selected from, too. */
  readonly stability?: number;
  /** Repeats of a cross-validation that judges this way of selecting. */
  readonly repeats?: number;
}

export function selectCommand(
  fileName: string,
  data: DataSettings,
  run: RunSettings,
  reading: ReadSettings = {},
): string {
  const words = ['neurofs', 'select', fileName.startsWith('-') ? `./${fileName}` : fileName];
  const add = (flag: string, value: unknown, isDefault: boolean): void => {
    if (!isDefault) words.push(flag, Array.isArray(value) ? value.join(',') : String(value));
  };
  const { delimiter, decimal, header, transpose, x, missingMarks = [] } = reading;
  add('--delimiter', delimiter, delimiter === undefined);
  add('--decimal', decimal, decimal === undefined);
  add('--header', header ? 'yes' : 'no', header === undefined);
  add('--x', x, x === undefined);
  if (transpose) words.push('--transpose');
  add('--missing-marks', missingMarks, missingMarks.length === 0);
  add('--target', data.target, false);
  add('--task', data.task, data.task === undefined || data.task === encodeDefaults.task);
  add('--event', data.event, data.event === undefined);
  add('--weights', data.weights, data.weights === undefined);
  add('--class-weights', data.classWeights && classWeightsText(data.classWeights), data.classWeights === undefined);
  add('--missing', data.missing, data.missing === encodeDefaults.missing);
  add('--missing-target', data.missingTarget, data.missingTarget === undefined);
  add('--rare', data.rare, data.rare === undefined);
  add('--leave-out', data.leaveOut, data.leaveOut.length === 0);
  add('--keep', data.keep, data.keep.length === 0);
  add('--group-by', data.groupBy, data.groupBy === undefined);
  const shape = data.imageShape === 'none' ? undefined : data.imageShape;
  add('--image-shape', shape?.join('x'), shape === undefined);
  add('--scaling', run.scaling, run.scaling === selectionDefaults.scaling);
  add('--test-fraction', run.testFraction, run.testFraction === selectionDefaults.testFraction);
  add('--k', run.k, false);
  add('--fdr', run.falseDiscovery, run.falseDiscovery === undefined);
  add('--stability', run.stability, run.stability === undefined);
  add('--repeats', run.repeats, run.repeats === undefined);
  add('--method', run.method, run.method === selectionDefaults.method);
  const specs = findMethod(run.method).options;
  for (const name of Object.keys(specs)) {
    const value = run.methodOptions[name];
    add(flagOf(name), value, value === undefined);
  }
  add('--include', run.include, run.include === undefined);
  add('--seed', run.seed, false);
  return shellQuote(words);
}

/** Why the command line cannot say it; undefined where it can. */
export function whyNoCommand(
  { leaveOut, keep }: DataSettings,
  { include = [] }: Pick<RunSettings, 'include'> = {},
): string | undefined {
  const name = [...leaveOut, ...keep, ...include].find((each) => each.includes(',') || each !== each.trim());
  return name === undefined
    ? undefined
    : `the command line cannot name the column “${name}” (it lists columns between commas); rename it in the file first`;
}
