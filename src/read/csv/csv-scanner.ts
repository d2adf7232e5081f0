/**
 * Cuts CSV bytes into cells: RFC 4180 quotes, any one-byte delimiter or runs of blanks, LF, CRLF or CR line ends.
 *
 * A byte scanner of our own, because the parsers on npm make a string (and an array of strings) of every cell before
 * the number can be parsed: on numeric matrices the scanner with `parseNumber` is several times faster and needs no
 * memory beyond the chunk (bench/read.ts holds the figures). Cells arrive as byte ranges.
 */

import { powersOfTen } from '../../cells/parse-number.js';
import { UserError } from '../../errors.js';

export interface CsvDialect {
  readonly delimiter: number;
  /** The delimiter is any run of blanks; blanks at both ends of a line are ignored. */
  readonly blanks: boolean;
  readonly decimal: number;
  readonly lineEnd: number;
}

export interface CellSink {
  /** A cell that is a plain number, and its bytes. */
  number(value: number, bytes: Uint8Array, from: number, to: number): void;
  /** Any other cell. The cell's bytes are valid only during the call. */
  cell(bytes: Uint8Array, from: number, to: number, quoted: boolean): void;
  /** Return true to stop the scan. */
  endRow(): boolean;
}

export const quote = 0x22;
const space = 0x20;
const tab = 0x09;
const carriageReturn = 0x0d;
const minus = 0x2d;

/** Longer cells are taken for a quote that was never closed. */
const longestCell = 1 << 20;

export class CsvScanner {
  /** Line being read, from 1. */
  line = 1;
  stopped = false;
  private carry = new Uint8Array(0);
  private cellsInRow = 0;
  private readonly isSpecial = new Uint8Array(256);

  constructor(
    private readonly dialect: CsvDialect,
    private readonly sink: CellSink,
    private readonly sourceName: string,
  ) {
    this.isSpecial[dialect.delimiter] = 1;
    if (dialect.blanks) this.isSpecial[tab] = 1;
    this.isSpecial[dialect.lineEnd] = 1;
    this.isSpecial[quote] = 1;
    this.isSpecial[0] = 1;
  }

  push(chunk: Uint8Array): void {
    if (this.stopped) return;
    const bytes = this.carry.length === 0 ? chunk : joined(this.carry, chunk);
    const start = this.scan(bytes, false);
    if (bytes.length - start > longestCell) {
      throw new UserError(
        'data',
        `${this.sourceName}, line ${this.line}: a cell is longer than ${longestCell} bytes; is a quote left open, or is this not a text table?`,
      );
    }
    this.carry = bytes.slice(start);
  }

  finish(): void {
    if (this.stopped) return;
    this.scan(this.carry, true);
    this.carry = new Uint8Array(0);
  }

  /** Hands out all complete cells and returns where the first incomplete one starts. */
  private scan(bytes: Uint8Array, isLast: boolean): number {
    const { isSpecial } = this;
    const { lineEnd, blanks } = this.dialect;
    const length = bytes.length;
    let start = 0;
    let at = 0;
    while (at < length) {
      if (at === start) {
        start = at = this.plainNumbers(bytes, at);
        if (at === length) break;
      }
      const byte = bytes[at];
      if (isSpecial[byte] === 0) {
        at++;
      } else if (byte === lineEnd) {
        this.lastCell(bytes, start, at);
        start = ++at;
        if (this.endLine()) return length;
      } else if (byte === quote) {
        if (!onlyBlanks(bytes, start, at)) {
          at++;
          continue;
        }
        const after = this.quotedCell(bytes, at, isLast);
        if (after < 0) return start;
        start = at = after;
        if (this.stopped) return length;
      } else if (byte === 0) {
        throw new UserError(
          'data',
          `${this.sourceName}, line ${this.line}: holds a zero byte, so this is neither a text table nor a format that is known`,
        );
      } else {
        if (!blanks || at > start) this.cell(bytes, start, at, false);
        start = ++at;
      }
    }
    if (isLast && (start < length || this.cellsInRow > 0)) {
      this.lastCell(bytes, start, length);
      this.endLine();
      return length;
    }
    return start;
  }

  /** Parses cells while they are plain numbers ended by a delimiter; returns where the first other cell starts. */
  private plainNumbers(bytes: Uint8Array, start: number): number {
    const { delimiter } = this.dialect;
    const decimalDigit = this.dialect.decimal - 0x30;
    const length = bytes.length;
    let cells = 0;
    for (;;) {
      let at = start;
      const isNegative = at < length && bytes[at] === minus;
      if (isNegative) at++;
      const firstDigit = at;
      let decimalAt = -1;
      let mantissa = 0;
      for (; at < length; at++) {
        const digit = bytes[at] - 0x30;
        if (digit >= 0 && digit <= 9) mantissa = mantissa * 10 + digit;
        else if (digit === decimalDigit && decimalAt < 0) decimalAt = at;
        else break;
      }
      const digits = at - firstDigit - (decimalAt < 0 ? 0 : 1);
      if (at === length || bytes[at] !== delimiter || digits < 1 || digits > 15) break;
      const value = decimalAt < 0 ? mantissa : mantissa / powersOfTen[at - decimalAt - 1];
      this.sink.number(isNegative ? -value : value, bytes, start, at);
      cells++;
      start = at + 1;
    }
    this.cellsInRow += cells;
    return start;
  }

  /** The cell before a line end: an empty line is skipped, and so is the nothing after trailing blanks. */
  private lastCell(bytes: Uint8Array, from: number, to: number): void {
    if (to > from && bytes[to - 1] === carriageReturn) to--;
    const isEmptyLine = this.cellsInRow === 0 && onlyBlanks(bytes, from, to);
    if (isEmptyLine || (this.dialect.blanks && to === from)) return;
    this.cell(bytes, from, to, false);
  }

  private cell(bytes: Uint8Array, from: number, to: number, quoted: boolean): void {
    this.cellsInRow++;
    this.sink.cell(bytes, from, to, quoted);
  }

  private endLine(): boolean {
    this.line++;
    if (this.cellsInRow > 0) {
      this.cellsInRow = 0;
      this.stopped = this.sink.endRow();
    }
    return this.stopped;
  }

  /** Hands out the cell whose quote opens at `open`; returns where the next cell starts, or -1 if it is incomplete. */
  private quotedCell(bytes: Uint8Array, open: number, isLast: boolean): number {
    const close = closingQuote(bytes, open + 1);
    if (close < 0 || (close + 1 === bytes.length && !isLast)) {
      if (!isLast) return -1;
      throw new UserError(
        'data',
        `${this.sourceName}, line ${this.line}: a quote is opened and never closed; close it, or write a quote inside a cell twice ("")`,
      );
    }
    let end = close + 1;
    const { delimiter, blanks, lineEnd } = this.dialect;
    const isDelimiter = (byte: number) => byte === delimiter || (blanks && byte === tab);
    while (end < bytes.length && bytes[end] !== lineEnd && !isDelimiter(bytes[end])) {
      if (!isBlank(bytes[end])) {
        throw new UserError(
          'data',
          `${this.sourceName}, line ${this.line}: text stands after a closing quote; a quote inside a cell is written twice ("")`,
        );
      }
      end++;
    }
    if (end === bytes.length && !isLast) return -1;
    const content = unescaped(bytes, open + 1, close);
    for (const byte of content) if (byte === lineEnd) this.line++;
    this.cell(content, 0, content.length, true);
    if (end === bytes.length || bytes[end] === lineEnd) this.endLine();
    return Math.min(bytes.length, end + 1);
  }
}

/** Position of the quote that closes a cell, doubled quotes skipped; -1 where there is none. */
function closingQuote(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(quote, from);
  while (at >= 0 && bytes[at + 1] === quote) at = bytes.indexOf(quote, at + 2);
  return at;
}

function unescaped(bytes: Uint8Array, from: number, to: number): Uint8Array {
  if (bytes.subarray(from, to).indexOf(quote) < 0) return bytes.subarray(from, to);
  const content = new Uint8Array(to - from);
  let length = 0;
  for (let at = from; at < to; at++) {
    content[length++] = bytes[at];
    if (bytes[at] === quote) at++;
  }
  return content.subarray(0, length);
}

function onlyBlanks(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (!isBlank(bytes[at])) return false;
  return true;
}

function isBlank(byte: number): boolean {
  return byte === space || byte === tab || byte === carriageReturn;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}
