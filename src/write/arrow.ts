/**
 * A reduced table as an Arrow IPC file, which is also Feather version 2 (arrow.apache.org/docs/format/Columnar.html): a
 * schema, batches of rows, and an index of them. Nothing is compressed; a missing cell is null.
 */
import type { NumericArray } from '../types.js';
import { ByteWriter } from './byte-writer.js';
import { type FlatFields, type FlatValue, flat, flatBuffer } from './flat-buffers.js';
import { isMissing, missingCount, presentBits } from './missing-cells.js';
import { allColumns, type ReducedTable, type WrittenColumn } from './reduced-table.js';

const magic = new TextEncoder().encode('ARROW1');
const version = 4; // V5
const kinds = { schema: 1, batch: 3 } as const;
const batchRows = 65_536;

export function* writeArrow(table: ReducedTable): Generator<Uint8Array> {
  const columns = allColumns(table);
  const schema = schemaFields(columns);
  const out = new Counted();
  yield out.add(padded(magic));
  yield out.add(message(kinds.schema, schema, 0));
  const blocks: number[][] = [];
  for (let from = 0; from < table.rowCount; from += batchRows) {
    const rows = [from, Math.min(table.rowCount, from + batchRows)] as const;
    const { header, body } = batch(columns, rows);
    const head = message(kinds.batch, header, body.length);
    // The place, the length of the head in an int with four bytes of padding, the length of the body.
    blocks.push([out.count, head.length, body.length]);
    yield out.add(head);
    yield out.add(body);
  }
  const index = flatBuffer([flat.short(version), flat.table(schema), flat.structures([]), flat.structures(blocks)]);
  const end = new ByteWriter();
  end.int(-1);
  end.int(0);
  end.bytes(index);
  end.int(index.length);
  end.bytes(magic);
  yield end.finish();
}

class Counted {
  count = 0;
  add(bytes: Uint8Array): Uint8Array {
    this.count += bytes.length;
    return bytes;
  }
}

function message(kind: number, header: FlatFields, bodyLength: number): Uint8Array {
  const content = flatBuffer([flat.short(version), flat.byte(kind), flat.table(header), flat.long(bodyLength)]);
  const out = new ByteWriter();
  out.int(-1);
  out.int(content.length);
  out.bytes(content);
  return out.finish();
}

function schemaFields(columns: readonly WrittenColumn[]): FlatFields {
  const fields = columns.map((column): FlatFields => {
    const [type, parts] = typeOf(column);
    return [flat.text(column.name), flat.byte(1), flat.byte(type), flat.table(parts), undefined, flat.tables([])];
  });
  return [flat.short(0), flat.tables(fields)];
}

/** The number of the type in Schema.fbs, and its fields. */
function typeOf(column: WrittenColumn): readonly [number, FlatFields] {
  if (column.kind === 'text') return [5, []];
  const { values } = column;
  const bits = 8 * values.BYTES_PER_ELEMENT;
  if (values instanceof Float32Array || values instanceof Float64Array) return [3, [flat.short(bits === 32 ? 1 : 2)]];
  const isSigned = values instanceof Int8Array || values instanceof Int16Array || values instanceof Int32Array;
  return [2, [flat.int(bits), flat.byte(isSigned ? 1 : 0)]];
}

function batch(columns: readonly WrittenColumn[], rows: readonly [number, number]) {
  const body = new ByteWriter();
  const buffers: number[][] = [];
  const add = (bytes: Uint8Array): void => {
    buffers.push([body.length, bytes.length]);
    body.bytes(bytes);
    body.align(8);
  };
  const nodes = columns.map((column) => {
    const missing = missingCount(column, rows);
    add(missing === 0 ? new Uint8Array(0) : presentBits(column, rows));
    if (column.kind === 'numbers') add(bytesOf(column.values.subarray(...rows)));
    else addTexts(column, rows, add);
    return [rows[1] - rows[0], missing];
  });
  const header: FlatValue[] = [flat.long(rows[1] - rows[0]), flat.structures(nodes), flat.structures(buffers)];
  return { header, body: body.finish() };
}

function addTexts(
  column: WrittenColumn,
  [from, to]: readonly [number, number],
  add: (bytes: Uint8Array) => void,
): void {
  const text = new ByteWriter();
  const encoder = new TextEncoder();
  const offsets = new Int32Array(to - from + 1);
  for (let row = from; row < to; row++) {
    if (!isMissing(column, row)) text.bytes(encoder.encode(String(column.values[row])));
    offsets[row - from + 1] = text.length;
  }
  add(bytesOf(offsets));
  add(text.finish());
}

function padded(bytes: Uint8Array): Uint8Array {
  const whole = new Uint8Array(Math.ceil(bytes.length / 8) * 8);
  whole.set(bytes);
  return whole;
}

function bytesOf(values: NumericArray): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}
