/** A number that tells whether the cells of a matrix were changed, or taken away, between two looks at it. */
import type { Matrix, NumericArray } from '../types.js';

export function fingerprint(matrix: Matrix): number {
  const arrays = matrix.kind === 'dense' ? [matrix.values] : [matrix.rowStart, matrix.column, matrix.value];
  return arrays.reduce(addCells, arrays.length);
}

function addCells(start: number, cells: NumericArray): number {
  let hash = start ^ cells.length;
  // Memory that was given away has no length, and no view of it can be made.
  if (cells.length === 0) return hash;
  const { buffer, byteOffset, byteLength } = cells;
  const wholeWords = byteOffset % 4 === 0 ? byteLength >> 2 : 0;
  const words = new Uint32Array(buffer, wholeWords === 0 ? 0 : byteOffset, wholeWords);
  for (let at = 0; at < words.length; at++) hash = Math.imul(hash ^ words[at], 0x01000193) ^ (hash >>> 15);
  const rest = new Uint8Array(buffer, byteOffset + 4 * wholeWords, byteLength - 4 * wholeWords);
  for (let at = 0; at < rest.length; at++) hash = Math.imul(hash ^ rest[at], 0x01000193) ^ (hash >>> 15);
  return hash;
}
