/**
 * Which rows take part, by their target: rows without one may leave alone, while other missing cells are filled; classes
 * with too few rows may leave or be pooled into one.
 */
import { UserError } from '../errors.js';
import type { AnyMatrix, Table } from '../types.js';
import { count, quoted } from './messages.js';
import { takeTableRows } from './take-table-rows.js';
import { targetCells } from './target-cells.js';

export const missingTargetChoices = ['refuse', 'drop'] as const;
export type MissingTargetChoice = (typeof missingTargetChoices)[number];
export const rareChoices = ['refuse', 'drop', 'pool'] as const;
export type RareChoice = (typeof rareChoices)[number];

export interface TargetRowRules {
  readonly target: string;
  readonly missingTarget: MissingTargetChoice;
  /** What becomes of classes with fewer rows than `rareBelow`. */
  readonly rare: RareChoice;
  readonly rareBelow: number;
}

/** The class that rare classes are pooled into. */
export const pooledClass = 'other';

export interface SettledRows {
  readonly table: Table<AnyMatrix>;
  /** The row of the given table that every row was, where rows left. */
  readonly rowNumbers?: Int32Array;
  /** What was done, in sentences for the user. */
  readonly notes: readonly string[];
}

/** `apart` is the target, or several, and what goes with it: the event, the weight. A row needs them all. */
export function settleTargetRows(
  table: Table<AnyMatrix>,
  apart: readonly string[],
  rules: TargetRowRules,
): SettledRows {
  if (rules.missingTarget === 'refuse' && rules.rare === 'refuse') return { table, notes: [] };
  const columns = apart.map((name) => targetCells(table, name));
  const cells = columns[0].map((cell, row) =>
    columns.every((column) => column[row] !== undefined) ? cell : undefined,
  );
  const rare = rules.rare === 'refuse' ? [] : rareClasses(cells, rules);
  const isRare = new Set<string | undefined>(rare);
  const pooled = rules.rare === 'pool' && rare.length > 0 ? withPooled(table, rules, cells, isRare) : table;
  const leaves = (cell: string | undefined) =>
    (cell === undefined && rules.missingTarget === 'drop') || (rules.rare === 'drop' && isRare.has(cell));
  const kept = Int32Array.from([...cells.keys()].filter((row) => !leaves(cells[row])));
  const notes = [...missingNotes(cells, rules), ...rareNotes(cells, isRare, rules)];
  if (kept.length === cells.length) return { table: pooled, notes };
  if (kept.length === 0) {
    throw new UserError(
      'data',
      `no row is left: target "${rules.target}" is missing or rare in all ${cells.length} rows`,
    );
  }
  return { table: takeTableRows(pooled, kept), rowNumbers: kept, notes };
}

function rareClasses(cells: readonly (string | undefined)[], { rareBelow }: TargetRowRules): string[] {
  const counts = new Map<string, number>();
  for (const cell of cells) if (cell !== undefined) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  return [...counts].flatMap(([name, rows]) => (rows < rareBelow ? [name] : []));
}

function withPooled(
  table: Table<AnyMatrix>,
  { target, rareBelow }: TargetRowRules,
  cells: readonly (string | undefined)[],
  isRare: ReadonlySet<string | undefined>,
): Table<AnyMatrix> {
  const rows = cells.filter((cell) => isRare.has(cell)).length;
  if (rows < rareBelow && !cells.includes(pooledClass)) {
    const others = new Set(cells.filter((cell) => cell !== undefined && !isRare.has(cell)));
    throw new UserError(
      'data',
      `the rare classes of "${target}" have ${count(rows, 'row')} together, fewer than ${rareBelow}: pooling them does not help`,
      { advice: others.size >= 2 ? [{ option: 'rare', values: ['drop'] }] : [] },
    );
  }
  const values = cells.map((cell) => (isRare.has(cell) ? pooledClass : cell));
  return { ...table, text: [...table.text.filter(({ name }) => name !== target), { name: target, values }] };
}

function missingNotes(cells: readonly (string | undefined)[], { target, missingTarget }: TargetRowRules): string[] {
  const missing = cells.filter((cell) => cell === undefined).length;
  if (missing === 0 || missingTarget === 'refuse') return [];
  return [`${missing} of ${cells.length} rows were dropped because their target "${target}" is missing.`];
}

function rareNotes(
  cells: readonly (string | undefined)[],
  isRare: ReadonlySet<string | undefined>,
  { rare, rareBelow }: TargetRowRules,
): string[] {
  if (isRare.size === 0) return [];
  const rows = cells.filter((cell) => isRare.has(cell)).length;
  const which = `${count(isRare.size, 'class', 'classes')} with fewer than ${rareBelow} rows (${quoted([...isRare] as string[])})`;
  return rare === 'drop'
    ? [`${rows} of ${cells.length} rows were dropped: ${which}.`]
    : [`${rows} of ${cells.length} rows were pooled into the class "${pooledClass}": ${which}.`];
}
