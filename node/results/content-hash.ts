/**
 * A hash of what is selected from and of what is to be told: the same for the same rows and features in the same order, whatever
 * the file, its format, and the names of features and classes. Numbers count as far as single precision tells them apart,
 * because one format may hold them in single precision and another in double.
 */
import { createHash } from 'node:crypto';
import { type RowCells, rowCells } from '../../src/matrix/nonzero-cells.js';
import type { Dataset, Target } from '../../src/types.js';

export function contentHash({ matrix, target }: Pick<Dataset, 'matrix' | 'target'>): string {
  const { rowCount, columnCount } = matrix;
  const hash = createHash('sha256').update(JSON.stringify([rowCount, columnCount, target.kind]));
  const cellsOf = rowCells(matrix);
  const pack = createPacker(columnCount);
  for (let row = 0; row < rowCount; row++) hash.update(pack(cellsOf(row)));
  for (const numbers of targetNumbers(target)) hash.update(Float32Array.from(numbers));
  return hash.digest('hex');
}

/** A row as bytes: how many cells are not zero, their places, and the cells. What it gives back holds until the next. */
function createPacker(columnCount: number): (cells: RowCells) => Uint8Array {
  const bytes = new ArrayBuffer(4 + 8 * columnCount);
  const places = new Int32Array(bytes);
  const numbers = new Float32Array(bytes);
  return ({ feature, cell, from, to }) => {
    let count = 0;
    for (let at = from; at < to; at++) if (cell[at] !== 0) places[++count] = feature[at];
    places[0] = count;
    let end = count;
    // Missing cells are one number, whatever the bits they were read with.
    for (let at = from; at < to; at++) if (cell[at] !== 0) numbers[++end] = Number.isNaN(cell[at]) ? NaN : cell[at];
    return new Uint8Array(bytes, 0, 4 + 8 * count);
  };
}

function targetNumbers(target: Target): readonly Iterable<number>[] {
  switch (target.kind) {
    case 'classes':
      return [inOrderOfAppearance(target.labels)];
    case 'values':
      return [target.values];
    case 'survival':
      return [target.times, target.events];
  }
}

/** Classes by the row they first appear in, so that their names do not count. */
function inOrderOfAppearance(labels: Int32Array): Int32Array {
  const places = new Map<number, number>();
  return labels.map((label) => {
    if (!places.has(label)) places.set(label, places.size);
    return places.get(label)!;
  });
}
