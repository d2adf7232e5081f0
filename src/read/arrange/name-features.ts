/** Names for the features of a file that has none: a list with one a line, the first cell where a line has several. */
import { settleColumnNames } from '../../cells/column-names.js';
import { UserError } from '../../errors.js';
import type { Table } from '../../types.js';
import type { ByteSource } from '../source/source.js';
import { readLines } from '../text/lines.js';

export async function nameFeatures(table: Table, list: ByteSource, tableName: string): Promise<Table> {
  const given: string[] = [];
  for await (const lines of readLines(list)) {
    for (const { text } of lines)
      if (text.trim() !== '')
        given.push(
          text
            .split(/[\t,]/)[0]
            .trim()
            .replace(/^"(.*)"$/, '$1'),
        );
  }
  const { numericNames } = table;
  if (given.length !== numericNames.length) {
    throw new UserError(
      'data',
      `${list.name}: ${given.length} names for the ${numericNames.length} columns of numbers in ${tableName}`,
    );
  }
  const { names, notes } = settleColumnNames([...table.text.map(({ name }) => name), ...given], list.name);
  const renamed = new Map(numericNames.map((name, column) => [name, names[table.text.length + column]]));
  return {
    ...table,
    numericNames: numericNames.map((name) => renamed.get(name)!),
    columnOrder: table.columnOrder.map((name) => renamed.get(name) ?? name),
    ...((table.notes?.length || notes.length) && { notes: [...(table.notes ?? []), ...notes] }),
  };
}
