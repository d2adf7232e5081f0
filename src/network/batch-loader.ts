/**
 * Brings rows of the training matrix into kernel memory as [feature][row], scaled, in single precision.
 *
 * The matrix stays outside kernel memory in its own type (bytes stay bytes). Dense rows pass through a small staging
 * area, a window of features at a time, and a kernel transposes and scales them while they are in cache. Sparse rows
 * are scattered directly. Stored rows come from a window of rows that is held in memory.
 */

import { elementTypeCode } from '../compute/element-types.js';
import { type Engine, evenBounds } from '../compute/engine.js';
import type { Block } from '../compute/memory.js';
import type {
  AnyMatrix,
  DenseMatrix,
  NumericArray,
  Scaling,
  SparseMatrix,
  StoredMatrix,
  Target,
  TrainingSet,
} from '../types.js';
import { createRowWindow } from './row-window.js';

const stagingBytes = 1 << 20;
/** What is copied at a time where places agree in it. */
const wordBytes = 8;

/** Features in ascending order, and where they are in kernel memory. */
export interface FeatureList {
  readonly block: Block<Int32Array>;
  readonly count: number;
}

/** Where the values go: [feature][row] with `stride` floats a feature; `compact` numbers features by their place in the list. */
export interface BatchTarget {
  readonly values: Block<Float32Array>;
  readonly stride: number;
  readonly compact: boolean;
}

export interface BatchLoader {
  /** Loads rows[from .. from + count] of the listed features, and zeroes the columns up to `width`. */
  load(rows: Int32Array, from: number, count: number, width: number, features: FeatureList, target: BatchTarget): void;
}

export function createBatchLoader(
  engine: Engine,
  training: TrainingSet<AnyMatrix, Target>,
  mostRows: number,
): BatchLoader {
  const { matrix, scaling } = training;
  if (matrix.kind === 'stored') return createStoredLoader(engine, scaling, matrix, mostRows);
  return matrix.kind === 'dense'
    ? createDenseLoader(engine, scaling, matrix, mostRows)
    : createSparseLoader(scaling, matrix);
}

/** A window of the rows is in memory, and a batch is loaded from it as from any dense matrix. */
function createStoredLoader(engine: Engine, scaling: Scaling, matrix: StoredMatrix, mostRows: number): BatchLoader {
  const window = createRowWindow(matrix, mostRows);
  const dense = createDenseLoader(engine, scaling, window.places, mostRows);
  const place = new Int32Array(mostRows);
  return {
    load(rows, from, count, width, features, target) {
      window.bring(rows, from, count, place);
      dense.load(place, 0, count, width, features, target);
    },
  };
}

function createDenseLoader(
  engine: Engine,
  scaling: Scaling,
  { columnCount, values }: DenseMatrix,
  mostRows: number,
): BatchLoader {
  const elementBytes = values.BYTES_PER_ELEMENT;
  // Behind every row there is room to move it by less than a word, and for the rest of its last one.
  const spare = (2 * wordBytes) / elementBytes;
  const leastWindow = Math.min(columnCount, 64);
  const mostElements = Math.min(mostRows * columnCount, stagingBytes / elementBytes);
  const capacity = Math.max(mostRows * leastWindow, mostElements) + mostRows * spare;
  const staging = engine.memory.float64(Math.ceil((capacity * elementBytes) / 8));
  const stagingView = new (values.constructor as new (b: ArrayBufferLike, o: number, n: number) => NumericArray)(
    engine.memory.buffer,
    staging.pointer,
    capacity,
  );
  const rowAddress = engine.memory.int32(mostRows);
  const offset = engine.memory.float64(columnCount);
  const factor = engine.memory.float64(columnCount);
  offset.view.set(scaling.offset);
  factor.view.set(scaling.factor);
  const type = elementTypeCode(values);

  /** Copies a window of the rows to the staging area. Words are copied whole only between places that agree in alignment. */
  const stage = (rows: Int32Array, from: number, count: number, windowStart: number, length: number): void => {
    const apart = Math.ceil((length * elementBytes) / wordBytes) * wordBytes + wordBytes;
    for (let r = 0; r < count; r++) {
      const start = rows[from + r] * columnCount + windowStart;
      const at = r * apart + ((values.byteOffset + start * elementBytes) % wordBytes);
      stagingView.set(values.subarray(start, start + length) as never, at / elementBytes);
      rowAddress.view[r] = staging.pointer + at;
    }
  };

  return {
    load(rows, from, count, width, features, target) {
      const list = features.block.view;
      const windowLength = Math.floor(capacity / count) - spare;
      let first = 0;
      while (first < features.count) {
        const windowStart = list[first];
        const windowEnd = Math.min(columnCount, windowStart + windowLength);
        let last = first + 1;
        while (last < features.count && list[last] < windowEnd) last++;
        stage(rows, from, count, windowStart, list[last - 1] + 1 - windowStart);
        const bounds = evenBounds(last - first, engine.threadCount);
        for (let part = 0; part < bounds.length; part++) bounds[part] += first;
        engine.run(
          'copyIn',
          bounds,
          target.values.pointer,
          rowAddress.pointer,
          features.block.pointer,
          offset.pointer,
          factor.pointer,
          target.stride,
          count,
          width,
          windowStart,
          type,
          target.compact ? 1 : 0,
        );
        first = last;
      }
    },
  };
}

function createSparseLoader(scaling: Scaling, matrix: SparseMatrix): BatchLoader {
  const { rowStart, column, value } = matrix;
  const place = new Int32Array(matrix.columnCount).fill(-1);
  const zeros = Float32Array.from(scaling.offset, (offset, feature) => (0 - offset) * scaling.factor[feature]);
  return {
    load(rows, from, count, width, features, { values, stride, compact }) {
      const list = features.block.view;
      const out = values.view;
      for (let a = 0; a < features.count; a++) {
        const feature = list[a];
        const row = (compact ? a : feature) * stride;
        const zero = zeros[feature];
        place[feature] = row;
        // A loop, because `fill` takes longer to be called than to write the few rows of a batch.
        for (let at = row; at < row + count; at++) out[at] = zero;
      }
      for (let r = 0; r < count; r++) {
        const end = rowStart[rows[from + r] + 1];
        for (let k = rowStart[rows[from + r]]; k < end; k++) {
          const feature = column[k];
          if (place[feature] < 0) continue;
          out[place[feature] + r] = (value[k] - scaling.offset[feature]) * scaling.factor[feature];
        }
      }
      for (let a = 0; a < features.count; a++) place[list[a]] = -1;
      clearPadding(features, { values, stride, compact }, count, width);
    },
  };
}

/** Kernels work on whole vectors: the columns between the row count and the width must not hold old values. */
function clearPadding(features: FeatureList, target: BatchTarget, count: number, width: number): void {
  if (count === width) return;
  const list = features.block.view;
  for (let a = 0; a < features.count; a++) {
    const row = (target.compact ? a : list[a]) * target.stride;
    target.values.view.fill(0, row + count, row + width);
  }
}
