/**
 * Arrow IPC streams and files, and Feather version 2, which is such a file (arrow.apache.org/docs/format/Columnar.html);
 * compressed by LZ4, Zstandard or not at all. Written here because apache-arrow follows the offsets of a damaged file
 * without end. A file is a stream with a magic word before it and an index after it, so both are read as a stream; only
 * the schema is taken from the index where the stream lacks it, as in the files that apache-arrow writes.
 */

import type { Precision } from '../../cells/numeric-block.js';
import { UserError } from '../../errors.js';
import { inTurns, type Steps } from '../../turns.js';
import type { Table } from '../../types.js';
import { isArrowFile } from '../first-bytes.js';
import { maxBytesDefault, type ReadAllOptions, readAll } from '../source/read-all.js';
import type { ByteSource, ReadProgress } from '../source/source.js';
import { TableBuilder } from '../table-builder.js';
import { type BatchContext, type CellReader, finished, readBatch } from './arrow-batch.js';
import { type ArrowColumn, readColumns } from './arrow-schema.js';
import { FlatTable } from './flatbuffer.js';

export interface ArrowOptions extends ReadAllOptions {
  readonly apart?: readonly string[];
  readonly precision?: Precision;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ReadProgress) => void;
}

/** The word that a file begins and ends with. */
const magicBytes = 6;
const continuation = 0xffffffff;
const header = { schema: 1, dictionary: 2, batch: 3 } as const;

export async function readArrow(source: ByteSource, options: ArrowOptions = {}): Promise<Table> {
  const bytes = await readAll(source, options);
  try {
    return await inTurns(new ArrowReader(source.name, options).read(bytes), options.signal);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError('data', `${source.name}: the Arrow file is damaged (${(error as Error).message})`);
  }
}

class ArrowReader {
  private readonly context: BatchContext;
  private columns: ArrowColumn[] | undefined;
  private builder: TableBuilder | undefined;
  private readonly dictionaries = new Map<number, unknown[]>();

  constructor(
    private readonly name: string,
    private readonly options: ArrowOptions,
  ) {
    this.context = { sourceName: name, limit: options.maxBytes ?? maxBytesDefault };
  }

  *read(bytes: Uint8Array): Steps<Table> {
    const view = viewOf(bytes);
    const isFile = isArrowFile(bytes);
    let at = isFile ? 8 : 0;
    while (at + 8 <= bytes.length && view.getUint32(at, true) === continuation) {
      const length = view.getInt32(at + 4, true);
      if (length <= 0) break;
      const bodyFrom = at + 8 + length;
      if (bodyFrom > bytes.length) throw new RangeError('a message is cut short');
      const message = FlatTable.root(bytes.subarray(at + 8, bodyFrom));
      const bodyLength = message.long(3);
      if (!(bodyLength >= 0 && bodyFrom + bodyLength <= bytes.length)) throw new RangeError('a batch is cut short');
      if (isFile && !this.columns && message.byte(1) !== header.schema) this.start(schemaOfIndex(bytes));
      yield* this.take(message, bytes.subarray(bodyFrom, bodyFrom + bodyLength));
      at = bodyFrom + bodyLength;
      this.options.onProgress?.({ rows: this.builder?.rowCount ?? 0, bytes: at, fraction: at / bytes.length });
    }
    if (!this.builder || this.builder.rowCount === 0)
      throw new UserError('data', `${this.name}: the file holds no row`);
    return this.builder.toTable();
  }

  private *take(message: FlatTable, body: Uint8Array): Steps<void> {
    const content = message.table(2);
    const kind = message.byte(1);
    if (!content) return;
    if (kind === header.schema) this.start(content);
    else if (kind === header.dictionary) yield* this.takeDictionary(content, body);
    else if (kind === header.batch) yield* this.takeBatch(content, body);
  }

  private start(schema: FlatTable): void {
    if (this.columns) throw new RangeError('there are two schemas');
    this.columns = readColumns(schema, this.name);
    if (this.columns.every((column) => column.stored.as === 'null')) {
      throw new UserError('data', `${this.name}: no column holds a value`);
    }
    const apart = new Set(this.options.apart ?? []);
    const isText = this.columns.map(({ name, values, dateUnit }) => {
      const isNumber = (values.as === 'int' || values.as === 'float' || values.as === 'bool') && dateUnit === undefined;
      return !isNumber || apart.has(name);
    });
    const names = this.columns.map((column) => column.name);
    this.builder = new TableBuilder(names, isText, this.name, this.options.precision);
  }

  private *takeDictionary(dictionary: FlatTable, body: Uint8Array): Steps<void> {
    const id = dictionary.long(0);
    const column = this.columns?.find((one) => one.dictionary === id);
    const data = dictionary.table(1);
    if (!column || !data) throw new RangeError(`dictionary ${id} belongs to no column`);
    const batch = yield* readBatch(data, body, [column.values], this.context);
    const isDelta = dictionary.byte(2) !== 0;
    const words = isDelta ? (this.dictionaries.get(id) ?? []) : [];
    for (let row = 0; row < batch.rowCount; row++) {
      words.push(batch.columns[0](row));
      yield 1;
    }
    this.dictionaries.set(id, words);
  }

  private *takeBatch(content: FlatTable, body: Uint8Array): Steps<void> {
    const { columns, builder } = this;
    if (!columns || !builder) throw new RangeError('a batch stands before the schema');
    const storages = columns.map((column) => column.stored);
    const batch = yield* readBatch(content, body, storages, this.context);
    const cells: CellReader[] = columns.map((column, at) => finished(column, batch.columns[at], this.dictionaries));
    for (let row = 0; row < batch.rowCount; row++) {
      builder.appendRow((column) => cells[column](row));
      yield cells.length;
    }
  }
}

/** A file ends with its index, the length of the index and the magic word. */
function schemaOfIndex(bytes: Uint8Array): FlatTable {
  const to = bytes.length - magicBytes - 4;
  const length = viewOf(bytes).getInt32(to, true);
  if (!(length > 0 && length <= to)) throw new RangeError('its index is cut short');
  const schema = FlatTable.root(bytes.subarray(to - length, to)).table(1);
  if (!schema) throw new RangeError('its index holds no schema');
  return schema;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
