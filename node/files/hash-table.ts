/** The SHA-256 of what a table holds, for tables that no single file stores. */
import { createHash, type Hash } from 'node:crypto';
import { rowChunks } from '../../src/matrix/stored-rows.js';
import type { AnyMatrix, DenseMatrix, NumericArray, StoredMatrix, Table } from '../../src/types.js';

/** Names, cells and their order all count, and so does the type that the numbers are kept in. */
export function hashTable({ columnOrder, numericNames, numeric, text, rowCount }: Table<AnyMatrix>): string {
  const hash = createHash('sha256');
  hash.update(JSON.stringify({ rowCount, columnOrder, numericNames }));
  updateWithMatrix(hash, numeric);
  for (const { name, values } of text) {
    hash.update(JSON.stringify(name));
    for (const value of values) hash.update(`${JSON.stringify(value ?? null)}\n`);
  }
  return hash.digest('hex');
}

function updateWithMatrix(hash: Hash, matrix: AnyMatrix): void {
  if (matrix.kind === 'stored') {
    updateWithStored(hash, matrix);
    return;
  }
  const arrays = matrix.kind === 'dense' ? [matrix.values] : [matrix.rowStart, matrix.column, matrix.value];
  for (const array of arrays) {
    hash.update(`${array.constructor.name} ${array.length}\n`);
    updateWithCells(hash, array);
  }
}

/** The same as for these rows in memory. */
function updateWithStored(hash: Hash, matrix: StoredMatrix): void {
  hash.update(`${matrix.store.cellType.name} ${matrix.rowCount * matrix.columnCount}\n`);
  for (const chunk of rowChunks(matrix)) updateWithCells(hash, (chunk.matrix as DenseMatrix).values);
}

/** In pieces, since a hash takes no more than 2 GiB at once. */
function updateWithCells(hash: Hash, array: NumericArray): void {
  const pieceBytes = 2 ** 26;
  for (let from = 0; from < array.byteLength; from += pieceBytes) {
    const length = Math.min(pieceBytes, array.byteLength - from);
    hash.update(new Uint8Array(array.buffer, array.byteOffset + from, length));
  }
}
