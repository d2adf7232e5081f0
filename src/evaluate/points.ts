/**
 * Rows of chosen features, scaled, as the classifiers' kernels want them: doubles in kernel memory, because
 * scikit-learn, whose answers these classifiers give, also computes in double precision.
 */
import { type Engine, evenBounds } from '../compute/engine.js';
import type { Block } from '../compute/memory.js';
import { UserError } from '../errors.js';
import { rowChunks } from '../matrix/stored-rows.js';
import type { AnyMatrix, Matrix, Scaling } from '../types.js';

export interface Points {
  readonly rowCount: number;
  readonly featureCount: number;
  /** Doubles from one row to the next: the features, and zeros up to a multiple of 4. */
  readonly stride: number;
  /** [row][stride] */
  readonly x: Block<Float64Array>;
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
  return { rowCount: rows.length, featureCount: features.length, stride, x };
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
  for (let i = 0; i < rows.length; i++) {
    const source = rows[i] * columnCount;
    for (let f = 0; f < features.length; f++) {
      const feature = features[f];
      out[i * stride + f] = (values[source + feature] - scaling.offset[feature]) * scaling.factor[feature];
    }
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
  let place = 0;
  while (place < x.length && Number.isFinite(x[place])) place++;
  if (place === x.length) return;
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
export function permuteRows({ x, stride }: Points, order: Int32Array): void {
  const isPlaced = new Uint8Array(order.length);
  const kept = new Float64Array(stride);
  for (let start = 0; start < order.length; start++) {
    if (isPlaced[start] === 1 || order[start] === start) continue;
    kept.set(x.view.subarray(start * stride, (start + 1) * stride));
    let place = start;
    for (; order[place] !== start; place = order[place]) {
      x.view.copyWithin(place * stride, order[place] * stride, (order[place] + 1) * stride);
      isPlaced[place] = 1;
    }
    x.view.set(kept, place * stride);
    isPlaced[place] = 1;
  }
}
