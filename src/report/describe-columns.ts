/** What was done to the columns of a file, in sentences short enough to read: equal fates are told together. */
import type { ColumnRecord, Redundant } from '../types.js';
import { countOf, formatCount } from './format.js';

/** Names listed in one sentence. */
const listedNames = 6;

export function describeColumns(columns: readonly ColumnRecord[]): readonly string[] {
  const together = new Map<string, ColumnRecord[]>();
  for (const column of columns) {
    if (column.use === 'target') continue;
    const key = `${column.use}\n${column.note ?? ''}`;
    const alike = together.get(key);
    if (alike) alike.push(column);
    else together.set(key, [column]);
  }
  return [...together.values()].map((records) => `${whatWasDone(records)}: ${listNames(records)}`);
}

function whatWasDone(records: readonly ColumnRecord[]): string {
  const { use, note } = records[0];
  const columns = countOf(records.length, 'column');
  const because = note === undefined ? '' : ` (${note})`;
  if (use === 'left out') return `${columns} left out${because}`;
  if (use === 'date') return `${columns} read as dates${because}`;
  if (use === 'event') return 'Whether the event came';
  if (use === 'weights') return 'How much every row counts';
  if (use === 'identifier') return 'Rows are named by this column';
  if (use === 'groups') return 'Rows with equal cells here stay on one side of the split';
  if (use === 'number') return `${columns} of numbers used${because}`;
  const featureCount = records.reduce((sum, record) => sum + record.featureCount, 0);
  return `${columns} of categories turned into ${countOf(featureCount, 'feature')} of 0 and 1${because}`;
}

function listNames(records: readonly ColumnRecord[]): string {
  const names = records.slice(0, listedNames).map((record) => `“${record.name}”`);
  const more = records.length - names.length;
  return names.join(', ') + (more > 0 ? ` and ${formatCount(more)} more` : '');
}

/** The features that left before the selection. */
export function describeRedundant({ constant, repeats }: Redundant, names: readonly string[]): readonly string[] {
  const listed = (shown: readonly string[], count: number) =>
    shown.join(', ') + (count > shown.length ? ` and ${formatCount(count - shown.length)} more` : '');
  const sentences: string[] = [];
  if (constant.length > 0) {
    const shown = constant.slice(0, listedNames).map((feature) => `“${names[feature]}”`);
    sentences.push(
      `${countOf(constant.length, 'feature')} with one value alone, not selected from: ${listed(shown, constant.length)}`,
    );
  }
  if (repeats.size > 0) {
    const shown = [...repeats]
      .slice(0, listedNames)
      .map(([feature, earlier]) => `“${names[feature]}” is the same as “${names[earlier]}”`);
    sentences.push(
      `${countOf(repeats.size, 'feature')} that repeat another, not selected from: ${listed(shown, repeats.size)}`,
    );
  }
  return sentences;
}
