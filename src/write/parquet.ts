/**
 * A reduced table as Parquet (github.com/apache/parquet-format): groups of rows, in each a page for every column, cells plain
 * and pages compressed by gzip; a missing cell is null. hyparquet reads and does not write.
 */
import { gzipSync } from 'fflate';
import { ByteWriter } from './byte-writer.js';
import { isMissing, missingCount, presentBits } from './missing-cells.js';
import { allColumns, type NumberColumn, type ReducedTable, type WrittenColumn } from './reduced-table.js';
import { type ThriftValue, thrift, thriftBytes, writeVarint } from './thrift.js';

const magic = new TextEncoder().encode('PAR1');
const groupRows = 65_536;
const types = { int32: 1, int64: 2, float: 4, double: 5, text: 6 } as const;
const converted = { text: 0, uint8: 11, uint16: 12, uint32: 13, int8: 15, int16: 16, int32: 17 } as const;
const encodings = { plain: 0, levels: 3 } as const;
const gzip = 2;

export function* writeParquet(table: ReducedTable): Generator<Uint8Array> {
  const columns = allColumns(table);
  // Whether a column has missing cells holds for the file, and is part of its schema.
  const isOptional = columns.map((column) => missingCount(column, [0, table.rowCount]) > 0);
  const groups: ThriftValue[] = [];
  let at = magic.length;
  yield magic;
  for (let from = 0; from < table.rowCount; from += groupRows) {
    const rows = [from, Math.min(table.rowCount, from + groupRows)] as const;
    const chunks: ThriftValue[] = [];
    let groupBytes = 0;
    for (const [place, column] of columns.entries()) {
      const { bytes, fullBytes } = page(column, rows, isOptional[place]);
      yield bytes;
      chunks.push(chunkMetadata(column, { at, bytes: bytes.length, fullBytes, rowCount: rows[1] - rows[0] }));
      at += bytes.length;
      groupBytes += fullBytes;
    }
    groups.push(
      thrift.structure({
        1: thrift.list('structure', chunks),
        2: thrift.i64(groupBytes),
        3: thrift.i64(rows[1] - rows[0]),
      }),
    );
  }
  const footer = thriftBytes({
    1: thrift.i32(1),
    2: thrift.list('structure', schema(columns, isOptional)),
    3: thrift.i64(table.rowCount),
    4: thrift.list('structure', groups),
    6: thrift.text('neurofs'),
  });
  yield footer;
  const end = new ByteWriter();
  end.int(footer.length);
  end.bytes(magic);
  yield end.finish();
}

function schema(columns: readonly WrittenColumn[], isOptional: readonly boolean[]): ThriftValue[] {
  const root = thrift.structure({ 4: thrift.text('schema'), 5: thrift.i32(columns.length) });
  const leaves = columns.map((column, place) => {
    const as = convertedType(column);
    return thrift.structure({
      1: thrift.i32(storedType(column)),
      3: thrift.i32(isOptional[place] ? 1 : 0),
      4: thrift.text(column.name),
      ...(as !== undefined && { 6: thrift.i32(as) }),
    });
  });
  return [root, ...leaves];
}

function storedType(column: WrittenColumn): number {
  if (column.kind === 'text') return types.text;
  if (column.values instanceof Float32Array) return types.float;
  return column.values instanceof Float64Array ? types.double : types.int32;
}

/** What the stored cells mean, where they are no plain floating-point numbers. */
function convertedType(column: WrittenColumn): number | undefined {
  if (column.kind === 'text') return converted.text;
  const { values } = column;
  if (values instanceof Float32Array || values instanceof Float64Array) return undefined;
  const name = values.constructor.name.toLowerCase().replace('array', '') as keyof typeof converted;
  return converted[name];
}

interface Chunk {
  readonly at: number;
  readonly bytes: number;
  readonly fullBytes: number;
  readonly rowCount: number;
}

function chunkMetadata(column: WrittenColumn, { at, bytes, fullBytes, rowCount }: Chunk): ThriftValue {
  const metadata = thrift.structure({
    1: thrift.i32(storedType(column)),
    2: thrift.list('i32', [thrift.i32(encodings.plain), thrift.i32(encodings.levels)]),
    3: thrift.list('text', [thrift.text(column.name)]),
    4: thrift.i32(gzip),
    5: thrift.i64(rowCount),
    6: thrift.i64(fullBytes),
    7: thrift.i64(bytes),
    9: thrift.i64(at),
  });
  return thrift.structure({ 2: thrift.i64(at), 3: metadata });
}

/** A page with its header; `fullBytes` is what it takes when it is unpacked. */
function page(column: WrittenColumn, rows: readonly [number, number], isOptional: boolean) {
  const content = new ByteWriter();
  if (isOptional) writeLevels(content, column, rows);
  if (column.kind === 'text') writeTexts(content, column, rows);
  else content.bytes(numberBytes(column, rows));
  const plain = content.finish();
  const packed = gzipSync(plain, { level: 1, mtime: 0 });
  const header = thriftBytes({
    1: thrift.i32(0),
    2: thrift.i32(plain.length),
    3: thrift.i32(packed.length),
    5: thrift.structure({
      1: thrift.i32(rows[1] - rows[0]),
      2: thrift.i32(encodings.plain),
      3: thrift.i32(encodings.levels),
      4: thrift.i32(encodings.levels),
    }),
  });
  const whole = new Uint8Array(header.length + packed.length);
  whole.set(header);
  whole.set(packed, header.length);
  return { bytes: whole, fullBytes: header.length + plain.length };
}

/** One run of bits, eight to a byte, with its length before it. */
function writeLevels(out: ByteWriter, column: WrittenColumn, rows: readonly [number, number]): void {
  const run = new ByteWriter();
  const bits = presentBits(column, rows);
  writeVarint(run, 2 * bits.length + 1);
  run.bytes(bits);
  out.int(run.length);
  out.bytes(run.finish());
}

function writeTexts(out: ByteWriter, column: WrittenColumn, [from, to]: readonly [number, number]): void {
  const encoder = new TextEncoder();
  for (let row = from; row < to; row++) {
    if (isMissing(column, row)) continue;
    const bytes = encoder.encode(String(column.values[row]));
    out.int(bytes.length);
    out.bytes(bytes);
  }
}

/** The cells that are there, whole numbers as 32 bits. */
function numberBytes(column: NumberColumn, rows: readonly [number, number]): Uint8Array {
  const { values } = column;
  const part = values.subarray(...rows);
  const cells =
    values instanceof Float32Array || values instanceof Float64Array
      ? part.filter((cell) => !Number.isNaN(cell))
      : // Above 2^31 the bits are those of an unsigned number, as the schema says.
        Int32Array.from(part, (cell) => cell | 0);
  return new Uint8Array(cells.buffer, cells.byteOffset, cells.byteLength);
}
