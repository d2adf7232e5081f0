/** One column of a row group of a Parquet file: its bytes, and its cells by hyparquet. */
import { type ColumnMetaData, type DecodedArray, parquetRead, type RowGroup, type SchemaElement } from 'hyparquet';
import { copyBytes } from '../source/copy-bytes.js';
import { chunkStart, unpackChunk } from './unpack-chunk.js';

export type AsyncFile = { byteLength: number; slice(from: number, to?: number): Promise<ArrayBuffer> };

/** A row group up to this size is read at once: many small reads take longer than a few bytes too many. */
const mostAtOnce = 2 ** 24;

export interface StoredChunk {
  readonly meta: ColumnMetaData;
  readonly bytes: Uint8Array;
}

/** How to get at the bytes of a column in a row group. */
export async function chunkReader(
  file: AsyncFile,
  { columns }: RowGroup,
  names: readonly string[],
): Promise<(name: string) => Promise<StoredChunk>> {
  const wanted = new Set(names);
  const ranges = new Map(
    columns.flatMap(({ meta_data: meta, file_path: path }) => {
      const name = meta?.path_in_schema[0];
      if (meta === undefined || name === undefined || !wanted.has(name)) return [];
      const from = Number(meta.dictionary_page_offset || meta.data_page_offset);
      const to = from + Number(meta.total_compressed_size);
      if (path || !(from >= 0 && from <= to && to <= file.byteLength)) {
        throw new Error(`the pages of column "${name}" are not in the file`);
      }
      return [[name, { meta, from, to }] as const];
    }),
  );
  let [first, last] = [file.byteLength, 0];
  for (const { from, to } of ranges.values()) [first, last] = [Math.min(first, from), Math.max(last, to)];
  const all = last - first <= mostAtOnce && last > first ? new Uint8Array(await file.slice(first, last)) : undefined;
  return async (name) => {
    const range = ranges.get(name);
    if (range === undefined) throw new Error(`the pages of column "${name}" are not in the file`);
    const { meta, from, to } = range;
    const bytes = all?.subarray(from - first, to - first) ?? new Uint8Array(await file.slice(from, to));
    return { meta, bytes };
  };
}

export interface ColumnOfGroup extends StoredChunk {
  readonly field: SchemaElement;
  readonly rowCount: number;
  readonly limit: number;
}

/** hyparquet reads it from a file of this one column, whose pages have been unpacked and checked. */
export async function readColumn({ field, meta, bytes, rowCount, limit }: ColumnOfGroup): Promise<DecodedArray> {
  const isOptional = field.repetition_type === 'OPTIONAL';
  const isBoolean = meta.type === 'BOOLEAN';
  const pages = unpackChunk({ bytes, codec: meta.codec, isOptional, isBoolean, rowCount, limit });
  const plain: ColumnMetaData = {
    ...meta,
    codec: 'UNCOMPRESSED',
    data_page_offset: BigInt(chunkStart),
    dictionary_page_offset: BigInt(chunkStart),
    total_compressed_size: BigInt(pages.length - chunkStart),
  };
  const parts: DecodedArray[] = [];
  await parquetRead({
    file: { byteLength: pages.length, slice: (from, to) => copyBytes(pages, from, to).buffer },
    metadata: {
      version: 2,
      schema: [{ name: 'root', num_children: 1 }, field],
      num_rows: BigInt(rowCount),
      row_groups: [
        { columns: [{ meta_data: plain, file_offset: 0n }], total_byte_size: 0n, num_rows: BigInt(rowCount) },
      ],
      metadata_length: 0,
    },
    onChunk: ({ columnData }) => parts.push(columnData),
  });
  if (parts.length === 1) return parts[0];
  const cells: unknown[] = [];
  for (const part of parts) for (let at = 0; at < part.length; at++) cells.push(part[at]);
  return cells;
}
