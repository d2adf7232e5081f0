/** Says what was done to every column that is not simply numbers used as they are. */
import { cellsOfName } from '../cells/column-names.js';
import type { Steps } from '../turns.js';
import type { ColumnRecord } from '../types.js';
import type { Feature } from './assemble-features.js';
import type { MissingCells } from './find-missing.js';
import type { PlannedColumn } from './plan-columns.js';

export function* recordColumns(
  plan: readonly PlannedColumn[],
  features: readonly Feature[],
  missing: readonly MissingCells[],
): Steps<ColumnRecord[]> {
  const notes = new Map(missing.map(({ name, count }) => [name, `${count} missing, filled`]));
  const featureCounts = new Map<string, number>();
  for (const { group } of features) {
    featureCounts.set(group, (featureCounts.get(group) ?? 0) + 1);
    yield cellsOfName;
  }

  const records: ColumnRecord[] = [];
  for (const column of plan) {
    const use = column.kind === 'unused' ? column.use : column.kind === 'text' ? column.plan.use : 'number';
    const note = notes.get(column.name) ?? ownNote(column);
    const isText = column.kind === 'text';
    if (use === 'number' && note === undefined) continue;
    const featureCount = column.kind === 'unused' ? 0 : (featureCounts.get(column.name) ?? 0);
    records.push({
      name: column.name,
      use,
      featureCount,
      ...(note !== undefined && { note }),
      ...(isText && column.plan.use === 'one-hot' && { categories: column.plan.categories }),
      ...(isText && column.plan.use === 'one-hot' && column.plan.hasMissing && { hasMissing: true as const }),
    });
  }
  return records;
}

function ownNote(column: PlannedColumn): string | undefined {
  if (column.kind === 'unused') return column.note;
  return column.kind === 'text' && column.plan.use !== 'one-hot' ? column.plan.note : undefined;
}
