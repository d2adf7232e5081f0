/**
 * Rows become columns: for tables with a line for every feature and a column for every sample. The first column of text
 * names the new columns, the header names the new rows. A new column is of numbers where all of its cells are.
 */
import { indexColumnName, settleColumnNames, unnamedFeature } from '../../cells/column-names.js';
import { NumericBlock } from '../../cells/numeric-block.js';
import { numberFromText } from '../../cells/parse-number.js';
import { UserError } from '../../errors.js';
import { copyRow } from '../../matrix/copy-row.js';
import { denseFromColumns } from '../../matrix/from-columns.js';
import type { Steps } from '../../turns.js';
import type { AnyMatrix, Table, TextColumn } from '../../types.js';
import { TextColumnBuilder } from '../text/text-column.js';

export function* transposeTable(table: Table<AnyMatrix>, sourceName: string): Steps<Table> {
  const { numeric: matrix } = table;
  if (matrix.kind === 'stored') {
    throw new UserError('data', `${sourceName}: a table is transposed in memory, and this one does not fit`, {
      advice: [{ option: 'memory', verb: 'raise' }],
    });
  }
  const naming = table.text.find(({ name }) => name === table.columnOrder[0]) ?? table.text[0];
  const samples = table.columnOrder.filter((name) => name !== naming?.name);
  const given = naming
    ? naming.values.map((name) => name ?? '')
    : Array.from({ length: table.rowCount }, (_, row) => unnamedFeature(row));
  const { names, notes } = settleColumnNames([indexColumnName, ...given], sourceName);
  const numericNames: string[] = [];
  const block = new NumericBlock(samples.length);
  const text: TextColumn[] = [{ name: indexColumnName, values: samples }];
  const cellsOf = rowReader({ ...table, numeric: matrix }, samples);
  for (let row = 0; row < table.rowCount; row++) {
    const name = names[row + 1];
    const { numbers, texts } = cellsOf(row);
    if (texts === undefined) {
      numericNames.push(name);
      block.appendRow(numbers);
    } else {
      text.push(textColumn(name, texts));
    }
    yield samples.length;
  }
  const { values } = block.toMatrix(numericNames.length);
  const numeric = yield* denseFromColumns(values, samples.length, numericNames.length);
  return {
    rowCount: samples.length,
    numericNames,
    numeric,
    text,
    columnOrder: names,
    ...((table.notes?.length || notes.length) && { notes: [...(table.notes ?? []), ...notes] }),
  };
}

/** The cells of a row in the order of the samples: numbers, and texts where one of them is no number. */
function rowReader(table: Table, samples: readonly string[]) {
  const placeOf = new Map(table.numericNames.map((name, column) => [name, column]));
  const texts = new Map(table.text.map(({ name, values }) => [name, values]));
  const places = samples.map((name) => placeOf.get(name));
  const columns = samples.map((name) => texts.get(name));
  const cells = new Float64Array(table.numeric.columnCount);
  const numbers = new Float64Array(samples.length);
  return (row: number): { numbers: Float64Array; texts?: (string | undefined)[] } => {
    copyRow(table.numeric, row, cells);
    let isText = false;
    samples.forEach((_, sample) => {
      const place = places[sample];
      const text = place === undefined ? columns[sample]?.[row] : undefined;
      numbers[sample] = place !== undefined ? cells[place] : text === undefined ? Number.NaN : numberFromText(text);
      if (text !== undefined && Number.isNaN(numbers[sample])) isText = true;
    });
    if (!isText) return { numbers };
    return {
      numbers,
      texts: samples.map((_, sample) => {
        const place = places[sample];
        if (place === undefined) return columns[sample]?.[row];
        return Number.isNaN(cells[place]) ? undefined : String(cells[place]);
      }),
    };
  };
}

function textColumn(name: string, texts: readonly (string | undefined)[]): TextColumn {
  const builder = new TextColumnBuilder(name);
  for (const text of texts) builder.push(text !== undefined, text ?? '');
  return builder.toColumn();
}
