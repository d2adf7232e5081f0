/**
 * What fits in a budget of memory, by arithmetic.
 *
 * The budget is for the whole process. Node, the kernels and a network's hidden layers take `baseBytes`; every column
 * takes its part of the input layer, of a batch and of the ranking; every row its label, its places in orders and splits.
 * A matrix in memory is needed about twice, because the training rows are taken apart from the others. On disk it needs
 * one window of rows instead. A tenth of the budget is left for further threads, and at the end, when the window is no
 * longer needed, as much for the judge's cache of kernel rows: neither changes a bit of the result. Methods that are tried
 * on few rows have what is then left of the budget for threads of their own.
 */
import { UserError } from '../../src/errors.js';
import { svm } from '../../src/evaluate/judges/svm.js';
import { bytesPerCell } from '../../src/matrix/stored-rows.js';
import { planWindows } from '../../src/network/row-order.js';
import type { Matrix, StoredMatrix } from '../../src/types.js';

const baseBytes = 180e6;
const bytesPerColumn = 2500;
const bytesPerRow = 64;
const bytesPerThread = 12e6;
/** Of a thread that runs trials of methods: JavaScript of its own and compiled code, and the rows of its folds. */
const bytesPerTrialThread = 60e6;
const bytesPerTrialCell = 35;
const shareOfThreads = 0.1;
const shareOfKernelRows = 0.1;

/** Copies of the matrix that a selection in memory holds at its peak. */
const copiesInMemory = 2;

const units: Readonly<Record<string, number>> = {
  B: 1,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  KIB: 2 ** 10,
  MIB: 2 ** 20,
  GIB: 2 ** 30,
  TIB: 2 ** 40,
};

/** Reads `800MB`, `1.5 GB` or `2GiB` as bytes. */
export function readBytes(text: string, flag = 'memory'): number {
  const [, number, unit = ''] = /^\s*(\d+(?:\.\d+)?)\s*([a-z]*)\s*$/i.exec(text) ?? [];
  const factor = units[unit.toUpperCase()];
  if (number !== undefined && factor !== undefined && Number(number) > 0) return Math.floor(Number(number) * factor);
  throw new UserError('usage', `${flag} must be a size such as 800MB, 1.5GB or 2GiB. Got "${text}"`);
}

/** Bytes that a matrix of so many columns may take in memory; none where the budget is too small for it. */
export function roomInMemory(budget: number, columnCount: number): number {
  return Math.max(0, (withoutThreads(budget) - baseBytes - columnCount * bytesPerColumn) / copiesInMemory);
}

/** How many of the threads asked for there is memory for. */
export function threadsWithin(budget: number, threadCount: number): number {
  return Math.min(threadCount, 1 + Math.floor((budget * shareOfThreads) / bytesPerThread));
}

/** How many trials of methods there is memory for at once, each on a thread with an engine and rows of its own. */
export function trialThreadsWithin(
  budget: number,
  threadCount: number,
  { rowCount, columnCount }: Pick<Matrix, 'rowCount' | 'columnCount'>,
): number {
  const cells = rowCount * columnCount;
  const rest = withoutThreads(budget) - baseBytes - columnCount * bytesPerColumn - copiesInMemory * 8 * cells;
  const more = Math.floor(rest / (bytesPerTrialThread + bytesPerTrialCell * cells));
  return Math.min(threadCount, 1 + Math.max(0, more));
}

/** Most megabytes for the SVM's kernel rows, of those asked for; all of them where there is no budget. */
export function kernelRowsWithin(
  budget = Number.POSITIVE_INFINITY,
  megabytes: number = svm.options.cacheMegabytes.default,
): number {
  return Math.min(megabytes, Math.floor((budget * shareOfKernelRows) / 2 ** 20));
}

function withoutThreads(budget: number): number {
  return budget * (1 - shareOfThreads);
}

/** Refuses a budget that not even a selection from disk can keep. */
export function checkBudget(budget: number, matrix: StoredMatrix): void {
  const { rowCount, columnCount, store } = matrix;
  const window = planWindows(rowCount, columnCount).windowRows * columnCount * bytesPerCell(store.cellType);
  const needed = baseBytes + columnCount * bytesPerColumn + rowCount * bytesPerRow + window;
  if (withoutThreads(budget) >= needed) return;
  throw new UserError(
    'usage',
    `of ${megabytes(budget)} is too little for ${countOf(rowCount)} rows of ${countOf(columnCount)} columns, ` +
      `even when they are kept on disk; it takes at least ${megabytes(needed / (1 - shareOfThreads))}`,
    { subject: { option: 'memory' } },
  );
}

function countOf(count: number): string {
  return count.toLocaleString('en');
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1e6)}MB`;
}
