/**
 * A two-class problem as kernels/svm-problem.ts reads it: a record of numbers and addresses, and the arrays they name.
 * A workspace is laid out once for the largest pair of classes and used for one pair after another.
 */
import type { Address } from '../compute/address.js';
import { kernelNumbers } from '../compute/kernels-interface.js';
import type { Block, ComputeMemory } from '../compute/memory.js';
import { type FieldName, type KernelRecord, recordAt, recordStride } from '../compute/records.js';
import type { Points } from './points.js';

/** Bytes from one record to the next. */
export const problemBytes = recordStride('Problem');
export const { solvedPhase } = kernelNumbers;
const { epochsKept } = kernelNumbers;
/** Three arrays of doubles and 13 + epochsKept of four bytes: see `createWorkspace`. */
const bytesPerRow = 3 * 8 + (13 + epochsKept) * 4;

export interface SvmParameters {
  readonly gamma: number;
  readonly cost: number;
  readonly tolerance: number;
}

export interface Workspace {
  readonly record: KernelRecord<'Problem'>;
  readonly cacheBytes: number;
  readonly row: Block<Int32Array>;
  readonly original: Block<Int32Array>;
  readonly label: Block<Float64Array>;
  readonly alpha: Block<Float64Array>;
  readonly value: Block<Float64Array>;
  readonly up: Block<Float32Array>;
  readonly down: Block<Float32Array>;
  readonly slotOf: Block<Int32Array>;
  readonly slots: readonly Block<Int32Array>[];
  readonly positions: Block<Int32Array>;
  readonly scratch: Block<Float32Array>;
  readonly cache: Block<Float32Array>;
}

/** Room for any problem of at most `largest` rows, with a cache of at most `cacheBytes` (two rows at the least). */
export function createWorkspace(
  memory: ComputeMemory,
  recordPointer: Address,
  largest: number,
  cacheBytes: number,
): Workspace {
  const capacity = rowCapacity(largest);
  const slotCount = countSlots(largest, cacheBytes);
  return {
    record: recordAt(memory, 'Problem', recordPointer),
    cacheBytes: slotCount * capacity * 4,
    row: memory.int32(capacity),
    original: memory.int32(capacity),
    label: memory.float64(capacity),
    alpha: memory.float64(capacity),
    value: memory.float64(capacity),
    up: memory.float32(capacity),
    down: memory.float32(capacity),
    slotOf: memory.int32(capacity),
    slots: Array.from({ length: 4 }, () => memory.int32(capacity)),
    positions: memory.int32(capacity * epochsKept),
    scratch: memory.float32(capacity * 4),
    cache: memory.float32(slotCount * capacity),
  };
}

/** Bytes of a workspace for so many rows, beside its cache. */
export function workspaceBytes(largest: number): number {
  return rowCapacity(largest) * bytesPerRow;
}

/** Kernels work on four columns at a time, from any position on. */
function rowCapacity(rowCount: number): number {
  return Math.ceil((rowCount + 3) / 4) * 4;
}

function countSlots(rowCount: number, cacheBytes: number): number {
  return Math.min(rowCount, Math.max(2, Math.floor(cacheBytes / (rowCapacity(rowCount) * 4))));
}

/** Sets up the problem that tells `positive` rows (label 1) from `negative` ones (label -1). */
export function startProblem(
  workspace: Workspace,
  points: Points,
  squares: Block<Float64Array>,
  positive: Int32Array,
  negative: Int32Array,
  parameters: SvmParameters,
): void {
  const count = positive.length + negative.length;
  const capacity = rowCapacity(count);
  workspace.row.view.fill(0);
  workspace.row.view.set(positive);
  workspace.row.view.set(negative, positive.length);
  workspace.slotOf.view.fill(-1);
  workspace.alpha.view.fill(0);
  for (let i = 0; i < count; i++) {
    const isPositive = i < positive.length;
    workspace.original.view[i] = i;
    workspace.positions.view[i] = i;
    workspace.label.view[i] = isPositive ? 1 : -1;
    workspace.value.view[i] = isPositive ? 1 : -1;
    workspace.up.view[i] = isPositive ? 0 : Number.NEGATIVE_INFINITY;
    workspace.down.view[i] = isPositive ? Number.POSITIVE_INFINITY : 0;
  }
  const every: Record<FieldName<'Problem'>, number> = {
    ...parameters,
    rho: 0,
    work: 0,
    highest: 0,
    lowest: 0,
    phase: 0,
    x: points.x.pointer,
    squares: squares.pointer,
    stride: points.stride,
    count,
    active: count,
    counter: Math.min(count, 1000) + 1,
    unshrunk: 0,
    iterations: 0,
    restored: 0,
    row: workspace.row.pointer,
    original: workspace.original.pointer,
    label: workspace.label.pointer,
    alpha: workspace.alpha.pointer,
    value: workspace.value.pointer,
    up: workspace.up.pointer,
    down: workspace.down.pointer,
    // All values are equal at the start, and the last of equals is taken.
    best: positive.length - 1,
    cache: workspace.cache.pointer,
    slotCount: countSlots(count, workspace.cacheBytes),
    capacity,
    slotsUsed: 0,
    clock: 0,
    slotOf: workspace.slotOf.pointer,
    owner: workspace.slots[0].pointer,
    length: workspace.slots[1].pointer,
    epochOf: workspace.slots[2].pointer,
    usedAt: workspace.slots[3].pointer,
    epoch: 0,
    positions: workspace.positions.pointer,
    scratch: workspace.scratch.pointer,
  };
  workspace.record.set(every);
}

export function readField(workspace: Workspace, name: 'rho' | 'phase' | 'iterations' | 'active'): number {
  return workspace.record.get(name);
}

/** label * alpha of every row, in the order the rows were given in. */
export function readCoefficients(workspace: Workspace, count: number): Float64Array {
  const coefficients = new Float64Array(count);
  for (let position = 0; position < count; position++) {
    coefficients[workspace.original.view[position]] = workspace.label.view[position] * workspace.alpha.view[position];
  }
  return coefficients;
}
