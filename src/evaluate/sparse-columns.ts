/**
 * The columns of points of which most numbers are 0, in kernel memory: for every feature the rows that are not 0 in it, and
 * their values. Dot products of a row with all others go over them (kernels/sparse-columns.ts).
 */
import { type Address, nowhere } from '../compute/address.js';
import type { ComputeMemory } from '../compute/memory.js';
import type { Points } from './points.js';

export interface SparseColumns {
  /** [feature of the stride] and one more: where the cells of a feature begin. */
  readonly columnStart: Address;
  /** [cell] rows, ascending in a column, and values. */
  readonly columnRow: Address;
  readonly columnValue: Address;
}

export const noColumns: SparseColumns = { columnStart: nowhere, columnRow: nowhere, columnValue: nowhere };

/** Kernel memory ends at 4 GiB, and the points themselves may take most of it. */
const mostCells = 2 ** 28 / 12;

/** Undefined where the points have no lists of what is not 0, or too many numbers that are not. */
export function findColumns(memory: ComputeMemory, points: Points): SparseColumns | undefined {
  if (points.groups === undefined) return undefined;
  const start = memory.int32(points.stride + 1);
  eachCell(points, (feature) => start.view[feature + 1]++);
  for (let feature = 0; feature < points.stride; feature++) start.view[feature + 1] += start.view[feature];
  const cellCount = start.view[points.stride];
  if (cellCount > mostCells) return undefined;
  const row = memory.int32(cellCount);
  const value = memory.float64(cellCount);
  const next = start.view.slice(0, points.stride);
  eachCell(points, (feature, own, cell) => {
    const place = next[feature]++;
    row.view[place] = own;
    value.view[place] = cell;
  });
  return { columnStart: start.pointer, columnRow: row.pointer, columnValue: value.pointer };
}

/** Visits the cells that are not 0, row by row. */
function eachCell(
  { x, groups, stride, rowCount }: Points,
  visit: (feature: number, row: number, value: number) => void,
) {
  const lists = groups!.view;
  const room = 1 + stride / 4;
  for (let row = 0; row < rowCount; row++) {
    for (let g = 1; g <= lists[row * room]; g++) {
      const first = lists[row * room + g] / 8;
      for (let feature = first; feature < first + 4; feature++) {
        const value = x.view[row * stride + feature];
        if (value !== 0) visit(feature, row, value);
      }
    }
  }
}
