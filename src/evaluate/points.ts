/**
 * Rows of chosen features, scaled, as the classifiers' kernels want them: doubles in kernel memory, because
 * scikit-learn, whose answers these classifiers give, also computes in double precision.
 */
import { type Address, nowhere, shifted } from '../compute/address.js';
import { type Engine, evenBounds } from '../compute/engine.js';
import type { Block } from '../compute/memory.js';
import { UserError } from '../errors.js';
import { areFinite } from '../matrix/are-finite.js';
import { rowChunks } from '../matrix/stored-rows.js';
import type { AnyMatrix, Matrix, Scaling } from '../types.js';

export interface Points {
  readonly rowCount: number;
  readonly featureCount: number;
  /** Doubles from one row to the next: the features, and zeros up to a multiple of 4. */
  readonly stride: number;
  /** [row][stride] */
  readonly x: Block<Float64Array>;
  /**
   * Where most of the numbers are 0: for every row how many groups of four features are not all 0, then where they begin, in
   * bytes from the start of the row; [row][1 + stride / 4].
   */
  readonly groups?: Block<Int32Array>;
  /** Of every feature, what the scaled value is more than the point's, where that was left out (keep-zeros.ts). */
  readonly shift?: Float64Array;
}

/** Which cells of a matrix to take: row numbers, feature numbers, and how to scale their values. */
export interface Cells {
  readonly matrix: AnyMatrix;
  readonly rows: Int32Array;
  readonly features: Int32Array;
  readonly scaling: Scaling;
}

/** Copies the cells into kernel memory; the caller frees it by its mark. */
export function gatherPoints(engine: Engine, cells: Cells): Points {
  const { rows, features } = cells;
  const stride = Math.ceil(features.length / 4) * 4;
  checkSize(rows.length, features.length, rows.length * stride * 8);
  const x = engine.memory.float64(rows.length * stride);
  for (const chunk of rowChunks(cells.matrix, rows)) {
    const part = { ...cells, rows: chunk.rows };
    const out = x.view.subarray(chunk.from * stride);
    if (chunk.matrix.kind === 'dense') gatherDense(out, stride, part, chunk.matrix);
    else gatherSparse(out, stride, part, chunk.matrix);
  }
  checkFinite(x.view, stride, cells);
  const groups = listGroups(engine, x.view, stride);
  return { rowCount: rows.length, featureCount: features.length, stride, x, ...(groups && { groups }) };
}

/** The lists of groups that are not all 0, where they are less than half of all: else going by a list gains nothing. */
function listGroups({ memory }: Engine, x: Float64Array, stride: number): Block<Int32Array> | undefined {
  const mark = memory.mark();
  const rowCount = x.length / stride;
  const room = 1 + stride / 4;
  const groups = memory.int32(rowCount * room);
  const lists = groups.view;
  const most = x.length / 8;
  let used = 0;
  for (let row = 0; row < rowCount && used < most; row++) {
    const start = row * stride;
    let place = row * room;
    for (let at = start; at < start + stride; at += 4) {
      if (x[at] !== 0 || x[at + 1] !== 0 || x[at + 2] !== 0 || x[at + 3] !== 0) lists[++place] = (at - start) * 8;
    }
    lists[row * room] = place - row * room;
    used += place - row * room;
  }
  if (used < most) return groups;
  memory.release(mark);
  return undefined;
}

/** Where the lists of the rows from `row` on stand, for kernels. */
export function groupsFrom({ groups, stride }: Points, row: number): Address {
  return groups === undefined ? nowhere : shifted(groups.pointer, 4 * row * (1 + stride / 4));
}

/** Kernel memory ends at 4 GiB, and both sides of a split and the classifier's own arrays must fit. */
const mostBytes = 3.5 * 2 ** 30;

function checkSize(rowCount: number, featureCount: number, bytes: number): void {
  if (bytes <= mostBytes) return;
  throw new UserError(
    'failure',
    `evaluation: ${rowCount} rows with ${featureCount} features take ${(bytes / 2 ** 30).toFixed(1)} GiB, ` +
      'more than the 3.5 GiB there are; choose fewer features or rows',
  );
}

type Chosen = Pick<Cells, 'features' | 'scaling'> & { readonly rows: ArrayLike<number> };

function gatherDense(out: Float64Array, stride: number, cells: Chosen, matrix: Matrix & { kind: 'dense' }): void {
  const { rows, features, scaling } = cells;
  const { values, columnCount } = matrix;
  const [offset, factor] = [scaling.offset, scaling.factor].map((each) => Float64Array.from(features, (f) => each[f]));
  for (let i = 0; i < rows.length; i++) {
    const source = rows[i] * columnCount;
    const start = i * stride;
    for (let f = 0; f < features.length; f++) out[start + f] = (values[source + features[f]] - offset[f]) * factor[f];
  }
}

function gatherSparse(out: Float64Array, stride: number, cells: Chosen, matrix: Matrix & { kind: 'sparse' }): void {
  const { rows, features, scaling } = cells;
  const { rowStart, column, value } = matrix;
  const place = new Int32Array(matrix.columnCount).fill(-1);
  const zeros = new Float64Array(features.length);
  features.forEach((feature, f) => {
    place[feature] = f;
    zeros[f] = (0 - scaling.offset[feature]) * scaling.factor[feature];
  });
  for (let i = 0; i < rows.length; i++) {
    out.set(zeros, i * stride);
    for (let entry = rowStart[rows[i]]; entry < rowStart[rows[i] + 1]; entry++) {
      const feature = column[entry];
      if (place[feature] < 0) continue;
      out[i * stride + place[feature]] = (value[entry] - scaling.offset[feature]) * scaling.factor[feature];
    }
  }
}

function checkFinite(x: Float64Array, stride: number, { rows, features }: Cells): void {
  if (areFinite(x)) return;
  const place = x.findIndex((value) => !Number.isFinite(value));
  const [row, feature] = [rows[Math.floor(place / stride)], features[place % stride]];
  throw new UserError(
    'data',
    `evaluation: row ${row}, feature number ${feature}: expected a finite number after scaling, got ${x[place]}; ` +
      'fill or drop missing values first',
  );
}

/** |row|^2 of every row. */
export function squaredNorms(engine: Engine, points: Points): Block<Float64Array> {
  const squares = engine.memory.float64(points.rowCount);
  const bounds = evenBounds(points.rowCount, engine.threadCount);
  engine.run('squaredNorms', bounds, squares.pointer, points.x.pointer, points.stride);
  return squares;
}

/** Puts row `order[place]` at every place, without a second copy of the rows. */
export function permuteRows({ x, stride, groups }: Points, order: Int32Array): void {
  permute(x.view, stride, order);
  if (groups) permute(groups.view, 1 + stride / 4, order);
}

function permute<Values extends Float64Array | Int32Array>(values: Values, length: number, order: Int32Array): void {
  const isPlaced = new Uint8Array(order.length);
  for (let start = 0; start < order.length; start++) {
    if (isPlaced[start] === 1 || order[start] === start) continue;
    const kept = values.slice(start * length, (start + 1) * length);
    let place = start;
    for (; order[place] !== start; place = order[place]) {
      values.copyWithin(place * length, order[place] * length, (order[place] + 1) * length);
      isPlaced[place] = 1;
    }
    values.set(kept, place * length);
    isPlaced[place] = 1;
  }
}
