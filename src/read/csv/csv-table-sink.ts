/** Collects the cells of a CSV file: numbers into the block, text into columns, and what does not fit into errors. */

import { NumericBlock, type Precision, type RowCollector } from '../../cells/numeric-block.js';
import { parseNumber } from '../../cells/parse-number.js';
import { UserError } from '../../errors.js';
import type { Matrix, NumericRows, Table } from '../../types.js';
import { tooLarge } from '../source/read-all.js';
import { type ByteSource, fractionRead } from '../source/source.js';
import { CellDecoder } from '../text/decode-text.js';
import { isMissingWord } from '../text/missing.js';
import { TextColumnBuilder } from '../text/text-column.js';
import type { CellSink } from './csv-scanner.js';

export interface CsvTableSinkOptions {
  readonly source: ByteSource;
  readonly names: readonly string[];
  readonly isText: Uint8Array;
  readonly decimal: number;
  readonly skipRows: number;
  readonly precision: Precision;
  readonly collector: RowCollector | undefined;
  /** Bytes that the cells may take in memory. */
  readonly limit: number;
  /** The line being read, for messages. */
  readonly lineNow: () => number;
}

const longestMissingWord = 8;

/** Cells beyond those of the header that a row may have before it is given up. */
const widestSurplus = 1000;

/** What a cell of text takes at least. */
const textCellBytes = 8;

export class CsvTableSink implements CellSink {
  rowCount = 0;
  /** Columns in which text was found although they were taken for numbers. */
  readonly lateText = new Set<number>();
  private column = 0;
  private rowsToSkip: number;
  private readonly block: NumericRows;
  private readonly row: Float64Array;
  /** Place of a column in the row of numbers, or -1 - its place among the text columns. */
  private readonly place: Int32Array;
  private readonly text: TextColumnBuilder[] = [];
  readonly decoder = new CellDecoder();

  constructor(private readonly options: CsvTableSinkOptions) {
    const { names, isText } = options;
    this.rowsToSkip = options.skipRows;
    this.place = new Int32Array(names.length);
    let numbers = 0;
    for (let column = 0; column < names.length; column++) {
      if (isText[column] === 0) this.place[column] = numbers++;
      else this.place[column] = -this.text.push(new TextColumnBuilder(names[column]));
    }
    this.row = new Float64Array(numbers);
    const { collector, precision } = options;
    this.block = collector?.collect(numbers, precision) ?? new NumericBlock(numbers, precision);
  }

  number(value: number, bytes: Uint8Array, from: number, to: number): void {
    const { column } = this;
    const place = column < this.place.length ? this.place[column] : -1;
    if (place < 0 || this.rowsToSkip > 0) {
      this.cell(bytes, from, to, false);
    } else {
      this.row[place] = value;
      this.column++;
    }
  }

  cell(bytes: Uint8Array, from: number, to: number, quoted: boolean): void {
    const column = this.column++;
    if (this.rowsToSkip > 0) return;
    // A row that never ends is not read to its end.
    if (column > 2 * this.place.length + widestSurplus) this.throwRagged(`more than ${column}`);
    if (column >= this.place.length) return;
    const place = this.place[column];
    if (place >= 0) {
      const value = parseNumber(bytes, from, to, this.options.decimal);
      this.row[place] = value;
      if (Number.isNaN(value) && !this.isMissing(bytes, from, to)) this.lateText.add(column);
    } else {
      const text = this.decoder.decode(bytes.subarray(from, to));
      const kept = quoted ? text : text.trim();
      this.text[-1 - place].push(quoted ? text !== '' : !isMissingWord(kept), kept);
    }
  }

  endRow(): boolean {
    const width = this.column;
    this.column = 0;
    if (this.rowsToSkip > 0) {
      this.rowsToSkip--;
      return false;
    }
    if (width !== this.place.length) this.throwRagged(String(width));
    this.rowCount++;
    this.checkSize();
    // After late text the pass only looks for more of it: the rows are read again.
    if (this.lateText.size === 0) this.block.appendRow(this.row, fractionRead(this.options.source));
    return false;
  }

  toTable(): Table {
    const { names, isText } = this.options;
    return {
      rowCount: this.rowCount,
      columnOrder: names,
      numericNames: names.filter((_, column) => isText[column] === 0),
      // Whoever gave a collector knows that the matrix may be a stored one.
      numeric: this.block.toMatrix(this.rowCount) as Matrix,
      text: this.text.map((builder) => builder.toColumn()),
    };
  }

  /** The rows of a collector are its own affair; those of text are always here. */
  private checkSize(): void {
    const numbers = this.block instanceof NumericBlock ? this.block.byteLength : 0;
    const texts = this.rowCount * this.text.length * textCellBytes;
    if (numbers + texts > this.options.limit) throw tooLarge(this.options.source.name, this.options.limit);
  }

  private isMissing(bytes: Uint8Array, from: number, to: number): boolean {
    if (from === to) return true;
    if (to - from > 2 * longestMissingWord) return false;
    return isMissingWord(this.decoder.decode(bytes.subarray(from, to)).trim());
  }

  private throwRagged(width: string): never {
    const { source, names, lineNow, skipRows } = this.options;
    const expected = skipRows > 0 ? 'the header' : 'the first row';
    throw new UserError(
      'data',
      `${source.name}, line ${lineNow() - 1}: ${width} ${width === '1' ? 'cell' : 'cells'} where ${expected} has ${names.length}; every row needs as many cells as ${expected}`,
    );
  }
}
