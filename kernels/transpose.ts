// The index of a layer's connections by input neuron, made from that by output neuron.

/** The first place from `low` to `high` (not included) whose column is at least `value`; columns ascend. */
@inline
export function firstAtLeast(column: usize, low: i32, high: i32, value: i32): i32 {
  while (low < high) {
    const middle = (low + high) >> 1;
    if (load<i32>(column + (<usize>middle << 2)) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Bytes of the index by input neuron that are filled at a time, so that they stay in the cache near the core. */
const fillBytes: i32 = 1 << 18;

/**
 * For the input neurons i in from .. to: columnStart[i], and for every connection k of i, in ascending order of its output
 * neuron o, at the next place p from columnStart[i] on:
 *   row[p] = o, and where `place` is not 0: transposed[p] = weight[k], place[k] = p.
 * Without `row` (0) columnStart alone. Who has the last input neuron also writes columnStart[inCount]. Every part finds its
 * own connections in each row, whose columns ascend, so parts need nothing of each other.
 */
export function transposeIndex(
  columnStart: usize, row: usize, transposed: usize, place: usize, rowStart: usize, column: usize, weight: usize,
  inCount: i32, outCount: i32, from: i32, to: i32,
): void {
  memory.fill(columnStart + (<usize>from << 2), 0, <usize>(to - from) << 2);
  let before = 0;
  for (let o = 0; o < outCount; o++) {
    const start = load<i32>(rowStart + (<usize>o << 2));
    const end = load<i32>(rowStart + (<usize>o << 2), 4);
    let k = from > 0 ? firstAtLeast(column, start, end, from) : start;
    before += k - start;
    for (; k < end; k++) {
      const i = load<i32>(column + (<usize>k << 2));
      if (i >= to) break;
      const at = columnStart + (<usize>i << 2);
      store<i32>(at, load<i32>(at) + 1);
    }
  }
  let sum = before;
  for (let i = from; i < to; i++) {
    const at = columnStart + (<usize>i << 2);
    const count = load<i32>(at);
    store<i32>(at, sum);
    sum += count;
  }
  if (to == inCount) store<i32>(columnStart + (<usize>inCount << 2), sum);
  if (!row) return;
  const bytes = (sum - before) << (place ? 3 : 2);
  const fills = bytes / fillBytes + 1;
  const length = (to - from + fills - 1) / fills;
  for (let first = from; first < to; first += length) {
    const last = min(first + length, to);
    const start = load<i32>(columnStart + (<usize>first << 2));
    fillIndex(columnStart, row, transposed, place, rowStart, column, weight, outCount, first, last);
    // columnStart[i] ran forward as column i filled, and is put back one step.
    for (let i = last - 1; i > first; i--) {
      store<i32>(columnStart + (<usize>i << 2), load<i32>(columnStart + (<usize>(i - 1) << 2)));
    }
    store<i32>(columnStart + (<usize>first << 2), start);
  }
}

@inline
function fillIndex(
  columnStart: usize, row: usize, transposed: usize, place: usize, rowStart: usize, column: usize, weight: usize,
  outCount: i32, from: i32, to: i32,
): void {
  for (let o = 0; o < outCount; o++) {
    const start = load<i32>(rowStart + (<usize>o << 2));
    const end = load<i32>(rowStart + (<usize>o << 2), 4);
    for (let k = from > 0 ? firstAtLeast(column, start, end, from) : start; k < end; k++) {
      const i = load<i32>(column + (<usize>k << 2));
      if (i >= to) break;
      const at = columnStart + (<usize>i << 2);
      const p = load<i32>(at);
      store<i32>(at, p + 1);
      store<i32>(row + (<usize>p << 2), o);
      if (place) {
        store<f32>(transposed + (<usize>p << 2), load<f32>(weight + (<usize>k << 2)));
        store<i32>(place + (<usize>k << 2), p);
      }
    }
  }
}
