/**
 * Features of which most rows share one value, as in counts, texts and images with an empty border: that value, and the
 * rows that have another one. Trees go by those few rows (kernels/extra-trees.ts); what they find is the same.
 */
import { type Address, nowhere } from '../compute/address.js';
import type { Block, ComputeMemory } from '../compute/memory.js';
import { majorityOf } from '../maths/majority.js';

export interface CommonValues {
  /** [feature] the value that most rows share. */
  readonly common: Address;
  /** [feature] how many rows have another one; all of them where no list is worth it. */
  readonly listLength: Address;
  /** [feature] where the list of those rows begins in `others`. */
  readonly listStart: Address;
  readonly others: Address;
}

export const noCommonValues: CommonValues = {
  common: nowhere,
  listLength: nowhere,
  listStart: nowhere,
  others: nowhere,
};

/** A list is kept where so many rows, or more, share the value for each that does not. */
const worthListing = 4;

/** Undefined where no feature has a value that most rows share. `columns` is [feature][row]. */
export function findCommonValues(
  memory: ComputeMemory,
  columns: Block<Float32Array>,
  featureCount: number,
  rowCount: number,
): CommonValues | undefined {
  const values = new Float32Array(featureCount);
  const lengths = new Int32Array(featureCount);
  const starts = new Int32Array(featureCount);
  let total = 0;
  for (let feature = 0; feature < featureCount; feature++) {
    const column = columns.view.subarray(feature * rowCount, (feature + 1) * rowCount);
    values[feature] = majorityOf(column, 0, rowCount);
    const length = countOthers(column, values[feature]);
    const isListed = length * worthListing <= rowCount - length;
    lengths[feature] = isListed ? length : rowCount;
    starts[feature] = total;
    if (isListed) total += length;
  }
  if (!lengths.some((length) => length < rowCount)) return undefined;
  const others = memory.int32(total);
  let at = 0;
  for (let feature = 0; feature < featureCount; feature++) {
    if (lengths[feature] === rowCount) continue;
    const start = feature * rowCount;
    for (let row = 0; row < rowCount; row++) {
      if (columns.view[start + row] !== values[feature]) others.view[at++] = row;
    }
  }
  const [common, listLength, listStart] = [
    memory.float32(featureCount),
    memory.int32(featureCount),
    memory.int32(featureCount),
  ];
  common.view.set(values);
  listLength.view.set(lengths);
  listStart.view.set(starts);
  return {
    common: common.pointer,
    listLength: listLength.pointer,
    listStart: listStart.pointer,
    others: others.pointer,
  };
}

function countOthers(column: Float32Array, common: number): number {
  let count = 0;
  for (let row = 0; row < column.length; row++) if (column[row] !== common) count++;
  return count;
}
