/**
 * Finds how a text table is written, from its first rows: delimiter, decimal sign, line end, header.
 *
 * Every delimiter that occurs is tried. The best one cuts most rows into as many cells as the first row and makes the
 * most of the cells numbers; between equals the order of `candidates` decides. A first row that is one cell short of all
 * others is the header of R's `write.table`, whose rows begin with their names.
 */

import { comma, parseNumber, point } from '../../cells/parse-number.js';
import { UserError } from '../../errors.js';
import { partsOf, type Steps } from '../../turns.js';
import { type DelimiterName, delimiterNames, type TextLayout } from '../../types.js';
import { CellDecoder } from '../text/decode-text.js';
import { isMissingWord } from '../text/missing.js';
import { type CellSink, type CsvDialect, CsvScanner } from './csv-scanner.js';

const delimiters: Readonly<Record<DelimiterName, number>> = {
  comma: 0x2c,
  semicolon: 0x3b,
  tab: 0x09,
  pipe: 0x7c,
  blanks: 0x20,
};
const candidates = delimiterNames;
const sampledRows = 50;

/** What is known of the layout beforehand. */
export type GivenLayout = { readonly [Name in keyof TextLayout]?: TextLayout[Name] | undefined };

export interface CsvLayout {
  readonly delimiter: DelimiterName;
  readonly dialect: CsvDialect;
  /** With an empty cell for the column that a short header leaves out. */
  readonly firstRow: readonly string[];
  readonly hasHeader: boolean;
  /** The first row has a name above a column of numbers: it is a header for certain. */
  readonly namesNumbers: boolean;
  /** 1 where a sampled row below the header holds text. */
  readonly isText: Uint8Array;
  /** What decoded the first row. */
  readonly decoder: CellDecoder;
}

/** The first rows of a file. */
export interface TextSample {
  readonly bytes: Uint8Array;
  /** Whether it reaches to the end of the file. */
  readonly isWhole: boolean;
  readonly sourceName: string;
  /** The line of the file that it begins with, from 1. */
  readonly line: number;
}

/** What is given is not looked for. */
export function* detectCsvLayout(sample: TextSample, given: GivenLayout = {}): Steps<CsvLayout> {
  const { bytes } = sample;
  const lineEnd = bytes.includes(0x0a) ? 0x0a : 0x0d;
  const names = given.delimiter ? [given.delimiter] : candidates.filter((name) => occurs(bytes, name));
  let best: { score: number; delimiter: DelimiterName; dialect: CsvDialect; isShortHeader: boolean } | undefined;
  for (const name of names.length > 0 ? names : candidates.slice(0, 1)) {
    const tried = yield* tryDialect(sample, dialectOf(name, lineEnd), given.decimal);
    if (best === undefined || tried.score > best.score) best = { ...tried, delimiter: name };
  }
  const { delimiter, dialect, isShortHeader } = best!;
  const columns = new ColumnSniffer(dialect.decimal, isShortHeader);
  yield* scanSample(sample, dialect, columns);
  return {
    delimiter,
    dialect,
    firstRow: columns.wholeFirstRow(),
    hasHeader: given.header ?? (isShortHeader || columns.hasNoNumber() || columns.namesNumbers()),
    namesNumbers: isShortHeader || columns.namesNumbers(),
    isText: columns.textBelow,
    decoder: columns.decoder,
  };
}

function dialectOf(name: DelimiterName, lineEnd: number): CsvDialect {
  return { delimiter: delimiters[name], blanks: name === 'blanks', decimal: point, lineEnd };
}

function occurs(sample: Uint8Array, name: DelimiterName): boolean {
  return sample.includes(delimiters[name]) || (name === 'blanks' && sample.includes(delimiters.tab));
}

function* tryDialect(
  sample: TextSample,
  dialect: CsvDialect,
  given: TextLayout['decimal'] | undefined,
): Steps<{ score: number; dialect: CsvDialect; isShortHeader: boolean }> {
  const shape = new ShapeSniffer();
  try {
    yield* scanSample(sample, dialect, shape);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { score: -1, dialect, isShortHeader: false };
  }
  const hasCommas = dialect.delimiter !== comma && shape.commaNumbers > shape.pointNumbers;
  const decimal = (given === undefined ? hasCommas : given === 'comma') ? comma : point;
  return { score: shape.score(), dialect: { ...dialect, decimal }, isShortHeader: shape.isShortHeader };
}

function* scanSample(
  { bytes, isWhole, sourceName, line }: TextSample,
  dialect: CsvDialect,
  sink: CellSink,
): Steps<void> {
  const scanner = new CsvScanner(dialect, sink, sourceName);
  scanner.line = line;
  // A few rows may be megabytes.
  for (const { from, to, cells } of partsOf(bytes.length, 1)) {
    scanner.push(bytes.subarray(from, to));
    if (scanner.stopped) break;
    yield cells;
  }
  if (isWhole) scanner.finish();
}

/** Counts cells per row, and the cells that are numbers with a decimal point or a decimal comma. */
class ShapeSniffer implements CellSink {
  pointNumbers = 0;
  commaNumbers = 0;
  private cells = 0;
  private width = 0;
  private widthNow = 0;
  private rows = 0;
  private evenRows = 0;
  private longerRows = 0;

  number(_value: number, bytes: Uint8Array, from: number, to: number): void {
    this.cell(bytes, from, to);
  }

  cell(bytes: Uint8Array, from: number, to: number): void {
    this.widthNow++;
    this.cells++;
    if (!Number.isNaN(parseNumber(bytes, from, to, point))) this.pointNumbers++;
    if (!Number.isNaN(parseNumber(bytes, from, to, comma))) this.commaNumbers++;
  }

  endRow(): boolean {
    if (this.rows === 0) this.width = this.widthNow;
    if (this.widthNow === this.width) this.evenRows++;
    if (this.widthNow === this.width + 1) this.longerRows++;
    this.widthNow = 0;
    return ++this.rows >= sampledRows;
  }

  /** All rows but the first are one cell longer. */
  get isShortHeader(): boolean {
    return this.rows > 1 && this.longerRows === this.rows - 1;
  }

  score(): number {
    const { isShortHeader } = this;
    if (this.width + (isShortHeader ? 1 : 0) < 2 || this.rows === 0) return 0;
    const numbers = Math.max(this.pointNumbers, this.commaNumbers) / this.cells;
    return isShortHeader ? 1 + numbers : (this.evenRows / this.rows) ** 2 * (1 + numbers);
  }
}

const isMissing = 0;
const isNumber = 1;
const isTextCell = 2;

/** Keeps the first row's cells as text, and says of every column whether numbers or text stand below it. */
class ColumnSniffer implements CellSink {
  readonly firstRow: string[] = [];
  textBelow = new Uint8Array(0);
  private readonly firstKinds: number[] = [];
  private numbersBelow = new Uint8Array(0);
  private column = 0;
  private rows = 0;
  private isLastFilled = false;
  readonly decoder = new CellDecoder();

  constructor(
    private readonly decimal: number,
    private readonly isShortHeader: boolean,
  ) {}

  number(_value: number, bytes: Uint8Array, from: number, to: number): void {
    this.cell(bytes, from, to, false);
  }

  cell(bytes: Uint8Array, from: number, to: number, quoted: boolean): void {
    const column = this.column++;
    if (this.rows === 0) {
      const text = this.decoder.decode(bytes.subarray(from, to));
      this.firstRow.push(quoted ? text : text.trim());
      this.firstKinds.push(this.kindOf(bytes, from, to));
    } else if (column < this.textBelow.length) {
      if (column === this.textBelow.length - 1 && to > from) this.isLastFilled = true;
      const kind = this.kindOf(bytes, from, to);
      if (kind === isTextCell) this.textBelow[column] = 1;
      if (kind === isNumber) this.numbersBelow[column] = 1;
    }
  }

  endRow(): boolean {
    if (this.rows === 0) {
      const width = this.firstRow.length + (this.isShortHeader ? 1 : 0);
      this.textBelow = new Uint8Array(width);
      this.numbersBelow = new Uint8Array(width);
    }
    this.column = 0;
    return ++this.rows > sampledRows;
  }

  /** The first row with a cell for every column: what a short header lacks is the name of the row names, or of the nothing
   * after a delimiter that ends every line. */
  wholeFirstRow(): readonly string[] {
    if (!this.isShortHeader) return this.firstRow;
    return this.isLastFilled ? ['', ...this.firstRow] : [...this.firstRow, ''];
  }

  /** No number in the first row. */
  hasNoNumber(): boolean {
    return !this.firstKinds.includes(isNumber);
  }

  /** A name in the first row above a column of numbers. */
  namesNumbers(): boolean {
    return this.firstKinds.some(
      (kind, column) => kind === isTextCell && this.numbersBelow[column] === 1 && this.textBelow[column] === 0,
    );
  }

  private kindOf(bytes: Uint8Array, from: number, to: number): number {
    if (!Number.isNaN(parseNumber(bytes, from, to, this.decimal))) return isNumber;
    if (to - from > 8) return isTextCell;
    return isMissingWord(this.decoder.decode(bytes.subarray(from, to)).trim()) ? isMissing : isTextCell;
  }
}
