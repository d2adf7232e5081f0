/** Writes structures of Thrift's compact protocol (github.com/apache/thrift, doc/specs/thrift-compact-protocol.md). */
import { ByteWriter } from './byte-writer.js';

export type ThriftValue =
  | { readonly as: 'i32' | 'i64'; readonly value: number }
  | { readonly as: 'text'; readonly value: string }
  | { readonly as: 'structure'; readonly fields: ThriftFields }
  | { readonly as: 'list'; readonly of: ThriftValue['as']; readonly items: readonly ThriftValue[] };

/** Fields by their numbers, ascending. */
export type ThriftFields = Readonly<Record<number, ThriftValue>>;

export const thrift = {
  i32: (value: number): ThriftValue => ({ as: 'i32', value }),
  i64: (value: number): ThriftValue => ({ as: 'i64', value }),
  text: (value: string): ThriftValue => ({ as: 'text', value }),
  structure: (fields: ThriftFields): ThriftValue => ({ as: 'structure', fields }),
  list: (of: ThriftValue['as'], items: readonly ThriftValue[]): ThriftValue => ({ as: 'list', of, items }),
};

const typeCodes = { i32: 5, i64: 6, text: 8, list: 9, structure: 12 } as const;

export function thriftBytes(fields: ThriftFields): Uint8Array<ArrayBuffer> {
  const out = new ByteWriter();
  writeStructure(out, fields);
  return out.finish();
}

function writeStructure(out: ByteWriter, fields: ThriftFields): void {
  let last = 0;
  for (const [key, value] of Object.entries(fields)) {
    const number = Number(key);
    // All fields that Parquet knows are fewer than 16 apart.
    out.byte(((number - last) << 4) | typeCodes[value.as]);
    last = number;
    writeValue(out, value);
  }
  out.byte(0);
}

function writeValue(out: ByteWriter, value: ThriftValue): void {
  if (value.as === 'structure') writeStructure(out, value.fields);
  else if (value.as === 'list') {
    const { items, of } = value;
    out.byte((Math.min(15, items.length) << 4) | typeCodes[of]);
    if (items.length >= 15) writeVarint(out, items.length);
    for (const item of items) writeValue(out, item);
  } else if (value.as === 'text') {
    const bytes = new TextEncoder().encode(value.value);
    writeVarint(out, bytes.length);
    out.bytes(bytes);
  } else writeVarint(out, value.value >= 0 ? 2 * value.value : -2 * value.value - 1);
}

/** Seven bits a byte, the lowest first. */
export function writeVarint(out: ByteWriter, value: number): void {
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) out.byte((rest % 128) | 128);
  out.byte(rest);
}
