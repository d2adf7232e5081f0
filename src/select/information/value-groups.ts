/** The distinct values of a column, ascending, with the rows of each: what binning and counting start from. */

import type { Sorter } from '../../maths/sort-order.js';
import type { Column } from '../columns.js';

/** Arrays are valid until the next column is grouped. */
export interface ValueGroups {
  readonly groupCount: number;
  /** Rows of every group. */
  readonly sizes: Int32Array;
  /** Group of every stored value of the column. */
  readonly groupOf: Int32Array;
  /** Group of the rows without a stored value; -1 where there are none. */
  readonly restGroup: number;
}

export class ValueGrouper {
  readonly #sorter: Sorter;
  #sizes = new Int32Array(0);
  #groupOf = new Int32Array(0);

  constructor(sorter: Sorter) {
    this.#sorter = sorter;
  }

  group(column: Column): ValueGroups {
    const { values, length, rowCount } = column;
    if (this.#groupOf.length < length) {
      this.#groupOf = new Int32Array(length);
      this.#sizes = new Int32Array(length + 1);
    }
    const sizes = this.#sizes;
    const restCount = rowCount - length;
    let restGroup = -1;
    let group = -1;
    let last = Number.NaN;
    const open = (value: number) => {
      last = value;
      sizes[++group] = 0;
    };
    const openRest = () => {
      if (last !== column.rest) open(column.rest);
      restGroup = group;
      sizes[group] += restCount;
    };
    for (const index of this.#sorter.order(values, length)) {
      const value = values[index];
      if (restCount > 0 && restGroup < 0 && value > column.rest) openRest();
      if (value !== last) open(value);
      sizes[group]++;
      this.#groupOf[index] = group;
    }
    if (restCount > 0 && restGroup < 0) openRest();
    return { groupCount: group + 1, sizes, groupOf: this.#groupOf, restGroup };
  }
}
