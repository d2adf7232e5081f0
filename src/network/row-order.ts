/**
 * The order in which an epoch visits the training rows.
 *
 * Small data is shuffled as a whole. Large data, which may lie on a disk, is shuffled in blocks: rows are cut into blocks
 * of neighbours, the blocks are shuffled and dealt into windows of many blocks each, and the rows of a window are
 * shuffled among themselves. A window then needs only as many reads as it has blocks, and holds rows from all over the
 * data, so that data sorted by class still gives mixed batches.
 *
 * What is large, and the sizes of blocks and windows, depend on the numbers of rows and columns alone: the order is the
 * same wherever the rows are kept and however much memory there is.
 */

import { type Random, shuffle } from '../maths/random.js';
import { allRows } from '../matrix/all-rows.js';

export interface OrderSizes {
  /** Cells (rows x columns) up to which the rows are shuffled as a whole. */
  readonly wholeCells: number;
  readonly windowCells: number;
  readonly blockCells: number;
  /** A window holds a batch and more, however wide the rows are. */
  readonly leastWindowRows: number;
}

export const orderSizes: OrderSizes = {
  wholeCells: 2 ** 26,
  windowCells: 2 ** 24,
  blockCells: 2 ** 18,
  leastWindowRows: 128,
};

/** Rows of a block, and of every window but the last, which may be shorter. */
export interface WindowPlan {
  readonly blockRows: number;
  readonly windowRows: number;
}

export function planWindows(rowCount: number, columnCount: number, sizes: OrderSizes = orderSizes): WindowPlan {
  const blockRows = Math.max(1, Math.floor(sizes.blockCells / columnCount));
  const mostRows = Math.max(sizes.leastWindowRows, Math.floor(sizes.windowCells / columnCount));
  const mostBlocks = Math.max(1, Math.floor(mostRows / blockRows));
  const blockCount = Math.ceil(rowCount / blockRows);
  // Windows of equal length, so that the last is no mere rest whose few blocks hardly mix.
  const windowCount = Math.ceil(blockCount / mostBlocks);
  return { blockRows, windowRows: Math.ceil(blockCount / windowCount) * blockRows };
}

/** Gives the rows in a new order for every epoch, always in the same array. */
export function createRowOrder(
  rowCount: number,
  columnCount: number,
  random: Random,
  sizes: OrderSizes = orderSizes,
): () => Int32Array {
  const order = allRows({ rowCount });
  if (rowCount * columnCount <= sizes.wholeCells) return () => shuffle(order, random);
  const plan = planWindows(rowCount, columnCount, sizes);
  const blocks = allRows({ rowCount: Math.ceil(rowCount / plan.blockRows) });
  return () => {
    shuffle(blocks, random);
    putShortBlockLast(blocks);
    fillOrder(order, blocks, plan.blockRows);
    for (let from = 0; from < rowCount; from += plan.windowRows) {
      shuffle(order.subarray(from, Math.min(rowCount, from + plan.windowRows)), random);
    }
    return order;
  };
}

/** The last block of the data may be short; in the last window it moves no other window's start. */
function putShortBlockLast(blocks: Int32Array): void {
  const last = blocks.length - 1;
  const place = blocks.indexOf(last);
  blocks[place] = blocks[last];
  blocks[last] = last;
}

function fillOrder(order: Int32Array, blocks: Int32Array, blockRows: number): void {
  let at = 0;
  for (const block of blocks) {
    const end = Math.min(order.length, (block + 1) * blockRows);
    for (let row = block * blockRows; row < end; row++) order[at++] = row;
  }
}
