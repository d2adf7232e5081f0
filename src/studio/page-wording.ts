/** How the page names options: by the labels of its fields and the words of their choices. */
import type { MissingChoice } from '../encode/encode-table.js';
import type { Task } from '../target/task.js';
import { either, type Wording } from '../wording.js';

export const missingWords: Readonly<Record<MissingChoice, string>> = {
  refuse: 'refuse them',
  'drop-rows': 'drop the rows',
  'drop-columns': 'drop the columns',
  mean: 'fill in the mean',
  median: 'fill in the median',
  indicator: 'fill in the mean, and mark them in a column',
};

export const taskWords: Readonly<Record<Task, string>> = {
  auto: 'what the column looks like',
  classes: 'classes',
  regression: 'a number',
};

/** Labels that are not the option's name in words. */
const labels: Readonly<Record<string, string>> = {
  classWeights: 'Weight of the classes',
  event: 'Event, for survival times',
  groupBy: 'Rows that belong together',
  k: 'Features to select',
  missing: 'Missing cells',
  repeats: 'Verdict by cross-validation',
  stability: 'Steadiness',
  falseDiscovery: 'Promise',
  task: 'What the target is',
  scaling: 'Scaling of the features',
  testFraction: 'Share of rows kept apart',
  threads: 'Compute threads',
  weights: 'Weights: how much every row counts',
};

/** What only Node has. */
const absent: readonly string[] = ['maxBytes', 'memory', 'scratch', 'sql'];

export const pageWording: Wording = {
  subject: ({ option }) => `“${labelOf(option)}”`,
  advise({ option, values, purpose }) {
    if (absent.includes(option)) return undefined;
    if (option === 'leaveOut') {
      const which = values === undefined ? 'columns' : values.join(',').replaceAll(',', ', ');
      return [`untick ${which} in the list of columns`, purpose].filter(Boolean).join(' ');
    }
    if (option === 'rare') return `drop ${values?.includes('pool') ? 'or pool ' : ''}the classes with too few rows`;
    if (option === 'missingTarget') return 'drop the rows without it';
    if (option === 'keep') return ['tick them in the list of columns', purpose].filter(Boolean).join(' ');
    const words = (values ?? []).map((value) => `“${wordOf(value)}”`);
    const clause =
      words.length === 0 ? `change “${labelOf(option)}”` : `choose ${either(words)} under “${labelOf(option)}”`;
    return purpose === undefined ? clause : `${clause} ${purpose}`;
  },
};

/** `learningRate` -> `Learning rate`, as the fields of methods are labelled. */
function labelOf(option: string): string {
  const words = option.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return labels[option] ?? words[0].toUpperCase() + words.slice(1);
}

function wordOf(value: string | number): string {
  return ({ ...missingWords, ...taskWords } as Readonly<Record<string, string>>)[value] ?? String(value);
}
