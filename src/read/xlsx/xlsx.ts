/**
 * Tables from Excel workbooks (.xlsx, Office Open XML): one sheet, its first row that holds anything is the header. Dates
 * become text such as 2024-03-01, which the next stage takes for dates; errors such as #N/A are missing cells.
 */
import { indexColumnName } from '../../cells/column-names.js';
import { UserError } from '../../errors.js';
import { didYouMean } from '../../suggest.js';
import { createTurns } from '../../turns.js';
import type { Table } from '../../types.js';
import { heldLimit, type ReadAllOptions, readAll, tooLarge } from '../source/read-all.js';
import type { ByteSource } from '../source/source.js';
import { TableBuilder } from '../table-builder.js';
import { isMissingWord } from '../text/missing.js';
import { openWorkbook, type Workbook } from './workbook.js';
import { attributeOf, xmlParts } from './xml.js';

export interface XlsxOptions extends ReadAllOptions {
  /** The name of the sheet; the first that holds rows where it is not given. */
  readonly x?: string;
  /** Columns to keep as text: the target, groups. */
  readonly apart?: readonly string[];
  readonly signal?: AbortSignal;
}

/** A cell that shows a date, as text. */
class DateText {
  constructor(readonly text: string) {}
}

type Cell = number | string | DateText | undefined;

/** Excel's own limit. */
const mostColumns = 16_384;
/** Bytes that a cell takes at least. */
const cellBytes = 16;

export async function readXlsx(source: ByteSource, options: XlsxOptions = {}): Promise<Table> {
  const { name } = source;
  const limit = heldLimit(source.size, options.maxBytes);
  const { signal } = options;
  const book = await openWorkbook(await readAll(source, options), { name, limit, signal });
  const asked = options.x === undefined ? book.sheets : [findSheet(book, options.x, name)];
  const { sheet, rows } = await firstWithRows(asked, book, { name, limit, signal });
  const [header = [], ...below] = rows;
  if (below.length === 0) throw new UserError('data', `${name}: sheet "${sheet.name}" has no row below its header`);
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const names = Array.from({ length: width }, (_, column) => String(textOf(header[column]) ?? '').trim());
  if (width > 1 && names[0] === '') names[0] = indexColumnName;
  if (width * below.length * cellBytes > limit) throw tooLarge(name, limit);
  const isText = names.map(
    (column, place) =>
      options.apart?.includes(column) === true ||
      below.some((row) => row[place] !== undefined && typeof row[place] !== 'number'),
  );
  const builder = new TableBuilder(names, isText, name);
  const turn = createTurns(signal);
  for (const row of below) {
    builder.appendRow((column) => textOf(row[column]));
    if (turn.isDue(width)) await turn.take();
  }
  const table = builder.toTable();
  const notes = [...(table.notes ?? []), ...sheetNotes(book, sheet.name), ...dateNotes(names, below)];
  const sheets = [sheet, ...book.sheets.filter((each) => each !== sheet)].map((each) => each.name);
  return { ...table, ...(sheets.length > 1 && { matrices: sheets }), ...(notes.length > 0 && { notes }) };
}

type Sheet = Workbook['sheets'][number];

/** The first of the sheets with a row below its header; where there is none, the first. */
async function firstWithRows(
  sheets: readonly Sheet[],
  book: Workbook,
  reading: Reading,
): Promise<{ readonly sheet: Sheet; readonly rows: Cell[][] }> {
  for (const sheet of sheets) {
    const rows = await readRows(await sheet.xml(), book, reading);
    if (rows.length > 1) return { sheet, rows };
  }
  return { sheet: sheets[0], rows: [] };
}

function findSheet(book: Workbook, wanted: string, name: string): Workbook['sheets'][number] {
  const found = book.sheets.find((sheet) => sheet.name === wanted);
  if (found) return found;
  const names = book.sheets.map((sheet) => sheet.name);
  const near = didYouMean(wanted, names);
  const hint =
    near === undefined ? `the sheets are ${names.map((one) => `"${one}"`).join(', ')}` : `did you mean "${near}"?`;
  throw new UserError('data', `${name}: there is no sheet "${wanted}"; ${hint}`);
}

function textOf(cell: Cell): number | string | undefined {
  return cell instanceof DateText ? cell.text : cell;
}

interface Reading {
  readonly name: string;
  readonly limit: number;
  readonly signal: AbortSignal | undefined;
}

/** The rows that hold anything. */
async function readRows(xml: string, book: Workbook, { name, limit, signal }: Reading): Promise<Cell[][]> {
  const turn = createTurns(signal);
  const rows: Cell[][] = [];
  let row: Cell[] = [];
  let cell = { place: 0, type: '', style: 0 };
  let text = '';
  let isValue = false;
  let held = 0;
  for (const part of xmlParts(xml)) {
    if (turn.isDue(1)) await turn.take();
    if (part.kind === 'text') {
      if (isValue) text += part.text;
    } else if (part.kind === 'open') {
      if (part.name === 'row') row = [];
      if (part.name === 'c') {
        cell = readCell(part.attributes, row.length, name);
        text = '';
      }
      if (part.name === 'v' || part.name === 't') isValue = !part.isEmpty;
    } else {
      if (part.name === 'v' || part.name === 't') isValue = false;
      if (part.name === 'c') {
        while (row.length < cell.place) row.push(undefined);
        row[cell.place] = cellValue(cell.type, cell.style, text, book);
        held += cellBytes;
        if (held > limit) throw tooLarge(name, limit);
      }
      if (part.name === 'row' && row.some((one) => one !== undefined)) rows.push(row);
    }
  }
  return rows;
}

function readCell(attributes: string, next: number, name: string) {
  const reference = attributeOf(attributes, 'r');
  const place = reference === undefined ? next : columnOf(reference);
  if (!(place >= 0 && place < mostColumns)) {
    throw new UserError(
      'data',
      `${name}: a cell stands at "${reference}", which is no place in a sheet; is the file damaged?`,
    );
  }
  return { place, type: attributeOf(attributes, 't') ?? 'n', style: Number(attributeOf(attributes, 's') ?? 0) };
}

/** `AB12` -> 27. */
function columnOf(reference: string): number {
  const [, letters] = /^([A-Z]{1,3})\d+$/.exec(reference) ?? [];
  if (letters === undefined) return -1;
  return [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0) - 1;
}

function cellValue(type: string, style: number, text: string, book: Workbook): Cell {
  if (type === 'e' || text === '') return undefined;
  if (type === 's') return presentText(book.sharedTexts[Number(text)]);
  if (type === 'inlineStr' || type === 'str') return presentText(text);
  if (type === 'd') return new DateText(text);
  const value = Number(text);
  if (Number.isNaN(value)) return undefined;
  return type === 'n' && book.isDate[style] ? dateText(value + book.dayZero) : value;
}

function presentText(text: string | undefined): string | undefined {
  const trimmed = text?.trim() ?? '';
  return isMissingWord(trimmed) ? undefined : trimmed;
}

function dateText(days: number): Cell {
  // Rounded to seconds: a time of day is a fraction that no double holds.
  const date = new Date(Math.round(days * 86_400) * 1000);
  if (Number.isNaN(date.getTime())) return undefined;
  const [day, time] = date.toISOString().slice(0, 19).split('T');
  return new DateText(time === '00:00:00' ? day : `${day} ${time}`);
}

function sheetNotes(book: Workbook, read: string): string[] {
  const others = book.sheets.map((sheet) => sheet.name).filter((name) => name !== read);
  if (others.length === 0) return [];
  return [`Read the sheet "${read}"; the workbook also has ${others.map((name) => `"${name}"`).join(', ')}.`];
}

/** Excel takes SEPT2 and MARCH1 for dates: dates among other texts are worth a look. */
function dateNotes(names: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
  return names.flatMap((name, column) => {
    const dates = rows.filter((row) => row[column] instanceof DateText).length;
    const texts = rows.filter((row) => typeof row[column] === 'string').length;
    if (dates === 0 || texts === 0) return [];
    return [
      `Column "${name}" holds ${dates} dates among ${texts} texts: Excel turns gene names such as SEPT2 into dates, so compare it with the original.`,
    ];
  });
}
