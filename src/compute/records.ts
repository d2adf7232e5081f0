/** Records that kernels read and write, field by field; where a field stands is what the kernels' compiler says. */
import type { Address } from './address.js';
import { layouts } from './kernels-interface.js';

type Layouts = typeof layouts;
export type RecordName = keyof Layouts;
export type FieldName<R extends RecordName> = keyof Layouts[R]['fields'] & string;
export type FieldValues<R extends RecordName> = Partial<Record<FieldName<R>, number>>;

export interface KernelRecord<R extends RecordName> {
  get(field: FieldName<R>): number;
  set(values: FieldValues<R>): void;
}

interface Field {
  readonly at: number;
  readonly type: string;
}

/** Bytes from one record to the next: whole cache lines, so that threads with a record each do not share one. */
export function recordStride(name: RecordName): number {
  return Math.ceil(layouts[name].bytes / 64) * 64;
}

export function recordAt<R extends RecordName>(
  { buffer }: { readonly buffer: ArrayBufferLike },
  name: R,
  address: Address | number,
): KernelRecord<R> {
  const { bytes, fields }: { readonly bytes: number; readonly fields: Readonly<Record<string, Field>> } = layouts[name];
  const view = new DataView(buffer, address, bytes);
  return {
    get: (field) => read(view, fields[field]),
    set: (values) => {
      // Not by Object.entries, which makes a pair of every field: a judge sets hundreds of thousands of records.
      for (const field in values) write(view, fields[field], values[field as FieldName<R>]!);
    },
  };
}

function read(view: DataView, { at, type }: Field): number {
  if (type === 'f64') return view.getFloat64(at, true);
  if (type === 'f32') return view.getFloat32(at, true);
  return type === 'i32' ? view.getInt32(at, true) : view.getUint32(at, true);
}

function write(view: DataView, { at, type }: Field, value: number): void {
  if (type === 'f64') view.setFloat64(at, value, true);
  else if (type === 'f32') view.setFloat32(at, value, true);
  else view.setInt32(at, value, true);
}
