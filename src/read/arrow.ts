/** Arrow IPC files and streams, and Feather version 2, which is the same; compressed by LZ4 or Zstandard or not at all. */
import type { DataType } from 'apache-arrow';
import { UserError } from '../errors.js';
import type { Table } from '../types.js';
import { loadOptional } from './load-optional.js';
import { decompressLz4Frame } from './lz4.js';
import type { Precision } from './numeric-block.js';
import { maxBytesDefault, type ReadAllOptions, readAll } from './read-all.js';
import type { ByteSource } from './source.js';
import { TableBuilder } from './table-builder.js';
import { unzstdLimited } from './zstd.js';

export interface ArrowOptions extends ReadAllOptions {
  readonly apart?: readonly string[];
  readonly precision?: Precision;
}

export function isArrow(bytes: Uint8Array): boolean {
  const isFile = String.fromCharCode(...bytes.subarray(0, 6)) === 'ARROW1';
  const isStream = bytes.length >= 8 && bytes[0] === 255 && bytes[1] === 255 && bytes[2] === 255 && bytes[3] === 255;
  return isFile || isStream;
}

export async function readArrow(source: ByteSource, options: ArrowOptions = {}): Promise<Table> {
  const arrow = await loadOptional(() => import('apache-arrow'), 'apache-arrow', 'reading Arrow and Feather files');
  const limit = options.maxBytes ?? maxBytesDefault;
  const { compressionRegistry, CompressionType } = arrow;
  compressionRegistry.set(CompressionType.LZ4_FRAME, { decode: (data) => decompressLz4Frame(data, limit) });
  compressionRegistry.set(CompressionType.ZSTD, { decode: (data) => unzstdLimited(data, limit, source.name) });
  const bytes = await readAll(source, options);
  try {
    return convert(arrow, arrow.tableFromIPC(bytes), source.name, options);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError('data', `${source.name}: cannot be read as Arrow (${(error as Error).message})`);
  }
}

type Arrow = typeof import('apache-arrow');
type Kind = 'number' | 'date' | 'text';

function convert(arrow: Arrow, table: import('apache-arrow').Table, name: string, options: ArrowOptions): Table {
  const fields = table.schema.fields;
  const names = fields.map((field) => field.name);
  const kinds = fields.map((field) => kindOf(arrow, field.type, field.name, name));
  const apart = new Set(options.apart ?? []);
  const isText = kinds.map((kind, column) => kind !== 'number' || apart.has(names[column]));
  const builder = new TableBuilder(names, isText, name, options.precision);
  for (const batch of table.batches) {
    const columns = fields.map((_, column) => batch.getChildAt(column));
    for (let row = 0; row < batch.numRows; row++) {
      builder.appendRow((column) => {
        const cell = columns[column]?.get(row) ?? null;
        return kinds[column] === 'date' && cell !== null ? new Date(Number(cell)) : cell;
      });
    }
  }
  if (builder.rowCount === 0) throw new UserError('data', `${name}: the file holds no row`);
  return builder.toTable();
}

function kindOf({ DataType: types }: Arrow, type: DataType, column: string, name: string): Kind {
  if (types.isInt(type) || types.isFloat(type) || types.isBool(type)) return 'number';
  if (types.isDate(type) || types.isTimestamp(type)) return 'date';
  if (types.isDictionary(type)) return kindOf({ DataType: types } as Arrow, type.dictionary, column, name);
  if (types.isUtf8(type) || types.isLargeUtf8(type)) return 'text';
  throw new UserError(
    'data',
    `${name}: column "${column}" is of the Arrow type ${type}, which is not read; leave it out or convert it`,
  );
}
