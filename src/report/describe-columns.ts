/** What was done to the columns of a file, in sentences short enough to read: equal fates are told together. */
import type { ColumnRecord } from '../types.js';
import { countOf, formatCount } from './format.js';

/** Names listed in one sentence. */
const listedNames = 6;

export function describeColumns(columns: readonly ColumnRecord[]): readonly string[] {
  const together = new Map<string, ColumnRecord[]>();
  for (const column of columns) {
    if (column.use === 'target') continue;
    const key = `${column.use}\n${column.note ?? ''}`;
    together.set(key, [...(together.get(key) ?? []), column]);
  }
  return [...together.values()].map((records) => `${whatWasDone(records)}: ${listNames(records)}`);
}

function whatWasDone(records: readonly ColumnRecord[]): string {
  const { use, note } = records[0];
  const columns = countOf(records.length, 'column');
  const because = note === undefined ? '' : ` (${note})`;
  if (use === 'left out') return `${columns} left out${because}`;
  if (use === 'date') return `${columns} read as dates${because}`;
  if (use === 'groups') return 'Rows with equal cells here stay on one side of the split';
  if (use === 'number' && /^constant$|^the same as/.test(note ?? '')) return `${columns} ranked last${because}`;
  if (use === 'number') return `${columns} of numbers used${because}`;
  const featureCount = records.reduce((sum, record) => sum + record.featureCount, 0);
  return `${columns} of categories turned into ${countOf(featureCount, 'feature')} of 0 and 1${because}`;
}

function listNames(records: readonly ColumnRecord[]): string {
  const names = records.slice(0, listedNames).map((record) => `“${record.name}”`);
  const more = records.length - names.length;
  return names.join(', ') + (more > 0 ? ` and ${formatCount(more)} more` : '');
}
