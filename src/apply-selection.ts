/** The columns of a selection taken from a new table: as numbers, ready for a model, with row names and the target where it has them. */
import { indexColumnName } from './cells/column-names.js';
import { withoutGuards } from './cells/formula-guard.js';
import { applyColumns } from './encode/apply-columns.js';
import { targetCells } from './encode/target-cells.js';
import { UserError } from './errors.js';
import type { SelectionReportInput } from './report/selection-report-input.js';
import { selectionFacts } from './selection-files.js';
import type { Table } from './types.js';
import { asNumbers, type ReducedTable } from './write/reduced-table.js';

export interface AppliedSelection {
  readonly reduced: ReducedTable;
  /** What was met, in sentences for the user. */
  readonly notes: readonly string[];
}

/** `names` are those of the selection and of the table, for messages; `id` is the column that names the rows. */
export function applySelection(
  given: Table,
  selection: SelectionReportInput,
  names: { readonly selection: string; readonly table: string },
  id?: string,
): AppliedSelection {
  const { columns, dataset } = selection;
  if (columns === undefined) {
    throw new UserError(
      'data',
      `${names.selection}: does not say how its columns were encoded; select again to apply it`,
    );
  }
  const beside = [dataset.targetName, dataset.identifierName].filter((name) => name !== undefined);
  const table = withoutGuards(given, [...columns.map(({ name }) => name), ...beside]);
  const applied = applyColumns(table, columns, names.table);
  const has = (name: string | undefined) => name !== undefined && table.columnOrder.includes(name);
  const idName = id ?? [dataset.identifierName, indexColumnName].find(has);
  const target = dataset.targetName;
  const facts = selectionFacts(selection);
  const reduced: ReducedTable = {
    ...facts,
    rowCount: table.rowCount,
    ...(idName !== undefined && { identifiers: { name: idName, values: targetCells(table, idName) } }),
    features: applied.names.map((name, place) => ({ name, kind: 'numbers', values: applied.columns[place] })),
    beside: has(target) ? [asNumbers({ name: target!, kind: 'text', values: targetCells(table, target!) })] : [],
    places: new Map(
      applied.names.flatMap((name, place) => {
        const found = facts.places.get(applied.columnNames[place]);
        return found === undefined ? [] : [[name, found]];
      }),
    ),
    isSparse: table.numeric.kind === 'sparse',
  };
  return { reduced, notes: applied.notes };
}
