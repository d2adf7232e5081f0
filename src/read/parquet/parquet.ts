/** Parquet through hyparquet (plain JavaScript): row group by row group, column by column, only those asked for. */
import {
  type DecodedArray,
  type FileMetaData,
  parquetMetadataAsync,
  parquetSchema,
  type SchemaElement,
} from 'hyparquet';
import type { Precision, RowCollector } from '../../cells/numeric-block.js';
import { throwIfAborted, UserError } from '../../errors.js';
import { createTurns } from '../../turns.js';
import type { Table } from '../../types.js';
import { copyBytes } from '../source/copy-bytes.js';
import { heldLimit, type ReadAllOptions, readAll, tooLarge } from '../source/read-all.js';
import type { ByteSource, ReadProgress } from '../source/source.js';
import { TableBuilder } from '../table-builder.js';
import { type AsyncFile, chunkReader, readColumn } from './read-column.js';

export interface ParquetOptions extends ReadAllOptions {
  /** The columns to read; all where it is not given. */
  readonly columns?: readonly string[];
  readonly apart?: readonly string[];
  readonly precision?: Precision;
  readonly collector?: RowCollector;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ReadProgress) => void;
}

const numericTypes: ReadonlySet<string> = new Set(['BOOLEAN', 'INT32', 'INT64', 'FLOAT', 'DOUBLE']);
const textLogicals: ReadonlySet<string> = new Set(['DATE', 'TIME', 'TIMESTAMP', 'STRING', 'UUID', 'JSON', 'ENUM']);

export async function readParquet(source: ByteSource, options: ParquetOptions = {}): Promise<Table> {
  const place = { now: 'the footer, its description of itself,' };
  try {
    return await readGroups(source, options, place);
  } catch (error) {
    throw unreadable(source, place.now, error);
  }
}

/** The part of a file that is being read, for messages. */
interface Place {
  now: string;
}

/**
 * Refuses a file whose description of itself is damaged. To be asked before DuckDB reads it, which makes room for as many
 * columns, groups and names as a damaged file says it has before it looks whether they are there: gigabytes, at worst.
 */
export async function checkParquetFooter(source: ByteSource, options: ReadAllOptions = {}): Promise<void> {
  try {
    checkMetadata(await parquetMetadataAsync(await randomAccess(source, options)));
  } catch (error) {
    throw unreadable(source, 'the footer, its description of itself,', error);
  }
}

/** What the library says of a damaged file is about its own variables, so only where it happened is told. */
function unreadable({ name }: ByteSource, place: string, error: unknown): UserError {
  if (error instanceof UserError) return error;
  const { message } = error as Error;
  // What the engine says of a value it stumbled over means nothing to a user.
  const isStumble = error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
  const isAboutFile =
    !isStumble &&
    !/undefined/.test(message) &&
    /parquet|page|codec|compress|snappy|zstd|gzip|encoding|footer|metadata/i.test(message);
  return new UserError(
    'data',
    `${name}: cannot be read as Parquet: ${place} is damaged${isAboutFile ? ` (${message})` : ''}; write the file again, or get another copy`,
  );
}

/** The footer is read without a check of what it holds, and what is missing shows much later. */
function checkMetadata(metadata: FileMetaData): void {
  const { schema, row_groups: groups } = metadata;
  const isComplete =
    Array.isArray(schema) &&
    schema.every(({ name }) => typeof name === 'string') &&
    Array.isArray(groups) &&
    groups.every(({ columns }) => Array.isArray(columns) && columns.every((column) => column?.meta_data !== undefined));
  if (!isComplete) throw new Error('the footer lists no schema or columns');
}

async function readGroups(source: ByteSource, options: ParquetOptions, place: Place): Promise<Table> {
  const file = await randomAccess(source, options);
  const metadata = await parquetMetadataAsync(file);
  checkMetadata(metadata);
  const fields = flatFields(metadata, options.columns, source.name);
  const names = fields.map((field) => field.name);
  const apart = new Set(options.apart ?? []);
  const isText = fields.map((field) => !isNumber(field) || apart.has(field.name));
  const builder = new TableBuilder(names, isText, source.name, options.precision, options.collector);
  const total = Number(metadata.num_rows);
  const limit = heldLimit(file.byteLength, options.maxBytes);
  const turn = createTurns(options.signal);
  let from = 0;
  for (const [number, group] of metadata.row_groups.entries()) {
    throwIfAborted(options.signal);
    place.now = `row group ${number + 1} of ${metadata.row_groups.length}`;
    const rowCount = Number(group.num_rows);
    if (rowCount * names.length * 8 > limit) throw tooLarge(source.name, limit);
    const columns: DecodedArray[] = [];
    const chunkOf = await chunkReader(file, group, names);
    for (const field of fields) {
      const chunk = await chunkOf(field.name);
      const cells = await readColumn({ ...chunk, field, rowCount, limit });
      if (cells.length !== rowCount) {
        throw new UserError('data', `${source.name}: column "${field.name}" holds ${cells.length} of ${rowCount} rows`);
      }
      columns.push(cells);
      if (turn.isDue(rowCount)) await turn.take();
    }
    for (let row = 0; row < rowCount; row++) {
      builder.appendRow((column) => columns[column][row], from / total);
      if (turn.isDue(names.length)) await turn.take();
    }
    from += rowCount;
    options.onProgress?.({ rows: from, bytes: 0, fraction: from / total });
  }
  if (from === 0) throw new UserError('data', `${source.name}: the file holds no row`);
  return builder.toTable();
}

async function randomAccess(source: ByteSource, options: ParquetOptions): Promise<AsyncFile> {
  const { slice, size } = source;
  if (slice && size !== undefined) {
    const part = async (from: number, to: number) => copyBytes(await slice(from, to)).buffer;
    return { byteLength: size, slice: (from, to = size) => part(from < 0 ? size + from : from, to) };
  }
  const bytes = await readAll(source, options);
  return { byteLength: bytes.length, slice: async (from, to) => copyBytes(bytes, from, to).buffer };
}

function flatFields(metadata: FileMetaData, wanted: readonly string[] | undefined, name: string): SchemaElement[] {
  const { children } = parquetSchema(metadata);
  for (const column of wanted ?? []) {
    if (!children.some((child) => child.element.name === column)) {
      throw new UserError('data', `${name}: there is no column "${column}"`);
    }
  }
  const chosen = children.filter((child) => wanted === undefined || wanted.includes(child.element.name));
  const nested = chosen.find((child) => child.children.length > 0 || child.element.repetition_type === 'REPEATED');
  if (nested) {
    throw new UserError('data', `${name}: column "${nested.element.name}" is a list or structure`, {
      advice: ['choose other columns', { option: 'sql', verb: 'flatten it with' }],
    });
  }
  return chosen.map((child) => child.element);
}

function isNumber(field: SchemaElement): boolean {
  const logical = field.logical_type?.type ?? field.converted_type ?? '';
  if (logical === 'DECIMAL' || logical === 'FLOAT16') return true;
  return numericTypes.has(field.type ?? '') && !textLogicals.has(logical.split('_')[0]);
}
