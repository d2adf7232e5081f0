/**
 * The rows of a stored matrix that are in memory: one window of the order in which training visits them.
 *
 * Rows are asked for as a part of a list. Where one is not held, the window of the list that it stands in is read, in the
 * order of the store; a list shorter than a window is read whole. A list that is a piece of an array is read in the
 * windows of that array, so that an order dealt in pieces is read once. Rows asked for across the end of a window are
 * kept in spare places while the next window comes in.
 */
import { createRowReader } from '../matrix/stored-rows.js';
import type { DenseMatrix, StoredMatrix } from '../types.js';
import { type OrderSizes, planWindows } from './row-order.js';

export interface RowWindow {
  /** The places: the window's rows first, then the spare ones. */
  readonly places: DenseMatrix;
  /** Writes the place of each of list[from .. from + count] to `place`; they stay there until the next call. */
  bring(list: Int32Array, from: number, count: number, place: Int32Array): void;
}

/** `mostRows` is the largest `count` that will be asked for. */
export function createRowWindow(matrix: StoredMatrix, mostRows: number, sizes?: OrderSizes): RowWindow {
  const { rowCount, columnCount, store } = matrix;
  const windowRows = Math.min(rowCount, planWindows(rowCount, columnCount, sizes).windowRows);
  const cells = new store.cellType((windowRows + mostRows) * columnCount);
  const reader = createRowReader(matrix);
  const placeOf = new Int32Array(rowCount).fill(-1);
  let held = new Int32Array(0);

  const hold = (list: Int32Array, place: number): void => {
    const whole = new Int32Array(list.buffer);
    const at = list.byteOffset / list.BYTES_PER_ELEMENT + place;
    const from = at - (at % windowRows);
    for (const row of held) placeOf[row] = -1;
    held = whole.slice(from, Math.min(whole.length, from + windowRows)).sort();
    reader.read(held, 0, held.length, cells);
    for (let place = 0; place < held.length; place++) placeOf[held[place]] = place;
  };

  /** Moves the rows that are already in place to the spare ones. */
  const spare = (place: Int32Array, count: number): void => {
    for (let i = 0; i < count; i++) {
      if (place[i] >= windowRows) continue;
      const start = place[i] * columnCount;
      cells.copyWithin((windowRows + i) * columnCount, start, start + columnCount);
      place[i] = windowRows + i;
    }
  };

  return {
    places: { kind: 'dense', rowCount: windowRows + mostRows, columnCount, values: cells },
    bring(list, from, count, place) {
      for (let i = 0; i < count; i++) {
        const row = list[from + i];
        if (placeOf[row] < 0) {
          spare(place, i);
          hold(list, from + i);
        }
        place[i] = placeOf[row];
      }
    },
  };
}
