/** Which column is probably the one to predict: a proposal, and the user can name another. */
import { targetCells } from '../encode/target-cells.js';
import { targetNames } from '../read/matrix-table.js';
import type { Table } from '../types.js';

/** Names by which people call what is to be predicted, in the order of trust; compared without case. */
const usualNames: readonly string[] = [
  ...new Set(targetNames.map((name) => name.toLowerCase())),
  ...['outcome', 'diagnosis', 'species', 'cell_type', 'celltype', 'tumour', 'tumor', 'phenotype', 'condition'],
  ...['response', 'category', 'status', 'group', 'type'],
];
const mostClasses = 100;

export function guessTarget(table: Table): string | undefined {
  const { columnOrder, text, otherTargets = [] } = table;
  const named = [...otherTargets, ...columnOrder]
    .map((name) => ({ name, trust: usualNames.indexOf(name.replace(/^obs:/, '').toLowerCase()) }))
    .filter(({ trust }) => trust >= 0)
    .sort((a, b) => a.trust - b.trust)
    .map(({ name }) => name);
  const isOther = (name: string) => otherTargets.includes(name);
  const called = named.find((name) => isOther(name) || looksLikeClasses(table, name, 'mostly'));
  const likely = [columnOrder.at(-1)!, columnOrder[0], ...text.map(({ name }) => name)];
  return called ?? likely.find((name) => looksLikeClasses(table, name, 'all')) ?? otherTargets[0];
}

/** At least two classes, few of them, and each in at least two rows: all of them, or where the name tells enough, most. */
function looksLikeClasses(table: Table, name: string, repeated: 'all' | 'mostly'): boolean {
  const counts = new Map<string, number>();
  for (const cell of targetCells(table, name)) {
    if (cell === undefined) continue;
    counts.set(cell, (counts.get(cell) ?? 0) + 1);
    if (counts.size > mostClasses) return false;
  }
  if (counts.size < 2) return false;
  const single = [...counts.values()].filter((count) => count < 2).length;
  return repeated === 'all' ? single === 0 : 2 * single < counts.size;
}
