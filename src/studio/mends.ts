/** What would put a matter of the data right, as buttons: advice, which is data, becomes a change of its settings. */
import type { MissingChoice } from '../encode/encode-table.js';
import type { MissingTargetChoice, RareChoice } from '../encode/settle-target-rows.js';
import type { ClassWeights } from '../target/class-weights.js';
import type { Task } from '../target/task.js';
import type { Advice } from '../wording.js';
import { missingWords, taskWords } from './page-wording.js';
import type { DataSettings } from './select-command.js';

export interface Mend {
  readonly label: string;
  /** Columns to leave out or to keep come on top of those that are; the rest takes the place of what is set. */
  readonly change: Partial<DataSettings>;
}

interface Mendable {
  readonly advice?: readonly Advice[] | undefined;
  /** The columns it is about. */
  readonly columns?: readonly string[] | undefined;
}

/** One for every value that is advised; none for what the page cannot do by itself. */
export function mendsOf({ advice = [], columns = [] }: Mendable): readonly Mend[] {
  return advice.flatMap((each) => {
    if (typeof each === 'string') return [];
    if (each.option === 'leaveOut') return columns.length > 0 ? [leaveOut(columns)] : [];
    if (each.option === 'keep') return columns.length > 0 ? [keepColumns(columns)] : [];
    return (each.values ?? []).flatMap((value) => mendBy(each.option, String(value)) ?? []);
  });
}

function leaveOut(columns: readonly string[]): Mend {
  return { label: `Leave out ${named(columns)}`, change: { leaveOut: columns } };
}

function keepColumns(columns: readonly string[]): Mend {
  return { label: `Use ${named(columns)} all the same`, change: { keep: columns } };
}

function mendBy(option: string, value: string): Mend | undefined {
  switch (option) {
    case 'groupBy':
      return { label: `Keep the rows of one “${value}” together`, change: { groupBy: value } };
    case 'task':
      return { label: `Take the target as ${taskWords[value as Task]}`, change: { task: value as Task } };
    case 'missing': {
      const missing = value as MissingChoice;
      return { label: `Missing cells: ${missingWords[missing]}`, change: { missing } };
    }
    case 'classWeights':
      return { label: 'Let all classes count alike', change: { classWeights: value as ClassWeights } };
    case 'missingTarget':
      return { label: 'Drop the rows without a target', change: { missingTarget: value as MissingTargetChoice } };
    case 'rare':
      return {
        label: value === 'pool' ? 'Pool the rare classes into one' : 'Drop the rare classes',
        change: { rare: value as RareChoice },
      };
    default:
      return undefined;
  }
}

const mostNamed = 3;

/** `“a”, “b”`, or a count where they are many. */
function named(columns: readonly string[]): string {
  if (columns.length > mostNamed) return `these ${columns.length} columns`;
  return columns.map((name) => `“${name}”`).join(', ');
}

/** The settings with the change made. */
export function mended(
  settings: DataSettings,
  { leaveOut: out = [], keep = [], ...rest }: Mend['change'],
): DataSettings {
  return {
    ...settings,
    ...rest,
    leaveOut: [...new Set([...settings.leaveOut.filter((name) => !keep.includes(name)), ...out])],
    keep: [...new Set([...settings.keep.filter((name) => !out.includes(name)), ...keep])],
  };
}
