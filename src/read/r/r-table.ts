/** Tables from R: data frames (factors, dates, row names), matrices with their names, and sparse matrices (dgCMatrix). */
import { indexColumnName, unnamedFeature } from '../../cells/column-names.js';
import { UserError } from '../../errors.js';
import { denseFromColumns, sparseFromColumns } from '../../matrix/from-columns.js';
import { hasRepeats } from '../../matrix/sort-sparse-rows.js';
import { createTurns, inTurns, type Steps } from '../../turns.js';
import type { Matrix, Table, TextColumn } from '../../types.js';
import { type MatrixOptions, matrixTable } from '../matrix-table.js';
import { pickVariables, readBesides, type Variable } from '../pick-variables.js';
import { heldLimit, type ReadAllOptions, readAll } from '../source/read-all.js';
import type { ByteSource } from '../source/source.js';
import { smallest } from '../sparse-rows.js';
import { TableBuilder } from '../table-builder.js';
import { namedItems, RReader, type RValue, textsOfNumbers } from './r-values.js';

interface RTableVariable extends Variable {
  readonly value: RValue;
}

export interface ROptions extends MatrixOptions, ReadAllOptions {
  readonly signal?: AbortSignal;
}

/** Of several variables the largest frame or matrix is taken; those in lists are called `list/name`. */
export async function readRData(source: ByteSource, options: ROptions = {}): Promise<Table> {
  const { name } = source;
  const { signal } = options;
  const limit = heldLimit(source.size, options.maxBytes);
  const found = await inTurns(new RReader(await readAll(source, options), name, limit).read(), signal);
  const roots = Array.isArray(found) ? found : [{ name: 'value', value: found as RValue }];
  const variables = roots.flatMap((root) => listVariables(root.name, root.value, roots.length === 1));
  // The target of a frame is one of its columns; only that of a matrix is a variable.
  const { x } = pickVariables(variables, withoutTarget(options), name);
  if (isFrame(x.value)) return frameTable(x.value, name, options.apart ?? [], signal);
  const picked = pickVariables(variables, { ...options, x: x.name }, name);
  const matrix = await inTurns(matrixOf(x.value, name), signal);
  return matrixTable(
    {
      matrix,
      ...namesOf(x.value),
      ...readBesides(picked, ({ value }) => columnTexts(value)),
    },
    name,
  );
}

function withoutTarget({ target: _, ...rest }: MatrixOptions): MatrixOptions {
  return rest;
}

/** Everything that has rows: frames, matrices, vectors, and those inside a plain list. */
function listVariables(name: string, value: RValue, isAlone: boolean): RTableVariable[] {
  const shape = shapeOf(value);
  if (shape !== undefined) {
    const isNumeric = isFrame(value) || isSparse(value) || (value.numbers !== undefined && shape.length > 1);
    return [{ name, shape, isNumeric, value }];
  }
  if (value.kind !== 'list') return [];
  return [...namedItems(value)].flatMap(([key, item]) => listVariables(isAlone ? key : `${name}/${key}`, item, false));
}

function shapeOf(value: RValue): readonly number[] | undefined {
  if (isFrame(value)) return [frameRows(value), value.items?.length ?? 0];
  const dim = value.attributes.get(isSparse(value) ? 'Dim' : 'dim')?.numbers;
  if (dim?.length === 2) return [...dim];
  const length = value.numbers?.length ?? value.texts?.length;
  return dim === undefined && value.kind !== 'other' && length !== undefined ? [length] : undefined;
}

function classOf(value: RValue): readonly (string | undefined)[] {
  return value.attributes.get('class')?.texts ?? [];
}

function isFrame(value: RValue): boolean {
  return value.kind === 'list' && classOf(value).includes('data.frame');
}

function isSparse(value: RValue): boolean {
  return value.kind === 'object' && classOf(value).includes('dgCMatrix');
}

function frameRows({ items = [], attributes }: RValue): number {
  const names = attributes.get('row.names');
  if (names?.texts) return names.texts.length;
  return items.length > 0 ? (items[0].numbers?.length ?? items[0].texts?.length ?? 0) : 0;
}

async function frameTable(
  frame: RValue,
  name: string,
  apart: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Table> {
  const rowCount = frameRows(frame);
  const items = frame.items ?? [];
  const names = (frame.attributes.get('names')?.texts ?? []).map((text) => text ?? '');
  const columns = items.map((item, column) => frameColumn(item, names[column] ?? '', rowCount, name));
  const rowNames = frame.attributes.get('row.names')?.texts;
  if (rowNames) columns.unshift({ name: indexColumnName, texts: rowNames });
  const isText = columns.map((column) => column.texts !== undefined || apart.includes(column.name));
  const builder = new TableBuilder(
    columns.map((column) => column.name),
    isText,
    name,
  );
  const turn = createTurns(signal);
  for (let row = 0; row < rowCount; row++) {
    builder.appendRow((column) => columns[column].texts?.[row] ?? columns[column].numbers?.[row]);
    if (turn.isDue(columns.length)) await turn.take();
  }
  return builder.toTable();
}

interface FrameColumn {
  readonly name: string;
  readonly numbers?: Float64Array;
  readonly texts?: readonly (string | undefined)[];
}

function frameColumn(item: RValue, name: string, rowCount: number, sourceName: string): FrameColumn {
  const isPlain = item.kind !== 'list' && item.kind !== 'other' && item.attributes.get('dim') === undefined;
  const texts = textColumn(item);
  const length = texts?.length ?? item.numbers?.length;
  if (!isPlain || length !== rowCount) {
    throw new UserError(
      'data',
      `${sourceName}: column "${name}" of the data frame is no plain vector of ${rowCount} values; leave it out before saving: frame$${name} <- NULL`,
    );
  }
  return texts ? { name, texts } : { name, ...(item.numbers && { numbers: item.numbers }) };
}

/** Factors, dates and texts; undefined where the values are numbers. */
function textColumn(item: RValue): readonly (string | undefined)[] | undefined {
  const levels = item.attributes.get('levels')?.texts;
  if (levels && item.numbers) return Array.from(item.numbers, (code) => levels[code - 1]);
  const classes = classOf(item);
  if (item.numbers && classes.includes('Date'))
    return Array.from(item.numbers, (days) => isoDate(days * 86_400_000, 10));
  if (item.numbers && classes.includes('POSIXct')) return Array.from(item.numbers, (time) => isoDate(time * 1000, 24));
  return item.texts;
}

function isoDate(milliseconds: number, length: number): string | undefined {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().slice(0, length);
}

function columnTexts(value: RValue): readonly (string | undefined)[] {
  return textColumn(value) ?? textsOfNumbers(value);
}

function* matrixOf(value: RValue, name: string): Steps<Matrix> {
  const shape = shapeOf(value) ?? [];
  const [rowCount, columnCount] = shape;
  if (isSparse(value)) return yield* sparseOf(value, rowCount, columnCount, name);
  if (shape.length !== 2 || value.numbers?.length !== rowCount * columnCount) {
    throw new UserError('data', `${name}: the matrix does not hold the numbers that its size asks for`);
  }
  return yield* denseFromColumns(smallest(value.numbers), rowCount, columnCount);
}

function* sparseOf({ attributes }: RValue, rowCount: number, columnCount: number, name: string): Steps<Matrix> {
  const slot = (key: string) => attributes.get(key)?.numbers ?? new Float64Array(0);
  const [columnStart, row, value] = [slot('p'), slot('i'), slot('x')];
  const isOrdered = columnStart.every((start, at) => start >= (at === 0 ? 0 : columnStart[at - 1]));
  const isInside = row.every((one) => one >= 0 && one < rowCount);
  const isWhole = columnStart.length === columnCount + 1 && columnStart[0] === 0 && row.length === value.length;
  if (!isWhole || !isOrdered || !isInside || columnStart[columnCount] !== row.length) {
    throw new UserError('data', `${name}: the sparse matrix does not hold the entries it says`);
  }
  const matrix = yield* sparseFromColumns({ rowCount, columnCount, columnStart, row, value: smallest(value) });
  if (hasRepeats(matrix)) throw new UserError('data', `${name}: the sparse matrix holds a cell twice`);
  return matrix;
}

/** Names of columns and rows. */
function namesOf(value: RValue): { names?: readonly string[]; beside?: readonly TextColumn[] } {
  const sides = value.attributes.get(isSparse(value) ? 'Dimnames' : 'dimnames')?.items ?? [];
  const [rows, columns] = [sides[0]?.texts, sides[1]?.texts];
  return {
    ...(columns && { names: columns.map((text, column) => text ?? unnamedFeature(column)) }),
    ...(rows && { beside: [{ name: indexColumnName, values: rows }] }),
  };
}
