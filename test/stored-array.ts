/** A stored matrix whose store is an array in memory, and which counts what is read from it. */
import { NumericBlock } from '../src/cells/numeric-block.js';
import type { DenseMatrix, NumericArrayType, StoredMatrix } from '../src/types.js';

export interface Reads {
  calls: number;
  rows: number;
}

export function storedArray(matrix: DenseMatrix): { readonly stored: StoredMatrix; readonly reads: Reads } {
  const { rowCount, columnCount, values } = matrix;
  const reads = { calls: 0, rows: 0 };
  const store = {
    rowCount,
    columnCount,
    cellType: values.constructor as NumericArrayType,
    read(from: number, to: number, cells: DenseMatrix['values']) {
      if (from < 0 || to > rowCount || from >= to) throw new Error(`rows ${from} to ${to} of ${rowCount}`);
      reads.calls++;
      reads.rows += to - from;
      cells.set(values.subarray(from * columnCount, to * columnCount) as never);
    },
    collect: (count: number) => new StoringBlock(count),
  };
  return { stored: { kind: 'stored', rowCount, columnCount, store }, reads };
}

class StoringBlock {
  private readonly block: NumericBlock;

  constructor(columnCount: number) {
    this.block = new NumericBlock(columnCount);
  }

  appendRow(row: Float64Array): void {
    this.block.appendRow(row);
  }

  toMatrix(rowCount: number): StoredMatrix {
    return storedArray(this.block.toMatrix(rowCount)).stored;
  }
}

/** Whole numbers from 0 to 99 that look random, the same every time. */
export function bytesMatrix(rowCount: number, columnCount: number): DenseMatrix {
  const values = new Uint8Array(rowCount * columnCount);
  let state = 88172645;
  for (let at = 0; at < values.length; at++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    values[at] = (state >>> 8) % 100;
  }
  return { kind: 'dense', rowCount, columnCount, values };
}
