/**
 * Adds the columns of a second table, such as a phenotype file, to the rows of the first by equal keys. Rows without a
 * partner in the second table leave, with a note; rows of the second that have none in the first are only counted.
 */
import { indexColumnName, numberRepeats, repeatNotes } from '../../cells/column-names.js';
import { UserError } from '../../errors.js';
import { columnOf } from '../../matrix/column-of.js';
import { takeRows } from '../../matrix/take-rows.js';
import { didYouMean } from '../../suggest.js';
import type { AnyMatrix, Table, TextColumn } from '../../types.js';

export interface Joined<M extends AnyMatrix> {
  readonly first: Table<M>;
  readonly second: Table;
  /** The name of the key: a column of the second table, and of the first where it has one of this name. */
  readonly on?: string | undefined;
  /** For messages. */
  readonly firstName: string;
  readonly secondName: string;
}

export function joinTables<M extends AnyMatrix>({ first, second, on, firstName, secondName }: Joined<M>): Table<M> {
  const firstKey = keyColumn(first, on, firstName);
  const secondKey = on === undefined ? matchingKey(second, firstKey.cells, secondName) : named(second, on, secondName);
  const rowOf = indexKeys(secondKey, secondName);
  const pairs = firstKey.cells.flatMap((key, row) => {
    const partner = key === undefined ? undefined : rowOf.get(key);
    return partner === undefined ? [] : [{ row, partner }];
  });
  if (pairs.length === 0) throw noPartner(firstKey, secondKey, firstName, secondName);
  const kept = Int32Array.from(pairs, ({ row }) => row);
  const partners = Int32Array.from(pairs, ({ partner }) => partner);
  const added = second.columnOrder.filter((name) => name !== secondKey.name && name !== indexColumnName);
  const names = numberRepeats([...first.columnOrder, ...added]);
  const addedNames = names.slice(first.columnOrder.length);
  const isAll = kept.length === first.rowCount;
  const text = isAll ? first.text : first.text.map((column) => takeCells(column, kept));
  const notes = [
    ...(first.notes ?? []),
    ...(second.notes ?? []),
    ...repeatNotes(added, addedNames),
    ...unmatchedNotes(first.rowCount, kept.length, second.rowCount, new Set(partners).size, firstName, secondName),
  ];
  return {
    ...first,
    rowCount: kept.length,
    numeric: isAll ? first.numeric : (takeRows(first.numeric, kept) as M),
    text: [
      ...text,
      ...added.map((name, place) => takeCells({ ...cellsOf(second, name), name: addedNames[place] }, partners)),
    ],
    columnOrder: names,
    ...(notes.length > 0 && { notes }),
  };
}

interface Key {
  readonly name: string;
  readonly cells: readonly (string | undefined)[];
}

/** The key of the first table: the named column, else its row names, else its first column of text. */
function keyColumn(table: Table<AnyMatrix>, on: string | undefined, name: string): Key {
  if (on !== undefined && table.columnOrder.includes(on)) return keyOf(table, on);
  const [found] = [
    ...table.text.filter((column) => column.name === indexColumnName),
    ...table.text.filter(({ values }) => new Set(values).size === table.rowCount),
  ];
  if (found !== undefined) return keyOf(table, found.name);
  if (table.columnOrder.includes(indexColumnName)) return keyOf(table, indexColumnName);
  throw new UserError(
    'data',
    `${name}: there is no column that names its rows${on === undefined ? '' : `, nor one called "${on}"`}`,
    {
      advice: [{ option: 'on', purpose: 'to name the column both files have' }],
    },
  );
}

/** The column of the second table that holds most of the keys. */
function matchingKey(table: Table, keys: readonly (string | undefined)[], name: string): Key {
  const wanted = new Set(keys);
  const shares = table.columnOrder.map((column) => {
    const key = keyOf(table, column);
    const known = new Set(key.cells.filter((cell) => cell !== undefined && wanted.has(cell)));
    return { key, known: known.size };
  });
  const best = shares.reduce((most, one) => (one.known > most.known ? one : most));
  if (best.known > 0) return best.key;
  const example = keys.find((key) => key !== undefined);
  throw new UserError('data', `${name}: no column holds the names of the rows, such as "${example}"`, {
    advice: [{ option: 'on', purpose: 'to name the column both files have' }],
  });
}

function named(table: Table, on: string, tableName: string): Key {
  if (table.columnOrder.includes(on)) return keyOf(table, on);
  const near = didYouMean(on, table.columnOrder);
  const hint = near === undefined ? `it has ${table.columnOrder.slice(0, 8).join(', ')}` : `did you mean "${near}"?`;
  throw new UserError('data', `${tableName}: there is no column "${on}"; ${hint}`, { subject: { option: 'on' } });
}

function keyOf(table: Table<AnyMatrix>, name: string): Key {
  return { name, cells: cellsOf(table, name).values };
}

/** The cells of any column as text. */
function cellsOf(table: Table<AnyMatrix>, name: string): TextColumn {
  const text = table.text.find((column) => column.name === name);
  if (text) return text;
  const values = Array.from(columnOf(table.numeric, table.numericNames.indexOf(name)), (value) =>
    Number.isNaN(value) ? undefined : String(value),
  );
  return { name, values };
}

function indexKeys({ name, cells }: Key, tableName: string): Map<string, number> {
  const rowOf = new Map<string, number>();
  cells.forEach((key, row) => {
    if (key === undefined) return;
    const earlier = rowOf.get(key);
    if (earlier !== undefined) {
      throw new UserError(
        'data',
        `${tableName}: rows ${earlier + 1} and ${row + 1} are both "${key}" in column "${name}"; a key stands in one row`,
      );
    }
    rowOf.set(key, row);
  });
  return rowOf;
}

function takeCells({ name, values }: TextColumn, rows: Int32Array): TextColumn {
  return { name, values: Array.from(rows, (row) => values[row]) };
}

function noPartner(first: Key, second: Key, firstName: string, secondName: string): UserError {
  const example = ({ cells }: Key) => cells.find((cell) => cell !== undefined);
  return new UserError(
    'data',
    `no row of ${firstName} has a partner in ${secondName}: "${first.name}" holds values such as "${example(first)}", "${second.name}" such as "${example(second)}"`,
    { advice: [{ option: 'on', purpose: 'to name the column both files have' }] },
  );
}

function unmatchedNotes(
  rows: number,
  kept: number,
  secondRows: number,
  used: number,
  firstName: string,
  secondName: string,
): string[] {
  const notes: string[] = [];
  if (kept < rows)
    notes.push(
      `${rows - kept} of ${rows} rows were dropped because ${secondName} does not have them; ${kept} are left.`,
    );
  if (used < secondRows)
    notes.push(`${secondRows - used} of ${secondRows} rows of ${secondName} are not in ${firstName}.`);
  return notes;
}
