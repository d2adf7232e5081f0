/** A column of which most rows share one value as the others and that value, so that who goes over it need not go over all rows. */
import { majorityOf } from '../maths/majority.js';
import type { Column } from '../select/columns.js';

export class ColumnCompressor {
  readonly #values: Float64Array;
  readonly #rows: Int32Array;

  constructor(rowCount: number) {
    this.#values = new Float64Array(rowCount);
    this.#rows = new Int32Array(rowCount);
  }

  /** The column itself where it is so already, or where no value is that of most rows. Valid until the next call. */
  compress(column: Column): Column {
    if (column.rows !== undefined) return column;
    const { rowCount, values: all } = column;
    const [values, rows] = [this.#values, this.#rows];
    const rest = majorityOf(all, 0, rowCount);
    let length = 0;
    for (let row = 0; row < rowCount; row++) {
      if (all[row] === rest) continue;
      values[length] = all[row];
      rows[length++] = row;
    }
    return 2 * length <= rowCount ? { rowCount, length, values, rows, rest } : column;
  }
}
