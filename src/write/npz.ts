/**
 * A reduced table as NumPy's .npz: `X` (rows x features), `y` where there is one target, `feature_names`, `row_names` where rows
 * have names, and every other column under its own name.
 */
import { zipSync } from 'fflate';
import { numberRepeats } from '../cells/column-names.js';
import type { NumericArray } from '../types.js';
import { ByteWriter } from './byte-writer.js';
import { numberMatrix } from './number-matrix.js';
import type { ReducedTable, WrittenColumn } from './reduced-table.js';

export function writeNpz(table: ReducedTable): Uint8Array[] {
  const { rowCount, identifiers, beside } = table;
  const { names, values, text } = numberMatrix(table);
  const targets = beside.slice(0, 1).map((column) => ({ ...column, name: 'y' }));
  const others = [...text, ...beside.slice(1)];
  const arrays = [
    { name: 'X', bytes: npy(values, [rowCount, names.length]) },
    ...targets.map((column) => ({ name: column.name, bytes: columnBytes(column) })),
    { name: 'feature_names', bytes: textNpy(names) },
    ...(identifiers ? [{ name: 'row_names', bytes: textNpy(identifiers.values) }] : []),
    ...others.map((column) => ({ name: column.name, bytes: columnBytes(column) })),
  ];
  const apart = numberRepeats(arrays.map(({ name }) => name));
  const members = Object.fromEntries(arrays.map(({ bytes }, place) => [`${apart[place]}.npy`, bytes]));
  // The same rows are the same bytes, whenever they are written.
  return [zipSync(members, { level: 0, mtime: new Date(1980, 0, 1) })];
}

function columnBytes(column: WrittenColumn): Uint8Array {
  return column.kind === 'text' ? textNpy(column.values) : npy(column.values, [column.values.length]);
}

/** An array as a member of an .npz, or an .npy file of its own. */
export function npy(values: NumericArray, shape: readonly number[]): Uint8Array {
  const kind = values instanceof Float32Array || values instanceof Float64Array ? 'f' : kindOfWhole(values);
  const order = values.BYTES_PER_ELEMENT === 1 ? '|' : '<';
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  return withHeader(`${order}${kind}${values.BYTES_PER_ELEMENT}`, shape, bytes);
}

function kindOfWhole(values: NumericArray): string {
  return values.constructor.name.startsWith('U') ? 'u' : 'i';
}

/** Texts as wide as the longest, four bytes a letter; nothing stands for a missing one. */
function textNpy(texts: readonly (string | undefined)[]): Uint8Array {
  const letters = texts.map((text) => Array.from(text ?? '', (letter) => letter.codePointAt(0)!));
  const width = letters.reduce((longest, { length }) => Math.max(longest, length), 1);
  const cells = new Uint32Array(texts.length * width);
  for (const [row, codes] of letters.entries()) cells.set(codes, row * width);
  return withHeader(`<U${width}`, [texts.length], new Uint8Array(cells.buffer));
}

/** Version 1.0 of the format; what is before the cells is a multiple of 64 bytes long. */
function withHeader(type: string, shape: readonly number[], cells: Uint8Array): Uint8Array {
  const extents = shape.length === 1 ? `${shape[0]},` : shape.join(', ');
  const text = `{'descr': '${type}', 'fortran_order': False, 'shape': (${extents}), }`;
  const startBytes = 10;
  const length = Math.ceil((startBytes + text.length + 1) / 64) * 64 - startBytes;
  const out = new ByteWriter();
  out.bytes(Uint8Array.of(0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0));
  out.short(length);
  out.bytes(new TextEncoder().encode(`${text.padEnd(length - 1)}\n`));
  out.bytes(cells);
  return out.finish();
}
