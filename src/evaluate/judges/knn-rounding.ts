/**
 * Points as 16-bit integers for the search of neighbours: moved by a common centre, divided by a common step. The step
 * is as small as the lengths of the rows allow; rows far longer than the mean are left out of the search.
 */
import type { Address } from '../../compute/address.js';
import { type Engine, evenBounds } from '../../compute/engine.js';
import { kernelNumbers } from '../../compute/kernels-interface.js';
import type { Block } from '../../compute/memory.js';
import type { Points } from '../points.js';

/** Training rows that stand side by side. */
const { panelRows } = kernelNumbers;
/** Rows that are longer than this many times the mean length count as far. */
const farLength = 8;
/** |qa - qb|^2 <= (|qa| + |qb|)^2 stays below 2^31 up to this length. */
const longest = 23170;

/** Both sets of points in 16-bit integers; see the kernel for the layout. */
export interface RoundedPoints {
  /** Training rows: those that are searched, then the far ones, both ascending. */
  readonly list: Block<Int32Array>;
  readonly nearCount: number;
  /** Test rows that are too far out to be rounded. */
  readonly isFarTest: readonly boolean[];
  readonly train: Block<Int32Array>;
  readonly trainSquares: Block<Int32Array>;
  readonly test: Block<Int32Array>;
  readonly testSquares: Block<Int32Array>;
  /** 2 e of every test row, in steps. */
  readonly slack: Block<Float64Array>;
}

export function roundPoints(engine: Engine, train: Points, test: Points): RoundedPoints {
  const { memory } = engine;
  const pairCount = train.stride / 2;
  const centre = memory.float64(train.stride);
  const { near, far, farthest } = partRows(train, centre.view);
  const testLengths = rowLengths(test, centre.view);
  const longestTest = testLengths.reduce((a, b) => Math.max(a, b), 0);
  const reach = Math.min(farthest, Math.max(longestTest, longestOf(near)));
  // Rounding may lengthen a row by half a step in every feature.
  const inverseStep = reach > 0 ? (longest - 1 - Math.sqrt(train.stride) / 2) / reach : 1;
  const list = memory.int32(train.rowCount);
  list.view.set(near.rows);
  list.view.set(far, near.rows.length);
  const everyTestRow = memory.int32(test.rowCount);
  everyTestRow.view.set(testLengths.map((_, row) => row));
  const panels = Math.ceil(near.rows.length / panelRows) * panelRows;
  const groups = Math.ceil(test.rowCount / 4) * 4;
  const rounded = {
    list,
    nearCount: near.rows.length,
    isFarTest: Array.from(testLengths, (length) => length > reach),
    train: memory.int32(panels * pairCount),
    trainSquares: memory.int32(panels),
    test: memory.int32(groups * pairCount),
    testSquares: memory.int32(groups),
    slack: memory.float64(groups),
  };
  const errors = memory.float64(near.rows.length);
  const round = (
    points: Points,
    count: number,
    from: Address,
    out: Address,
    squares: Address,
    slack: Address,
    lane: number,
  ) =>
    engine.run(
      'quantiseRows',
      evenBounds(count, engine.threadCount),
      out,
      squares,
      slack,
      points.x.pointer,
      from,
      centre.pointer,
      points.stride,
      lane,
      inverseStep,
    );
  const { train: trainOut, trainSquares, test: testOut, testSquares, slack } = rounded;
  round(train, near.rows.length, list.pointer, trainOut.pointer, trainSquares.pointer, errors.pointer, panelRows);
  round(test, test.rowCount, everyTestRow.pointer, testOut.pointer, testSquares.pointer, slack.pointer, 1);
  const worst = errors.view.reduce((a, b) => Math.max(a, b), 0);
  for (let row = 0; row < groups; row++) slack.view[row] = 2 * (slack.view[row] + worst);
  return rounded;
}

interface PartedRows {
  /** Rows within reach of the centre and their distances from it. */
  readonly near: { readonly rows: Int32Array; readonly lengths: Float64Array };
  readonly far: Int32Array;
  /** Rows that are longer than this are far. */
  readonly farthest: number;
}

/**
 * Finds the centre of the rows and parts those far from it from the rest. The far ones pull the centre towards them, so
 * it is taken again without them, a few times at most.
 */
function partRows(points: Points, centre: Float64Array): PartedRows {
  let rows = Int32Array.from({ length: points.rowCount }, (_, row) => row);
  for (let round = 0; ; round++) {
    centre.set(meanRow(points, rows));
    const lengths = rowLengths(points, centre);
    const farthest = (farLength * rows.reduce((sum, row) => sum + lengths[row], 0)) / rows.length;
    const near = rows.filter((row) => lengths[row] <= farthest);
    if (near.length === rows.length || round === 3) {
      const isNear = new Uint8Array(points.rowCount);
      for (const row of near) isNear[row] = 1;
      const far = Int32Array.from(isNear.keys()).filter((row) => isNear[row] === 0);
      return { near: { rows: near, lengths: Float64Array.from(near, (row) => lengths[row]) }, far, farthest };
    }
    rows = near;
  }
}

function longestOf({ lengths }: PartedRows['near']): number {
  return lengths.reduce((a, b) => Math.max(a, b), 0);
}

function meanRow({ stride, x }: Points, rows: Int32Array): Float64Array {
  const mean = new Float64Array(stride);
  for (const row of rows) {
    for (let f = 0; f < stride; f++) mean[f] += x.view[row * stride + f];
  }
  return mean.map((sum) => sum / rows.length);
}

function rowLengths({ rowCount, stride, x }: Points, centre: Float64Array): Float64Array {
  const lengths = new Float64Array(rowCount);
  for (let row = 0; row < rowCount; row++) {
    let square = 0;
    for (let f = 0; f < stride; f++) square += (x.view[row * stride + f] - centre[f]) ** 2;
    lengths[row] = Math.sqrt(square);
  }
  return lengths;
}
