/** Builds a table row by row from cells of any type, for formats whose columns are known to be numbers or text. */

import { type SettledNames, settleColumnNames } from '../cells/column-names.js';
import { NumericBlock, type Precision, type RowCollector } from '../cells/numeric-block.js';
import { numberFromText } from '../cells/parse-number.js';
import type { Matrix, NumericRows, Table } from '../types.js';
import { TextColumnBuilder } from './text/text-column.js';

/** What a cell of text takes at least. */
const textCellBytes = 8;

export class TableBuilder {
  rowCount = 0;
  private readonly block: NumericRows;
  private readonly row: Float64Array;
  private readonly numeric: number[] = [];
  private readonly text: { readonly column: number; readonly builder: TextColumnBuilder }[] = [];
  private readonly settled: SettledNames;

  constructor(
    names: readonly string[],
    isText: readonly boolean[],
    sourceName: string,
    precision: Precision = 'exact',
    collector?: RowCollector,
  ) {
    this.settled = settleColumnNames(names, sourceName);
    this.settled.names.forEach((name, column) => {
      if (isText[column]) this.text.push({ column, builder: new TextColumnBuilder(name) });
      else this.numeric.push(column);
    });
    this.row = new Float64Array(this.numeric.length);
    this.block = collector?.collect(this.numeric.length, precision) ?? new NumericBlock(this.numeric.length, precision);
  }

  /** Appends a row; `cell` gives the cell of a column. */
  appendRow(cell: (column: number) => unknown, fraction?: number): void {
    for (let at = 0; at < this.numeric.length; at++) this.row[at] = numberOf(cell(this.numeric[at]));
    for (const { column, builder } of this.text) {
      const text = textOf(cell(column));
      builder.push(text !== undefined, text ?? '');
    }
    this.block.appendRow(this.row, fraction);
    this.rowCount++;
  }

  /** Bytes that the cells take in memory; the rows of a collector are its own affair. */
  get heldBytes(): number {
    const numbers = this.block instanceof NumericBlock ? this.block.byteLength : 0;
    return numbers + this.rowCount * this.text.length * textCellBytes;
  }

  toTable(): Table {
    const { names, notes } = this.settled;
    return {
      rowCount: this.rowCount,
      columnOrder: names,
      numericNames: this.numeric.map((column) => names[column]),
      // Whoever gave a collector knows that the matrix may be a stored one.
      numeric: this.block.toMatrix(this.rowCount) as Matrix,
      text: this.text.map(({ builder }) => builder.toColumn()),
      ...(notes.length > 0 && { notes }),
    };
  }
}

/** NaN where the cell is missing. */
export function numberOf(cell: unknown): number {
  if (typeof cell === 'number') return cell;
  if (typeof cell === 'boolean') return cell ? 1 : 0;
  if (typeof cell === 'bigint') return Number(cell);
  return typeof cell === 'string' ? numberFromText(cell) : Number.NaN;
}

/** Undefined where the cell is missing. */
export function textOf(cell: unknown): string | undefined {
  if (cell === null || cell === undefined || (typeof cell === 'number' && Number.isNaN(cell))) return undefined;
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? undefined : cell.toISOString();
  return String(cell);
}
