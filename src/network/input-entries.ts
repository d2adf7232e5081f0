/**
 * The cells of a matrix that are not zero, for a network whose first layer touches no others (kernels/entries.ts).
 *
 * A scaled cell is written as zero(j) + value, where zero(j) is what a zero of feature j becomes: the value of a zero is then
 * 0, and that of another cell is cell * factor(j). A feature most of whose cells are not zero is written whole, with zero(j) = 0
 * and every cell an entry, because there zero(j) and the values could be large and nearly cancel.
 *
 * Whether it is worth it follows from the cells alone, so that a matrix gives the same bits in memory, compressed or not, and
 * on a disk.
 */
import { countNonzero, isMostlyZero, mostDensity, type RowCells, rowCells } from '../matrix/nonzero-cells.js';
import type { Steps } from '../turns.js';
import type { AnyMatrix, Matrix, Scaling, StoredMatrix } from '../types.js';
import { createRowWindow } from './row-window.js';

/** Entries one after another: the feature of each, and its value. */
export interface EntryList {
  readonly feature: Int32Array;
  readonly value: Float32Array;
}

export interface InputEntries {
  /** What a zero of every feature is when scaled. */
  readonly zero: Float32Array;
  /** How many entries a row has at most. */
  readonly longestRow: number;
  /**
   * Writes the entries of rows[from .. from + count], features ascending, and where each row begins and the last ends. Where it is
   * told at which places of some list every feature's begin (`starts`), features with none are left out.
   */
  copyRows(
    rows: Int32Array,
    from: number,
    count: number,
    rowStart: Int32Array,
    into: EntryList,
    starts?: Int32Array,
  ): void;
}

/** How the cells of every feature become entries. */
interface EntryForm {
  readonly zero: Float32Array;
  readonly factor: Float64Array;
  readonly offset: Float64Array;
  /** 1 for features that are written whole. */
  readonly isWhole: Uint8Array;
  /** Their numbers. */
  readonly whole: Int32Array;
}

/** Undefined where too many cells are not zero. Stored rows are brought in `mostRows` at a time. */
export function* inputEntrySteps(
  matrix: AnyMatrix,
  scaling: Scaling,
  mostRows: number,
): Steps<InputEntries | undefined> {
  const { rowCount, columnCount } = matrix;
  const counted = yield* countNonzero(matrix);
  if (counted === undefined) return undefined;
  const form = formOf(counted.ofFeature, rowCount, scaling);
  let total = 0;
  for (let j = 0; j < columnCount; j++) total += form.isWhole[j] ? rowCount : counted.ofFeature[j];
  if (total > mostDensity * rowCount * columnCount) return undefined;
  const longestRow = counted.longestRow + form.whole.length;
  const described = { zero: form.zero, longestRow };
  if (matrix.kind === 'stored') return { ...described, ...storedEntries(matrix, form, mostRows) };
  return { ...described, ...(yield* heldEntries(matrix, form, total)) };
}

function formOf(counts: Float64Array, rowCount: number, { offset, factor }: Scaling): EntryForm {
  const isWhole = Uint8Array.from(counts, (count) => Number(!isMostlyZero(count, rowCount)));
  const zero = Float32Array.from(offset, (shift, j) => (isWhole[j] ? 0 : (0 - shift) * factor[j]));
  const whole = Int32Array.from(isWhole.keys()).filter((j) => isWhole[j] === 1);
  return { zero, factor, offset, isWhole, whole };
}

/** Appends the entries of a row from place `at` on and returns where they end. */
function appendRow(form: EntryForm, { feature, cell, from, to }: RowCells, into: EntryList, at: number): number {
  const { factor, offset, isWhole, whole } = form;
  const { feature: features, value: values } = into;
  let end = at;
  let next = 0;
  for (let k = from; k < to; k++) {
    if (cell[k] === 0) continue;
    const j = feature[k];
    if (next < whole.length && whole[next] < j) {
      const missed = next;
      while (next < whole.length && whole[next] < j) next++;
      end = appendZeros(form, missed, next, into, end);
    }
    features[end] = j;
    if (isWhole[j]) {
      next++;
      values[end++] = (cell[k] - offset[j]) * factor[j];
    } else {
      values[end++] = cell[k] * factor[j];
    }
  }
  return appendZeros(form, next, whole.length, into, end);
}

/** Appends entries for the zeros of whole[first .. last]: features that are written whole have one in every row. */
function appendZeros(form: EntryForm, first: number, last: number, into: EntryList, at: number): number {
  const { factor, offset, whole } = form;
  let end = at;
  for (let next = first; next < last; next++) {
    const j = whole[next];
    into.feature[end] = j;
    into.value[end++] = (0 - offset[j]) * factor[j];
  }
  return end;
}

/** Appends entries from[first .. end] from place `at` on, but for those of features that have none in `starts`; returns where they end. */
function appendListed(
  from: EntryList,
  first: number,
  end: number,
  into: EntryList,
  at: number,
  starts: Int32Array,
): number {
  const { feature: features, value: values } = from;
  const { feature: ownFeatures, value: ownValues } = into;
  for (let e = first; e < end; e++) {
    const j = features[e];
    // Written in any case and passed over afterwards, by the sign of a difference: questions would often be guessed wrong.
    ownFeatures[at] = j;
    ownValues[at] = values[e];
    at = (at + ((starts[j] - starts[j + 1]) >>> 31)) | 0;
  }
  return at;
}

/** The entries of all rows, held in memory. */
function* heldEntries(matrix: Matrix, form: EntryForm, total: number): Steps<Pick<InputEntries, 'copyRows'>> {
  const held: EntryList = { feature: new Int32Array(total), value: new Float32Array(total) };
  const start = new Float64Array(matrix.rowCount + 1);
  const cellsOf = rowCells(matrix);
  for (let row = 0; row < matrix.rowCount; row++) {
    const cells = cellsOf(row);
    start[row + 1] = appendRow(form, cells, held, start[row]);
    yield cells.looked;
  }
  return {
    copyRows(rows, from, count, rowStart, into, starts) {
      rowStart[0] = 0;
      for (let r = 0; r < count; r++) {
        const [first, end] = [start[rows[from + r]], start[rows[from + r] + 1]];
        const at = rowStart[r];
        if (starts) {
          rowStart[r + 1] = appendListed(held, first, end, into, at, starts);
        } else {
          into.feature.set(held.feature.subarray(first, end), at);
          into.value.set(held.value.subarray(first, end), at);
          rowStart[r + 1] = at + end - first;
        }
      }
    },
  };
}

/** The entries of rows as they are needed, from a window of rows that is held in memory. */
function storedEntries(matrix: StoredMatrix, form: EntryForm, mostRows: number): Pick<InputEntries, 'copyRows'> {
  const window = createRowWindow(matrix, mostRows);
  const place = new Int32Array(mostRows);
  const cellsOf = rowCells(window.places);
  return {
    copyRows(rows, from, count, rowStart, into, starts) {
      rowStart[0] = 0;
      for (let first = 0; first < count; first += mostRows) {
        const end = Math.min(count, first + mostRows);
        window.bring(rows, from + first, end - first, place);
        for (let r = first; r < end; r++) {
          const at = rowStart[r];
          const to = appendRow(form, cellsOf(place[r - first]), into, at);
          rowStart[r + 1] = starts ? appendListed(into, at, to, into, at, starts) : to;
        }
      }
    },
  };
}
