/** Says what was done to every column that is not simply numbers used as they are. */
import type { ColumnRecord } from '../types.js';
import type { Feature } from './assemble-features.js';
import type { MissingCells } from './find-missing.js';
import type { Redundant } from './find-redundant.js';
import type { PlannedColumn } from './plan-columns.js';

export function recordColumns(
  plan: readonly PlannedColumn[],
  features: readonly Feature[],
  missing: readonly MissingCells[],
  redundant: Redundant,
): ColumnRecord[] {
  const notes = new Map<string, string[]>();
  const note = (name: string, text: string) => {
    const said = notes.get(name);
    if (said) said.push(text);
    else notes.set(name, [text]);
  };
  for (const column of missing) note(column.name, `${column.count} missing, filled`);
  for (const feature of redundant.constant) note(features[feature].group, `${called(features[feature])}constant`);
  for (const [feature, earlier] of redundant.repeats) {
    note(features[feature].group, `${called(features[feature])}the same as "${features[earlier].name}"`);
  }
  const featureCounts = new Map<string, number>();
  for (const { group } of features) featureCounts.set(group, (featureCounts.get(group) ?? 0) + 1);

  const records: ColumnRecord[] = [];
  for (const column of plan) {
    const use = column.kind === 'unused' ? column.use : column.kind === 'text' ? column.plan.use : 'number';
    const found = notes.get(column.name) ?? (column.kind === 'unused' && column.note ? [column.note] : []);
    if (use === 'number' && found.length === 0) continue;
    const featureCount = column.kind === 'unused' ? 0 : (featureCounts.get(column.name) ?? 0);
    records.push({ name: column.name, use, featureCount, ...(found.length > 0 && { note: found.join('; ') }) });
  }
  return records;
}

/** The feature's name where it differs from its column's. */
function called(feature: Feature): string {
  return feature.name === feature.group ? '' : `"${feature.name}" is `;
}
