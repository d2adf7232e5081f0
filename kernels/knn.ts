// Nearest neighbours, exact, by way of integers.
//
// Every point is moved by a common centre and rounded to multiples q of a step, small enough for 16 bits. The distance
// of two rounded points is exact in 32-bit integers, |qa|^2 + |qb|^2 - 2 qa.qb, at 8 products an instruction; and it
// differs from the true distance by at most e = |a - step * qa| + |b - step * qb|. So a row can be among the k nearest
// only where its rounded distance is at most 2 e above the k-th smallest: those candidates are measured again in double
// precision, ties going to the lower row. A training row far longer than the others would make the step coarse for all:
// such rows are left out of the search and always measured.

/** Training rows of a panel: [panel][pair of features][row of the panel][2], so that a vector holds 4 rows. */
export const panelRows: i32 = 8;

/** What stands before the heap in the record of a test row. */
@unmanaged
export class Neighbourhood {
  /** How many candidates there are. */
  count: i32;
  /** 1 where they did not fit. */
  overflow: i32;
  /** Largest rounded squared distance a neighbour can still have. */
  threshold: i32;
  /** Distances in the heap. */
  heapSize: i32;
}

@inline
function headerOf(record: usize): Neighbourhood {
  return changetype<Neighbourhood>(record);
}

/** The heap (k integers), then the candidates' rows and rounded distances (`room` each). */
@inline
function heapOf(record: usize): usize {
  return record + offsetof<Neighbourhood>();
}

@inline
function recordSize(k: i32, room: i32): usize {
  return offsetof<Neighbourhood>() + (<usize>(k + 2 * room) << 2);
}

@inline
function getInt(array: usize, i: i32): i32 {
  return load<i32>(array + (<usize>i << 2));
}

@inline
function setInt(array: usize, i: i32, value: i32): void {
  store<i32>(array + (<usize>i << 2), value);
}

/**
 * Rounds the rows x[list[row]] for row in from .. to: out = round((x - centre) * inverseStep) as 16-bit integers, cut at
 * their largest, laid out in panels of `rows` rows; squares[row] = |out|^2; errors[row] = |x - centre - step * out|, in
 * steps.
 */
export function quantiseRows(
  out: usize, squares: usize, errors: usize, x: usize, list: usize, centre: usize, stride: i32, rows: i32,
  inverseStep: f64, from: i32, to: i32,
): void {
  const pairCount = stride >> 1;
  for (let row = from; row < to; row++) {
    const source = x + (<usize>getInt(list, row) * <usize>stride << 3);
    const target = out + ((<usize>(row / rows) * <usize>pairCount * <usize>rows + <usize>(row % rows)) << 2);
    let square = 0, error = 0.0;
    for (let f = 0; f < stride; f++) {
      const exact = (load<f64>(source + (<usize>f << 3)) - load<f64>(centre + (<usize>f << 3))) * inverseStep;
      const rounded = max(-32767.0, min(32767.0, nearest(exact)));
      const q = <i32>rounded;
      store<i16>(target + (<usize>(f >> 1) * <usize>rows << 2) + (<usize>(f & 1) << 1), <i16>q);
      square += q * q;
      error += (exact - rounded) * (exact - rounded);
    }
    setInt(squares, row, square);
    store<f64>(errors + (<usize>row << 3), sqrt(error));
  }
}

/** Largest rounded squared distance a neighbour can still have: (sqrt(k-th smallest) + slack)^2, rounded up. */
@inline
function thresholdFor(kth: i32, slack: f64): i32 {
  const reach = sqrt(<f64>kth) + slack;
  return <i32>min(reach * reach * (1.0 + 1e-9) + 1.0, 2147483647.0);
}

/** Puts a distance into the heap of the k smallest (largest on top); the top is then the k-th smallest so far. */
function pushHeap(heap: usize, size: i32, k: i32, distance: i32): void {
  if (size < k) {
    let at = size;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (getInt(heap, parent) >= distance) break;
      setInt(heap, at, getInt(heap, parent));
      at = parent;
    }
    setInt(heap, at, distance);
    return;
  }
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= k) break;
    if (child + 1 < k && getInt(heap, child + 1) > getInt(heap, child)) child++;
    if (getInt(heap, child) <= distance) break;
    setInt(heap, at, getInt(heap, child));
    at = child;
  }
  setInt(heap, at, distance);
}

/** Drops the candidates that have fallen above the threshold; too many left means that rounding was too coarse here. */
function compactCandidates(record: usize, rows: usize, distances: usize, room: i32): void {
  const header = headerOf(record);
  const threshold = header.threshold;
  let kept = 0;
  for (let i = 0; i < room; i++) {
    if (getInt(distances, i) > threshold) continue;
    setInt(rows, kept, getInt(rows, i));
    setInt(distances, kept++, getInt(distances, i));
  }
  header.count = kept;
  if (kept == room) header.overflow = 1;
}

function addCandidate(record: usize, k: i32, room: i32, slack: f64, row: i32, distance: i32): void {
  const header = headerOf(record);
  if (header.overflow || distance > header.threshold) return;
  const heap = heapOf(record);
  const rows = heap + (<usize>k << 2);
  const distances = rows + (<usize>room << 2);
  const size = header.heapSize;
  if (size < k || distance < getInt(heap, 0)) {
    pushHeap(heap, size, k, distance);
    if (size < k) header.heapSize = size + 1;
    if (size + 1 >= k) header.threshold = thresholdFor(getInt(heap, 0), slack);
  }
  if (header.count == room) compactCandidates(record, rows, distances, room);
  if (header.overflow) return;
  const count = header.count;
  setInt(rows, count, row);
  setInt(distances, count, distance);
  header.count = count + 1;
}

/** Rounded distances of one test row to the four training rows from `row` on; candidates are kept. */
@inline
function keepNear(
  record: usize, k: i32, room: i32, slack: f64, square: i32, squares: usize, dots: v128, row: i32, rowCount: i32,
): void {
  const sums = i32x4.add(i32x4.splat(square), v128.load(squares + (<usize>row << 2)));
  const distances = i32x4.sub(sums, i32x4.shl(dots, 1));
  if (v128.any_true(i32x4.le_s(distances, i32x4.splat(headerOf(record).threshold)))) {
    const left = rowCount - row;
    if (left > 0) addCandidate(record, k, room, slack, row, i32x4.extract_lane(distances, 0));
    if (left > 1) addCandidate(record, k, room, slack, row + 1, i32x4.extract_lane(distances, 1));
    if (left > 2) addCandidate(record, k, room, slack, row + 2, i32x4.extract_lane(distances, 2));
    if (left > 3) addCandidate(record, k, room, slack, row + 3, i32x4.extract_lane(distances, 3));
  }
}

/**
 * Looks through the panels panelFrom .. panelTo of `train` for candidates near the test rows from .. to, which count in
 * groups of four (test rows are padded to whole groups). `records` hold, for every test row, a `Neighbourhood`, the heap
 * (k), and the candidates' rows and rounded distances (`room` each); `slack` is 2 e of every test row, in steps.
 */
export function nearestCandidates(
  records: usize, slack: usize, test: usize, testSquares: usize, train: usize, squares: usize,
  k: i32, room: i32, stride: i32, rowCount: i32, panelFrom: i32, panelTo: i32, from: i32, to: i32,
): void {
  const recordBytes = recordSize(k, room);
  const testBytes = <usize>stride << 1;
  const panelBytes = <usize>stride * <usize>panelRows << 1;
  for (let panel = panelFrom; panel < panelTo; panel++) {
    const start = train + <usize>panel * panelBytes;
    const row = panel * panelRows;
    for (let group = from; group < to; group++) {
      const first = group << 2;
      let q0 = test + <usize>first * testBytes;
      const zero = i32x4.splat(0);
      let a0 = zero, a1 = zero, b0 = zero, b1 = zero, c0 = zero, c1 = zero, d0 = zero, d1 = zero;
      const q1 = testBytes, q2 = q1 + testBytes, q3 = q2 + testBytes;
      for (let at = start; at < start + panelBytes; at += 32) {
        const x0 = v128.load(at), x1 = v128.load(at, 16);
        const a = v128.load32_splat(q0), b = v128.load32_splat(q0 + q1);
        const c = v128.load32_splat(q0 + q2), d = v128.load32_splat(q0 + q3);
        a0 = i32x4.add(a0, i32x4.dot_i16x8_s(a, x0));
        a1 = i32x4.add(a1, i32x4.dot_i16x8_s(a, x1));
        b0 = i32x4.add(b0, i32x4.dot_i16x8_s(b, x0));
        b1 = i32x4.add(b1, i32x4.dot_i16x8_s(b, x1));
        c0 = i32x4.add(c0, i32x4.dot_i16x8_s(c, x0));
        c1 = i32x4.add(c1, i32x4.dot_i16x8_s(c, x1));
        d0 = i32x4.add(d0, i32x4.dot_i16x8_s(d, x0));
        d1 = i32x4.add(d1, i32x4.dot_i16x8_s(d, x1));
        q0 += 4;
      }
      let record = records + <usize>first * recordBytes;
      const s = slack + (<usize>first << 3), t = testSquares + (<usize>first << 2);
      keepNear(record, k, room, load<f64>(s), load<i32>(t), squares, a0, row, rowCount);
      keepNear(record, k, room, load<f64>(s), load<i32>(t), squares, a1, row + 4, rowCount);
      record += recordBytes;
      keepNear(record, k, room, load<f64>(s, 8), load<i32>(t, 4), squares, b0, row, rowCount);
      keepNear(record, k, room, load<f64>(s, 8), load<i32>(t, 4), squares, b1, row + 4, rowCount);
      record += recordBytes;
      keepNear(record, k, room, load<f64>(s, 16), load<i32>(t, 8), squares, c0, row, rowCount);
      keepNear(record, k, room, load<f64>(s, 16), load<i32>(t, 8), squares, c1, row + 4, rowCount);
      record += recordBytes;
      keepNear(record, k, room, load<f64>(s, 24), load<i32>(t, 12), squares, d0, row, rowCount);
      keepNear(record, k, room, load<f64>(s, 24), load<i32>(t, 12), squares, d1, row + 4, rowCount);
    }
  }
}

/** |a - b|^2 in double precision. */
function squaredDistance(a: usize, b: usize, stride: i32): f64 {
  let low = f64x2.splat(0.0), high = low;
  const end = a + (<usize>stride << 3);
  for (; a < end; a += 32, b += 32) {
    const d = f64x2.sub(v128.load(a), v128.load(b)), e = f64x2.sub(v128.load(a, 16), v128.load(b, 16));
    low = f64x2.add(low, f64x2.mul(d, d));
    high = f64x2.add(high, f64x2.mul(e, e));
  }
  const sum = f64x2.add(low, high);
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
}

/** Keeps the k nearest sorted by distance, then by row. */
function insertNeighbour(neighbours: usize, distances: usize, size: i32, k: i32, row: i32, distance: f64): i32 {
  let at = size < k ? size : k - 1;
  if (size == k && !isAfter(neighbours, distances, at, row, distance)) return size;
  for (; at > 0 && isAfter(neighbours, distances, at - 1, row, distance); at--) {
    store<f64>(distances + (<usize>at << 3), load<f64>(distances + (<usize>(at - 1) << 3)));
    setInt(neighbours, at, getInt(neighbours, at - 1));
  }
  store<f64>(distances + (<usize>at << 3), distance);
  setInt(neighbours, at, row);
  return min(size + 1, k);
}

/** True where the neighbour at this place comes after the given one. */
@inline
function isAfter(neighbours: usize, distances: usize, at: i32, row: i32, distance: f64): bool {
  const other = load<f64>(distances + (<usize>at << 3));
  return other > distance || (other == distance && getInt(neighbours, at) > row);
}

/**
 * Measures the candidates of the test rows from .. to exactly, and the far rows: neighbours[row][k] are the nearest
 * training rows, nearest first, and distances[row][k] their squared distances. `list` names the training row of every
 * candidate: the near rows, then `farCount` far ones. A test row whose candidates did not fit is measured against all.
 */
export function nearestExact(
  neighbours: usize, distances: usize, records: usize, test: usize, train: usize, list: usize,
  k: i32, room: i32, stride: i32, nearCount: i32, farCount: i32, from: i32, to: i32,
): void {
  const rowBytes = <usize>stride << 3;
  for (let t = from; t < to; t++) {
    const record = records + <usize>t * recordSize(k, room);
    const header = headerOf(record);
    const candidates = heapOf(record) + (<usize>k << 2);
    const rounded = candidates + (<usize>room << 2);
    const own = test + <usize>t * rowBytes;
    const outRows = neighbours + (<usize>(t * k) << 2), outDistances = distances + (<usize>(t * k) << 3);
    const all = header.overflow != 0;
    const count = all ? nearCount : header.count;
    let size = 0;
    for (let i = 0; i < count + farCount; i++) {
      if (i < count && !all && getInt(rounded, i) > header.threshold) continue;
      const place = i < count ? (all ? i : getInt(candidates, i)) : nearCount + i - count;
      const row = getInt(list, place);
      const distance = squaredDistance(own, train + <usize>row * rowBytes, stride);
      size = insertNeighbour(outRows, outDistances, size, k, row, distance);
    }
  }
}
