/**
 * The first connections of a sparse layer: an Erdos-Renyi graph with a fixed number of edges, every possible
 * connection equally likely.
 */
import type { Random } from '../../maths/random.js';
import { finish, partsOf, type Steps } from '../../turns.js';
import { type SparseLayer, transposeIndex } from './layer.js';

/** round(epsilon * (in + out)), never above in * out (Section 3.2.1 of the paper). */
export function connectionCount(inCount: number, outCount: number, epsilon: number): number {
  return Math.min(Math.round(epsilon * (inCount + outCount)), inCount * outCount);
}

/** Fills rowStart and column with `layer.connectionCount` distinct connections, and the transposed index. */
export function connectAtRandom(layer: SparseLayer, random: Random): void {
  finish(connectSteps(layer, random));
}

export function* connectSteps(layer: SparseLayer, random: Random): Steps<void> {
  const { inCount, outCount, connectionCount: count } = layer;
  const possible = inCount * outCount;
  if (count > possible / 2) {
    // Above half density it is quicker to draw the connections that are missing.
    const missing = yield* drawDistinct(inCount, outCount, possible - count, random);
    fillAllExcept(layer, missing);
  } else {
    const drawn = yield* drawDistinct(inCount, outCount, count, random);
    for (let o = 0; o <= outCount; o++) layer.rowStart.view[o] = drawn.rowStart[o];
    layer.column.view.set(drawn.column.subarray(0, count));
  }
  transposeIndex(layer);
}

interface Drawn {
  readonly rowStart: Int32Array;
  readonly column: Int32Array;
}

/**
 * Draws `count` distinct pairs, sorted by row and column: draw as many as are missing, sort, leave out repeats, and
 * draw again in their place. Every set of pairs is equally likely, because no pair is treated differently.
 */
function* drawDistinct(inCount: number, outCount: number, count: number, random: Random): Steps<Drawn> {
  let have: Drawn = { rowStart: new Int32Array(outCount + 1), column: new Int32Array(0) };
  while (have.column.length < count) {
    const known = have.column.length;
    const rows = new Int32Array(count);
    const columns = new Int32Array(count);
    for (let o = 0; o < outCount; o++) rows.fill(o, have.rowStart[o], have.rowStart[o + 1]);
    columns.set(have.column);
    for (const part of partsOf(count - known, 1)) {
      for (let k = known + part.from; k < known + part.to; k++) {
        rows[k] = random.below(outCount);
        columns[k] = random.below(inCount);
      }
      yield part.cells;
    }
    have = yield* sortDistinct(rows, columns, inCount, outCount);
  }
  return have;
}

/** Sorted by counting, columns first and rows then: a second sort keeps the order of the first among equals. */
function* sortDistinct(rows: Int32Array, columns: Int32Array, inCount: number, outCount: number): Steps<Drawn> {
  const byColumn = yield* countingOrder(columns, inCount);
  const byRow = yield* countingOrder(rows, outCount, byColumn);
  const rowStart = new Int32Array(outCount + 1);
  const sorted = new Int32Array(columns.length);
  let kept = 0;
  for (const part of partsOf(byRow.length, 1)) {
    for (let k = part.from; k < part.to; k++) {
      const row = rows[byRow[k]];
      const value = columns[byRow[k]];
      const isFirst = kept === 0 || rows[byRow[k - 1]] !== row;
      if (isFirst || value !== sorted[kept - 1]) sorted[kept++] = value;
      rowStart[row + 1] = kept;
    }
    yield part.cells;
  }
  for (let o = 0; o < outCount; o++) rowStart[o + 1] = Math.max(rowStart[o], rowStart[o + 1]);
  return { rowStart, column: sorted.subarray(0, kept) };
}

/** The places of the keys, each below `bound`, in ascending order of the keys, equals as in `order` (else as they stand). */
function* countingOrder(keys: Int32Array, bound: number, order?: Int32Array): Steps<Int32Array> {
  const next = new Int32Array(bound + 1);
  for (let k = 0; k < keys.length; k++) next[keys[k] + 1]++;
  for (let key = 0; key < bound; key++) next[key + 1] += next[key];
  const sorted = new Int32Array(keys.length);
  for (const part of partsOf(keys.length, 1)) {
    for (let k = part.from; k < part.to; k++) {
      const place = order === undefined ? k : order[k];
      sorted[next[keys[place]]++] = place;
    }
    yield part.cells;
  }
  return sorted;
}

function fillAllExcept(layer: SparseLayer, missing: Drawn): void {
  const rowStart = layer.rowStart.view;
  const column = layer.column.view;
  let k = 0;
  for (let o = 0; o < layer.outCount; o++) {
    rowStart[o] = k;
    let skip = missing.rowStart[o];
    for (let i = 0; i < layer.inCount; i++) {
      if (skip < missing.rowStart[o + 1] && missing.column[skip] === i) skip++;
      else column[k++] = i;
    }
  }
  rowStart[layer.outCount] = k;
}
