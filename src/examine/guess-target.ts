/** Which column is probably the one to predict: a proposal, and the user can name another. */
import { targetCells } from '../encode/target-cells.js';
import { targetNames } from '../read/matrix-table.js';
import { partsOf, type Steps } from '../turns.js';
import type { Table } from '../types.js';

/** Names by which people call what is to be predicted, in the order of trust; compared without case. */
const usualNames: readonly string[] = [
  ...new Set(targetNames.map((name) => name.toLowerCase())),
  ...['outcome', 'diagnosis', 'species', 'cell_type', 'celltype', 'tumour', 'tumor', 'phenotype', 'condition'],
  ...['response', 'category', 'status', 'group', 'type'],
];
const longestUsualName = Math.max(...usualNames.map((name) => name.length));
const mostClasses = 100;

export function* guessTarget(table: Table): Steps<string | undefined> {
  const { columnOrder, text, otherTargets = [] } = table;
  const named = [...(yield* usuallyNamed(otherTargets)), ...(yield* usuallyNamed(columnOrder))]
    .sort((a, b) => a.trust - b.trust)
    .map(({ name }) => name);
  const isOther = (name: string) => otherTargets.includes(name);
  const called = named.find((name) => isOther(name) || looksLikeClasses(table, name, 'mostly'));
  const likely = [columnOrder.at(-1)!, columnOrder[0], ...text.map(({ name }) => name)];
  return called ?? likely.find((name) => looksLikeClasses(table, name, 'all')) ?? otherTargets[0];
}

function* usuallyNamed(names: readonly string[]): Steps<{ readonly name: string; readonly trust: number }[]> {
  const found: { name: string; trust: number }[] = [];
  for (const { from, to, cells } of partsOf(names.length, 1)) {
    for (const name of names.slice(from, to)) {
      const plain = name.startsWith('obs:') ? name.slice(4) : name;
      if (plain.length > longestUsualName) continue;
      const trust = usualNames.indexOf(plain.toLowerCase());
      if (trust >= 0) found.push({ name, trust });
    }
    yield cells;
  }
  return found;
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
