/** The SHA-256 of what a table holds, for tables that no single file stores. */
import { createHash, type Hash } from 'node:crypto';
import type { Matrix, NumericArray, Table } from '../src/types.js';

/** Names, cells and their order all count, and so does the type that the numbers are kept in. */
export function hashTable({ columnOrder, numericNames, numeric, text, rowCount }: Table): string {
  const hash = createHash('sha256');
  hash.update(JSON.stringify({ rowCount, columnOrder, numericNames }));
  for (const array of arraysOf(numeric)) updateWithArray(hash, array);
  for (const { name, values } of text) {
    hash.update(JSON.stringify(name));
    for (const value of values) hash.update(`${JSON.stringify(value ?? null)}\n`);
  }
  return hash.digest('hex');
}

function arraysOf(matrix: Matrix): readonly NumericArray[] {
  return matrix.kind === 'dense' ? [matrix.values] : [matrix.rowStart, matrix.column, matrix.value];
}

/** In pieces, since a hash takes no more than 2 GiB at once. */
function updateWithArray(hash: Hash, array: NumericArray): void {
  hash.update(`${array.constructor.name} ${array.length}\n`);
  const pieceBytes = 2 ** 26;
  for (let from = 0; from < array.byteLength; from += pieceBytes) {
    const length = Math.min(pieceBytes, array.byteLength - from);
    hash.update(new Uint8Array(array.buffer, array.byteOffset + from, length));
  }
}
