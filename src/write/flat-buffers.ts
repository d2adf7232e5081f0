/**
 * Writes FlatBuffers tables (flatbuffers.dev/internals): a table, then what it points to, since offsets point forwards; its
 * vtable, which says where its fields stand, goes before it.
 */
import { ByteWriter } from './byte-writer.js';

export type FlatValue =
  | { readonly as: 'byte' | 'short' | 'int' | 'long'; readonly value: number }
  | { readonly as: 'text'; readonly value: string }
  | { readonly as: 'table'; readonly fields: FlatFields }
  | { readonly as: 'tables'; readonly items: readonly FlatFields[] }
  /** Structures of 64-bit numbers, all of one length. */
  | { readonly as: 'structures'; readonly items: readonly (readonly number[])[] };

/** Fields by their numbers; undefined where one is absent. */
export type FlatFields = readonly (FlatValue | undefined)[];

export const flat = {
  byte: (value: number): FlatValue => ({ as: 'byte', value }),
  short: (value: number): FlatValue => ({ as: 'short', value }),
  int: (value: number): FlatValue => ({ as: 'int', value }),
  long: (value: number): FlatValue => ({ as: 'long', value }),
  text: (value: string): FlatValue => ({ as: 'text', value }),
  table: (fields: FlatFields): FlatValue => ({ as: 'table', fields }),
  tables: (items: readonly FlatFields[]): FlatValue => ({ as: 'tables', items }),
  structures: (items: readonly (readonly number[])[]): FlatValue => ({ as: 'structures', items }),
};

const sizes = { byte: 1, short: 2, int: 4, long: 8 } as const;
const offsetBytes = 4;

/** A buffer with the table as its root, a multiple of 8 bytes long. */
export function flatBuffer(root: FlatFields): Uint8Array<ArrayBuffer> {
  const out = new ByteWriter();
  out.int(0);
  out.setInt(0, writeTable(out, root));
  out.align(8);
  return out.finish();
}

/** Writes the table and everything under it; gives its place. */
function writeTable(out: ByteWriter, fields: FlatFields): number {
  const places = fieldPlaces(fields);
  // The vtable is a multiple of 8 long with what stands before it, so that the table begins at one.
  const vtableBytes = 4 + 2 * fields.length;
  out.align(8);
  for (let padding = (8 - (vtableBytes % 8)) % 8; padding > 0; padding--) out.byte(0);
  out.short(vtableBytes);
  out.short(places.end);
  for (const place of places.of) out.short(place);
  const table = out.length;
  out.int(vtableBytes);
  const pointers: { readonly at: number; readonly value: FlatValue }[] = [];
  for (const { place, value } of placed(fields, places.of)) {
    while (out.length < table + place) out.byte(0);
    if (value.as in sizes) writeNumber(out, value as FlatValue & { as: keyof typeof sizes });
    else {
      pointers.push({ at: out.length, value });
      out.int(0);
    }
  }
  for (const { at, value } of pointers) out.setInt(at, writeChild(out, value) - at);
  return table;
}

/** Where every field stands within the table, the widest first so that each is aligned; 0 where it is absent. */
function fieldPlaces(fields: FlatFields): { readonly of: readonly number[]; readonly end: number } {
  const of = fields.map(() => 0);
  let end = offsetBytes;
  for (const size of [8, 4, 2, 1]) {
    fields.forEach((value, field) => {
      if (value === undefined || widthOf(value) !== size) return;
      end = Math.ceil(end / size) * size;
      of[field] = end;
      end += size;
    });
  }
  return { of, end };
}

function placed(fields: FlatFields, places: readonly number[]) {
  return fields
    .flatMap((value, field) => (value === undefined ? [] : [{ value, place: places[field] }]))
    .sort((a, b) => a.place - b.place);
}

function widthOf({ as }: FlatValue): number {
  return as in sizes ? sizes[as as keyof typeof sizes] : offsetBytes;
}

function writeNumber(out: ByteWriter, { as, value }: { as: keyof typeof sizes; value: number }): void {
  out[as](value);
}

function writeChild(out: ByteWriter, value: FlatValue): number {
  switch (value.as) {
    case 'table':
      return writeTable(out, value.fields);
    case 'text': {
      const bytes = new TextEncoder().encode(value.value);
      const at = startVector(out, bytes.length, 1);
      out.bytes(bytes);
      out.byte(0);
      return at;
    }
    case 'structures': {
      const at = startVector(out, value.items.length, 8);
      for (const item of value.items) for (const number of item) out.long(number);
      return at;
    }
    case 'tables': {
      const at = startVector(out, value.items.length, offsetBytes);
      const first = out.length;
      for (const _ of value.items) out.int(0);
      value.items.forEach((item, place) => {
        const pointer = first + offsetBytes * place;
        out.setInt(pointer, writeTable(out, item) - pointer);
      });
      return at;
    }
    default:
      throw new Error(`a ${value.as} stands in its table`);
  }
}

/** Writes the length so that what follows is aligned; gives its place. */
function startVector(out: ByteWriter, length: number, alignment: number): number {
  out.align(4);
  while ((out.length + 4) % alignment !== 0) out.int(0);
  const at = out.length;
  out.int(length);
  return at;
}
