/** A sparse matrix that grows row by row while a file is read, in the end stored in the smallest type that holds it. */

import { ValueRange } from '../cells/numeric-block.js';
import type { NumericArray, SparseMatrix } from '../types.js';

export class SparseRows {
  private readonly rowStart: number[] = [0];
  private length = 0;
  private largestColumn = 0;
  private column = new Int32Array(1024);
  private value = new Float64Array(1024);

  /** Where `columnCount` is not given, the largest column that occurs decides. */
  constructor(private readonly columnCount?: number) {}

  get rowCount(): number {
    return this.rowStart.length - 1;
  }

  /** Appends a row of entries in any order, zeros dropped; returns a column that occurs twice, if one does. */
  append(entries: readonly (readonly [column: number, value: number])[]): number | undefined {
    let isAscending = true;
    for (let at = 1; at < entries.length; at++) if (entries[at][0] <= entries[at - 1][0]) isAscending = false;
    const ordered = isAscending ? entries : [...entries].sort((a, b) => a[0] - b[0]);
    this.reserve(ordered.length);
    if (ordered.length > 0) this.largestColumn = Math.max(this.largestColumn, ordered[ordered.length - 1][0]);
    for (const [column, value] of ordered) {
      if (value === 0) continue;
      this.column[this.length] = column;
      this.value[this.length++] = value;
    }
    this.rowStart.push(this.length);
    return isAscending ? undefined : ordered.find(([column], at) => at > 0 && column === ordered[at - 1][0])?.[0];
  }

  /** `base` is taken off every column, for files that count from 1. */
  toMatrix(base = 0): SparseMatrix {
    const column = this.column.slice(0, this.length);
    for (let at = 0; at < column.length; at++) column[at] -= base;
    return {
      kind: 'sparse',
      rowCount: this.rowCount,
      columnCount: this.columnCount ?? Math.max(1, this.largestColumn - base + 1),
      rowStart: Float64Array.from(this.rowStart),
      column,
      value: smallest(this.value.subarray(0, this.length)),
    };
  }

  private reserve(count: number): void {
    if (this.length + count <= this.column.length) return;
    const capacity = Math.max(2 * this.column.length, this.length + count);
    const column = new Int32Array(capacity);
    const value = new Float64Array(capacity);
    column.set(this.column.subarray(0, this.length));
    value.set(this.value.subarray(0, this.length));
    this.column = column;
    this.value = value;
  }
}

/** A copy in the smallest type that holds all values without loss. */
export function smallest(values: Float64Array): NumericArray {
  const range = new ValueRange();
  range.add(values);
  const copy = new (range.smallestType('exact'))(values.length);
  copy.set(values);
  return copy;
}
