/**
 * A two-class or regression problem as kernels/svm-problem.ts reads it: a record of numbers and addresses, and the arrays they name.
 * A workspace is laid out once for the largest pair of classes and used for one pair after another.
 */
import { type Address, nowhere } from '../../compute/address.js';
import { kernelNumbers } from '../../compute/kernels-interface.js';
import type { Block, ComputeMemory } from '../../compute/memory.js';
import { type FieldName, type KernelRecord, recordAt, recordStride } from '../../compute/records.js';
import type { Points } from '../points.js';
import { noColumns, type SparseColumns } from '../sparse-columns.js';
import type { GaussianTable } from './gaussian-table.js';

/** Bytes from one record to the next. */
export const problemBytes = recordStride('Problem');
export const { solvedPhase } = kernelNumbers;
const { epochsKept } = kernelNumbers;
/** Five arrays of doubles and 10 + epochsKept of four bytes: see `createWorkspace`. */
const bytesPerRow = 5 * 8 + (10 + epochsKept) * 4;

export interface SvmParameters {
  readonly gamma: number;
  readonly tolerance: number;
  /** The kernel of all training rows with all, where it was worked out beforehand. */
  readonly table?: GaussianTable | undefined;
  /** The columns of the training rows, where most of their numbers are 0. */
  readonly columns?: SparseColumns | undefined;
}

/** The variables of one problem: which training row, label, cost and first value of each. */
export interface Variables {
  readonly rows: Int32Array;
  /** 1 or -1. */
  readonly labels: Float64Array;
  /** The most that its alpha may be. */
  readonly costs: Float64Array;
  /** -label * gradient where every alpha is 0. */
  readonly starts: Float64Array;
}

export interface Workspace {
  readonly record: KernelRecord<'Problem'>;
  readonly cacheBytes: number;
  readonly row: Block<Int32Array>;
  readonly original: Block<Int32Array>;
  readonly label: Block<Float64Array>;
  readonly cost: Block<Float64Array>;
  readonly start: Block<Float64Array>;
  readonly alpha: Block<Float64Array>;
  readonly value: Block<Float64Array>;
  readonly up: Block<Float32Array>;
  readonly down: Block<Float32Array>;
  readonly slotOf: Block<Int32Array>;
  readonly slots: readonly Block<Int32Array>[];
  readonly swaps: Block<Int32Array>;
  readonly scratch: Block<Float32Array>;
  /** [training row][4], where there are columns. */
  readonly sums?: Block<Float64Array> | undefined;
  readonly cache: Block<Float32Array>;
}

/**
 * Room for any problem of at most `largest` rows, with a cache of at most `cacheBytes` (two rows at the least), and for the
 * sums of `trainRows` rows where the columns of sparse rows are gone over.
 */
export function createWorkspace(
  memory: ComputeMemory,
  recordPointer: Address,
  largest: number,
  cacheBytes: number,
  trainRows = 0,
): Workspace {
  const capacity = rowCapacity(largest);
  const slotCount = countSlots(largest, cacheBytes);
  return {
    record: recordAt(memory, 'Problem', recordPointer),
    cacheBytes: slotCount * capacity * 4,
    row: memory.int32(capacity),
    original: memory.int32(capacity),
    label: memory.float64(capacity),
    cost: memory.float64(capacity),
    start: memory.float64(capacity),
    alpha: memory.float64(capacity),
    value: memory.float64(capacity),
    up: memory.float32(capacity),
    down: memory.float32(capacity),
    slotOf: memory.int32(capacity),
    slots: Array.from({ length: 4 }, () => memory.int32(capacity)),
    swaps: memory.int32(capacity * epochsKept),
    scratch: memory.float32(capacity),
    sums: trainRows > 0 ? memory.float64(trainRows * 4) : undefined,
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

/** Sets up the problem of these variables, all alphas 0. */
export function startProblem(
  workspace: Workspace,
  points: Points,
  squares: Block<Float64Array>,
  { rows, labels, costs, starts }: Variables,
  parameters: SvmParameters,
): void {
  const count = rows.length;
  const capacity = rowCapacity(count);
  workspace.row.view.fill(0);
  workspace.row.view.set(rows);
  workspace.label.view.set(labels);
  workspace.cost.view.set(costs);
  workspace.start.view.set(starts);
  workspace.value.view.set(starts);
  workspace.slotOf.view.fill(-1);
  workspace.alpha.view.fill(0);
  const [first, second] = parameters.columns ? rangesOf(rows) : [noRows, noRows];
  const columns = parameters.columns ?? noColumns;
  let best = -1;
  for (let i = 0; i < count; i++) {
    workspace.original.view[i] = i;
    workspace.up.view[i] = labels[i] > 0 ? 0 : Number.NEGATIVE_INFINITY;
    workspace.down.view[i] = labels[i] > 0 ? Number.POSITIVE_INFINITY : 0;
    // The last of equals is taken.
    if (labels[i] > 0 && (best < 0 || starts[i] >= starts[best])) best = i;
  }
  const every: Record<FieldName<'Problem'>, number> = {
    // Not spread: the engine then makes a new shape for every one of what may be hundreds of thousands of problems.
    gamma: parameters.gamma,
    tolerance: parameters.tolerance,
    rho: 0,
    work: 0,
    highest: 0,
    lowest: 0,
    phase: 0,
    x: points.x.pointer,
    squares: squares.pointer,
    groups: points.groups?.pointer ?? nowhere,
    stride: points.stride,
    columnStart: columns.columnStart,
    columnRow: columns.columnRow,
    columnValue: columns.columnValue,
    sums: workspace.sums?.pointer ?? nowhere,
    firstFrom: first.from,
    firstTo: first.to,
    secondFrom: second.from,
    secondTo: second.to,
    table: parameters.table?.block.pointer ?? nowhere,
    tableRows: points.rowCount,
    count,
    active: count,
    counter: Math.min(count, 1000) + 1,
    unshrunk: 0,
    iterations: 0,
    restored: 0,
    row: workspace.row.pointer,
    original: workspace.original.pointer,
    label: workspace.label.pointer,
    cost: workspace.cost.pointer,
    start: workspace.start.pointer,
    alpha: workspace.alpha.pointer,
    value: workspace.value.pointer,
    up: workspace.up.pointer,
    down: workspace.down.pointer,
    best,
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
    swaps: workspace.swaps.pointer,
    scratch: workspace.scratch.pointer,
  };
  workspace.record.set(every);
}

/** Two ranges that cover the rows: cut where the widest gap is, as between two classes. */
function rangesOf(rows: Int32Array): readonly [Range, Range] {
  const sorted = rows.slice().sort();
  const end = sorted[sorted.length - 1] + 1;
  let cut = 0;
  for (let i = 1; i < sorted.length; i++) {
    if (sorted[i] - sorted[i - 1] > (cut === 0 ? 1 : sorted[cut] - sorted[cut - 1])) cut = i;
  }
  if (cut === 0) return [{ from: sorted[0], to: end }, noRows];
  return [
    { from: sorted[0], to: sorted[cut - 1] + 1 },
    { from: sorted[cut], to: end },
  ];
}

interface Range {
  readonly from: number;
  readonly to: number;
}

const noRows: Range = { from: 0, to: 0 };

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
