/**
 * The first connections of a sparse layer: an Erdos-Renyi graph with a fixed number of edges, every possible
 * connection equally likely.
 */
import { placeOf } from '../../maths/place-of.js';
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
 * Draws `count` distinct pairs, sorted by row and column: draw as many as are missing, leave out repeats, and draw again in
 * their place. Every set of pairs is equally likely, because no pair is treated differently.
 */
function* drawDistinct(inCount: number, outCount: number, count: number, random: Random): Steps<Drawn> {
  const none: Drawn = { rowStart: new Int32Array(outCount + 1), column: new Int32Array(0) };
  const most = yield* union(none, yield* drawPairs(inCount, outCount, count, random), inCount);
  // Few are missing after the first draw, so that those that come after are kept apart until all are there.
  let late = none;
  for (let left = count - most.column.length; left > 0; left = count - most.column.length - late.column.length) {
    const drawn = yield* drawPairs(inCount, outCount, left, random);
    late = yield* union(late, without(drawn, most), inCount);
  }
  return late === none ? most : yield* union(most, late, inCount);
}

/** `count` pairs by row, repeats among them and in no order inside a row. */
function* drawPairs(inCount: number, outCount: number, count: number, random: Random): Steps<Drawn> {
  const rows = new Int32Array(count);
  const columns = new Int32Array(count);
  const rowStart = new Int32Array(outCount + 1);
  for (const part of partsOf(count, 1)) {
    for (let k = part.from; k < part.to; k++) {
      rows[k] = random.below(outCount);
      columns[k] = random.below(inCount);
      rowStart[rows[k] + 1]++;
    }
    yield part.cells;
  }
  for (let o = 0; o < outCount; o++) rowStart[o + 1] += rowStart[o];
  const next = rowStart.slice();
  const column = new Int32Array(count);
  for (const part of partsOf(count, 1)) {
    for (let k = part.from; k < part.to; k++) column[next[rows[k]]++] = columns[k];
    yield part.cells;
  }
  return { rowStart, column };
}

/** Those of `pairs` that are not among `others`, which are sorted. */
function without(pairs: Drawn, others: Drawn): Drawn {
  const rowStart = new Int32Array(pairs.rowStart.length);
  const column = new Int32Array(pairs.column.length);
  for (let o = 0; o + 1 < rowStart.length; o++) {
    let kept = rowStart[o];
    for (const value of pairs.column.subarray(pairs.rowStart[o], pairs.rowStart[o + 1])) {
      if (placeOf(others.column, others.rowStart[o], others.rowStart[o + 1], value) < 0) column[kept++] = value;
    }
    rowStart[o + 1] = kept;
  }
  return { rowStart, column: column.subarray(0, rowStart.at(-1)) };
}

/**
 * The pairs of both, each once, in order: a row's columns are marked in a map of bits, which is read from its first bit to
 * its last. The map stays in the cache, and neither order nor repeats cost anything.
 */
function* union(one: Drawn, other: Drawn, inCount: number): Steps<Drawn> {
  const outCount = one.rowStart.length - 1;
  const room = one.column.length + other.column.length;
  const rowStart = new Int32Array(outCount + 1);
  const column = new Int32Array(room);
  const marks = new Int32Array(Math.ceil(inCount / 32));
  for (const part of partsOf(outCount, marks.length + room / outCount)) {
    for (let o = part.from; o < part.to; o++) {
      markRow(marks, one, o);
      markRow(marks, other, o);
      rowStart[o + 1] = takeMarks(marks, column, rowStart[o]);
    }
    yield part.cells;
  }
  return { rowStart, column: column.subarray(0, rowStart[outCount]) };
}

function markRow(marks: Int32Array, { rowStart, column }: Drawn, row: number): void {
  const end = rowStart[row + 1];
  for (let k = rowStart[row]; k < end; k++) marks[column[k] >> 5] |= 1 << (column[k] & 31);
}

/** Writes the places of the marks to `places` from `start` on and wipes the map; returns where it ended. */
function takeMarks(marks: Int32Array, places: Int32Array, start: number): number {
  let end = start;
  for (let word = 0; word < marks.length; word++) {
    for (let left = marks[word]; left !== 0; left &= left - 1)
      places[end++] = 32 * word + 31 - Math.clz32(left & -left);
  }
  marks.fill(0);
  return end;
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
