/**
 * Matrix Market files (`.mtx`), coordinate and array, as scipy writes them and as 10x Genomics does: there genes are rows,
 * and features.tsv (or genes.tsv) and barcodes.tsv beside the matrix name genes and cells. With a list of names the side
 * that has as many entries is taken for the features; without one, rows are rows.
 * https://math.nist.gov/MatrixMarket/formats.html
 */
import { indexColumnName } from '../../cells/column-names.js';
import { UserError } from '../../errors.js';
import { denseFromColumns } from '../../matrix/from-columns.js';
import { hasRepeats, sortSparseRows } from '../../matrix/sort-sparse-rows.js';
import { createTurns, inTurns, type Steps } from '../../turns.js';
import type { Matrix, Table } from '../../types.js';
import { matrixTable } from '../matrix-table.js';
import { heldLimit, tooLarge } from '../source/read-all.js';
import type { ByteSource } from '../source/source.js';
import { smallest } from '../sparse-rows.js';
import { readLines } from '../text/lines.js';
import type { GctOptions } from './gct.js';

export interface MatrixMarketOptions extends GctOptions {
  /** The names of features: features.tsv or genes.tsv, the symbol in the second column where there is one. */
  readonly features?: ByteSource;
  /** The names of cells: barcodes.tsv. */
  readonly barcodes?: ByteSource;
}

interface Header {
  readonly isSparse: boolean;
  readonly isPattern: boolean;
}

/** Entries of a matrix, as they stand in the file. */
interface Entries {
  readonly rowCount: number;
  readonly columnCount: number;
  readonly row: Int32Array;
  readonly column: Int32Array;
  readonly value: Float64Array;
}

/** More rows or columns are taken for a damaged file: they cost memory although they are empty. */
const largestExtent = 100_000_000;

export async function readMatrixMarket(source: ByteSource, options: MatrixMarketOptions = {}): Promise<Table> {
  const names = options.features && (await readNames(options.features, 1));
  const barcodes = options.barcodes && (await readNames(options.barcodes, 0));
  const isTransposed = (rowCount: number, columnCount: number) =>
    names === undefined ? false : checkSide(names.length, rowCount, columnCount, options.features!.name, source.name);
  const matrix = await readMatrix(source, options, isTransposed);
  return matrixTable(
    {
      matrix,
      ...(names && { names }),
      ...(barcodes && { beside: [{ name: indexColumnName, values: barcodes }] }),
    },
    source.name,
  );
}

/** Whether the features are the rows of the file. */
function checkSide(names: number, rows: number, columns: number, namesFile: string, name: string): boolean {
  if (names === rows) return true;
  if (names === columns) return false;
  throw new UserError('data', `${namesFile}: ${names} names for a matrix of ${rows} x ${columns} (${name})`);
}

async function readMatrix(
  source: ByteSource,
  options: MatrixMarketOptions,
  isTransposed: (rowCount: number, columnCount: number) => boolean,
): Promise<Matrix> {
  const limit = heldLimit(source.size, options.maxBytes);
  const turn = createTurns(options.signal);
  let header: Header | undefined;
  let sizes: readonly number[] | undefined;
  let entries: Entries | undefined;
  let taken = 0;
  for await (const lines of readLines(source)) {
    for (const { number, text } of lines) {
      if (number === 1) header = readHeader(text, source.name);
      if (header === undefined || text.startsWith('%') || text.trim() === '') continue;
      const cells = text.trim().split(/\s+/);
      if (sizes === undefined || entries === undefined) {
        sizes = readSizes(cells, header, source.name, number);
        entries = emptyEntries(sizes, limit, source.name);
      } else {
        takeEntry(entries, taken++, cells, header, `${source.name}, line ${number}`);
      }
    }
    if (turn.isDue(3 * lines.length)) await turn.take();
  }
  if (header === undefined || entries === undefined) {
    throw new UserError('data', `${source.name}: the file ends in its header`);
  }
  if (taken !== entries.value.length) {
    throw new UserError(
      'data',
      `${source.name}: holds ${taken} entries where its header says ${entries.value.length}; is it cut short?`,
    );
  }
  const turned = isTransposed(entries.rowCount, entries.columnCount);
  const matrix = header.isSparse ? sparseOf(entries, turned, source.name) : denseOf(entries, turned);
  return inTurns<Matrix>(matrix, options.signal);
}

function readHeader(line: string, name: string): Header {
  const [, object, layout, field, symmetry] = line.trim().toLowerCase().split(/\s+/);
  const isKnown =
    object === 'matrix' &&
    ['coordinate', 'array'].includes(layout) &&
    ['real', 'double', 'integer', 'pattern', 'unsigned-integer'].includes(field) &&
    ['general', undefined].includes(symmetry);
  if (!isKnown) {
    throw new UserError(
      'data',
      `${name}: expected a general Matrix Market matrix of real numbers, got "${line.slice(0, 80)}"`,
    );
  }
  return { isSparse: layout === 'coordinate', isPattern: field === 'pattern' };
}

function readSizes(cells: readonly string[], header: Header, name: string, line: number): readonly number[] {
  const sizes = cells.map(Number);
  const isRight =
    sizes.length === (header.isSparse ? 3 : 2) &&
    sizes.every((size) => Number.isSafeInteger(size) && size >= 0) &&
    Math.max(sizes[0], sizes[1]) <= largestExtent;
  if (!isRight)
    throw new UserError('data', `${name}, line ${line}: expected the size of the matrix, got "${cells.join(' ')}"`);
  return header.isSparse ? sizes : [...sizes, sizes[0] * sizes[1]];
}

function emptyEntries([rowCount, columnCount, count]: readonly number[], limit: number, name: string): Entries {
  if (count * 16 + Math.max(rowCount, columnCount) * 8 > limit) throw tooLarge(name, limit);
  return {
    rowCount,
    columnCount,
    row: new Int32Array(count),
    column: new Int32Array(count),
    value: new Float64Array(count),
  };
}

/** An array lists its cells column by column. */
function takeEntry(entries: Entries, at: number, cells: readonly string[], header: Header, place: string): void {
  const { rowCount, columnCount } = entries;
  if (at >= entries.value.length) throw new UserError('data', `${place}: more entries than the header says`);
  const row = header.isSparse ? Number(cells[0]) - 1 : at % rowCount;
  const column = header.isSparse ? Number(cells[1]) - 1 : Math.floor(at / rowCount);
  const value = header.isPattern ? 1 : Number(cells[header.isSparse ? 2 : 0]);
  const isInside = Number.isInteger(row) && row >= 0 && row < rowCount;
  const isWhole = isInside && Number.isInteger(column) && column >= 0 && column < columnCount;
  if (!isWhole || Number.isNaN(value)) {
    throw new UserError(
      'data',
      `${place}: expected an entry of a ${rowCount} x ${columnCount} matrix, got "${cells.join(' ').slice(0, 60)}"`,
    );
  }
  entries.row[at] = row;
  entries.column[at] = column;
  entries.value[at] = value;
}

/** Between two steps. */
const entriesAtOnce = 2 ** 16;

function* sparseOf(entries: Entries, isTransposed: boolean, name: string): Steps<Matrix> {
  const { value } = entries;
  const [row, column] = isTransposed ? [entries.column, entries.row] : [entries.row, entries.column];
  const [rowCount, columnCount] = isTransposed
    ? [entries.columnCount, entries.rowCount]
    : [entries.rowCount, entries.columnCount];
  const rowStart = new Float64Array(rowCount + 1);
  for (const one of row) rowStart[one + 1]++;
  for (let at = 0; at < rowCount; at++) rowStart[at + 1] += rowStart[at];
  yield row.length;
  const next = rowStart.slice();
  const sortedColumn = new Int32Array(row.length);
  const sortedValue = new Float64Array(row.length);
  for (let at = 0; at < row.length; at++) {
    const to = next[row[at]]++;
    sortedColumn[to] = column[at];
    sortedValue[to] = value[at];
    if (at % entriesAtOnce === 0) yield entriesAtOnce;
  }
  const sorted = { rowStart, column: sortedColumn, value: smallest(sortedValue) };
  const matrix = yield* sortSparseRows({ kind: 'sparse', rowCount, columnCount, ...sorted });
  if (hasRepeats(matrix)) throw new UserError('data', `${name}: a cell of the matrix stands twice in the file`);
  return matrix;
}

function* denseOf({ rowCount, columnCount, value }: Entries, isTransposed: boolean): Steps<Matrix> {
  if (isTransposed) return { kind: 'dense', rowCount: columnCount, columnCount: rowCount, values: value };
  return yield* denseFromColumns(value, rowCount, columnCount);
}

/** A column of a table of names: `column` where it is there, else the first. */
async function readNames(source: ByteSource, column: number): Promise<string[]> {
  const names: string[] = [];
  for await (const lines of readLines(source)) {
    for (const { text } of lines) {
      if (text.trim() === '') continue;
      const cells = text.split('\t');
      names.push((cells[column] ?? cells[0]).trim());
    }
  }
  return names;
}
