/**
 * ARFF (Weka): dense rows `1,2,a` and sparse rows `{0 1, 4 a}`. A file whose rows are sparse stays sparse; there a cell
 * that is left out is 0, or the first value of a nominal attribute, as Weka defines it.
 */

import { type SettledNames, settleColumnNames } from '../../cells/column-names.js';
import type { Precision, RowCollector } from '../../cells/numeric-block.js';
import { numberFromText } from '../../cells/parse-number.js';
import { UserError } from '../../errors.js';
import { createTurns } from '../../turns.js';
import type { Table } from '../../types.js';
import { type ByteSource, fractionRead, type ReadProgress } from '../source/source.js';
import { SparseRows } from '../sparse-rows.js';
import { TableBuilder } from '../table-builder.js';
import { type ArffCell, ArffHeader, type Attribute, splitCells } from './arff-header.js';
import { readLines } from './lines.js';
import { TextColumnBuilder } from './text-column.js';

export interface ArffOptions {
  readonly apart?: readonly string[];
  readonly precision?: Precision;
  readonly collector?: RowCollector;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ReadProgress) => void;
}

interface RowTaker {
  readonly rowCount: number;
  take(line: string, place: string): void;
  toTable(): Table;
}

export async function readArff(source: ByteSource, options: ArffOptions = {}): Promise<Table> {
  const header = new ArffHeader();
  let rows: RowTaker | undefined;
  const turn = createTurns(options.signal);
  for await (const lines of readLines(source)) {
    await turn.take();
    for (const { text, number } of lines) {
      const place = `${source.name}, line ${number}`;
      if (!header.isDone) {
        header.take(text, place);
        continue;
      }
      const line = text.trim();
      if (line === '' || line.startsWith('%')) continue;
      rows ??= startRows(header.attributes, line.startsWith('{'), source.name, options);
      rows.take(line, place);
    }
    options.onProgress?.({ rows: rows?.rowCount ?? 0, bytes: source.bytesRead, fraction: fractionRead(source) });
  }
  if (rows === undefined) throw new UserError('data', `${source.name}: the ARFF file holds no row`);
  return rows.toTable();
}

function startRows(
  attributes: readonly Attribute[],
  isSparse: boolean,
  sourceName: string,
  options: ArffOptions,
): RowTaker {
  const apart = new Set(options.apart ?? []);
  const marked = attributes.map((attribute) => ({
    ...attribute,
    isText: attribute.isText || apart.has(attribute.name),
  }));
  return isSparse ? new SparseTaker(marked, sourceName) : new DenseTaker(marked, sourceName, options);
}

class DenseTaker implements RowTaker {
  private readonly builder: TableBuilder;

  constructor(
    private readonly attributes: readonly Attribute[],
    sourceName: string,
    { precision, collector }: ArffOptions,
  ) {
    const names = attributes.map((attribute) => attribute.name);
    const isText = attributes.map((attribute) => attribute.isText);
    this.builder = new TableBuilder(names, isText, sourceName, precision, collector);
  }

  get rowCount(): number {
    return this.builder.rowCount;
  }

  take(line: string, place: string): void {
    const { attributes } = this;
    const cells = splitCells(line);
    if (cells.length !== attributes.length) {
      throw new UserError('data', `${place}: ${cells.length} cells for ${attributes.length} attributes`);
    }
    this.builder.appendRow((column) => cellValue(cells[column], attributes[column], place));
  }

  toTable(): Table {
    return this.builder.toTable();
  }
}

class SparseTaker implements RowTaker {
  private readonly rows: SparseRows;
  private readonly text: { readonly column: number; readonly builder: TextColumnBuilder; readonly usual: string }[] =
    [];
  /** Place of an attribute among the numeric ones. */
  private readonly place: number[];
  private readonly settled: SettledNames;

  constructor(
    private readonly attributes: readonly Attribute[],
    sourceName: string,
  ) {
    this.settled = settleColumnNames(
      attributes.map((attribute) => attribute.name),
      sourceName,
    );
    let numbers = 0;
    this.place = attributes.map((attribute) => (attribute.isText ? -1 : numbers++));
    attributes.forEach(({ isText, values }, column) => {
      const builder = new TextColumnBuilder(this.settled.names[column]);
      if (isText) this.text.push({ column, builder, usual: values[0] ?? '0' });
    });
    this.rows = new SparseRows(numbers);
  }

  get rowCount(): number {
    return this.rows.rowCount;
  }

  take(line: string, place: string): void {
    if (!line.startsWith('{') || !line.endsWith('}'))
      throw new UserError('data', `${place}: expected a sparse row {...}`);
    const given = new Map<number, number | string | null>();
    const content = line.slice(1, -1).trim();
    for (const pair of content === '' ? [] : splitPairs(content)) {
      const [index, cell] = pair;
      const attribute = this.attributes[index];
      if (!attribute || given.has(index)) {
        throw new UserError('data', `${place}: index ${index} ${attribute ? 'occurs twice' : 'is not an attribute'}`);
      }
      given.set(index, cellValue(cell, attribute, place));
    }
    for (const { column, builder, usual } of this.text) {
      const cell = given.has(column) ? given.get(column) : usual;
      builder.push(cell !== null, String(cell));
    }
    const numbers = [...given].filter(([column]) => this.place[column] >= 0);
    this.rows.append(numbers.map(([column, cell]) => [this.place[column], cell === null ? Number.NaN : Number(cell)]));
  }

  toTable(): Table {
    const { names, notes } = this.settled;
    return {
      rowCount: this.rows.rowCount,
      columnOrder: names,
      numericNames: names.filter((_, column) => this.place[column] >= 0),
      numeric: this.rows.toMatrix(),
      text: this.text.map(({ builder }) => builder.toColumn()),
      ...(notes.length > 0 && { notes }),
    };
  }
}

/** `index value` pairs of a sparse row. The value may be quoted and hold blanks. */
function splitPairs(content: string): [index: number, cell: ArffCell][] {
  const pairs: [number, ArffCell][] = [];
  const pair = /\s*(\d+)\s+('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^,]*)\s*(?:,|$)/y;
  while (pair.lastIndex < content.length) {
    const found = pair.exec(content);
    if (!found) return [[-1, { text: content, isQuoted: false }]];
    pairs.push([Number(found[1]), splitCells(found[2])[0]]);
  }
  return pairs;
}

/** Null where the cell is missing. */
function cellValue(cell: ArffCell, attribute: Attribute, place: string): number | string | null {
  if (cell.text === '?' && !cell.isQuoted) return null;
  if (attribute.isText) {
    if (attribute.values.length > 0 && !attribute.values.includes(cell.text)) {
      throw new UserError(
        'data',
        `${place}: "${cell.text}" is not a value of the nominal attribute "${attribute.name}"`,
      );
    }
    return cell.text;
  }
  const value = numberFromText(cell.text);
  if (Number.isNaN(value)) {
    throw new UserError(
      'data',
      `${place}, attribute "${attribute.name}": expected a number, got "${cell.text.slice(0, 40)}"`,
    );
  }
  return value;
}
