/** The stored types of a matrix, and the codes by which kernels know them. */
import type { NumericArray } from '../types.js';

const codes = new Map<string, number>([
  ['Float32Array', 0],
  ['Float64Array', 1],
  ['Uint8Array', 2],
  ['Uint16Array', 3],
  ['Uint32Array', 4],
  ['Int8Array', 5],
  ['Int16Array', 6],
  ['Int32Array', 7],
]);

/** The code `copyIn` of kernels/copy-in.ts takes for the type of these values. */
export function elementTypeCode(values: NumericArray): number {
  const code = codes.get(values.constructor.name);
  if (code === undefined) throw new Error(`no element type code for ${values.constructor.name}`);
  return code;
}
