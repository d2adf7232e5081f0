// Which connections of a layer are dropped: how large each is, and where the line is below which they go.
import { firstAtLeast } from './transpose';

/** How often each upper half of a key occurs, and then each lower half. */
export const cutCounts: i32 = 65536;

/** What goes: all values below `threshold`, and of those that equal it the first `ties`. */
@unmanaged
export class Cut {
  threshold: f32;
  ties: i32;
}

/**
 * For the input neurons i in from .. to and each of their connections k: magnitude[k] = |weight[k]|.
 * With `stays` (0 for none) it is -1 where stays[i] is 0, so that these go first, and the strongest connection of every
 * other neuron, the first among equals, gets infinity, so that none falls silent. `strongest` has 8 bytes for every input
 * neuron. Every part finds its own connections in each row, whose columns ascend.
 */
export function rateConnections(
  magnitude: usize, strongest: usize, stays: usize, rowStart: usize, column: usize, weight: usize, outCount: i32,
  from: i32, to: i32,
): void {
  if (stays) memory.fill(strongest + (<usize>from << 3), 0, <usize>(to - from) << 3);
  for (let o = 0; o < outCount; o++) {
    const begin = load<i32>(rowStart + (<usize>o << 2));
    const end = load<i32>(rowStart + (<usize>o << 2), 4);
    for (let k = from > 0 ? firstAtLeast(column, begin, end, from) : begin; k < end; k++) {
      const at = <usize>k << 2;
      const i = load<i32>(column + at);
      if (i >= to) break;
      // The bits of floats that are not negative are in the order of the floats.
      const size = load<u32>(weight + at) & 0x7fffffff;
      if (stays) {
        // As one number, whose lower half makes the first the largest of equals. It is chosen instead of branched to: which
        // is the largest so far is a coin toss for the processor.
        const own = strongest + (<usize>i << 3);
        const before = load<u64>(own);
        const here = (<u64>size << 32) | <u64>~<u32>k;
        store<u64>(own, here > before ? here : before);
        store<u32>(magnitude + at, load<u8>(stays + <usize>i) ? size : reinterpret<u32>(<f32>-1.0));
      } else {
        store<u32>(magnitude + at, size);
      }
    }
  }
  if (!stays) return;
  for (let i = from; i < to; i++) {
    const own = load<u64>(strongest + (<usize>i << 3));
    if (own && load<u8>(stays + <usize>i)) store<f32>(magnitude + (<usize>~<u32>own << 2), Infinity);
  }
}

/** The bits of a float as a whole number in the order of the floats: all but the sign turned over where it is negative. */
@inline
function keyOf(bits: i32): i32 {
  return bits ^ ((bits >> 31) & 0x7fffffff);
}

/**
 * Finds the line below which the n smallest of `count` values stand, without sorting them: first by how often each upper
 * half of their keys occurs, then each lower half under the upper half that holds the n-th. `counts` has `cutCounts` places.
 */
export function cutSmallest(cut: usize, counts: usize, values: usize, count: i32, n: i32): void {
  const found = changetype<Cut>(cut);
  found.threshold = -Infinity;
  found.ties = 0;
  if (n <= 0) return;
  const end = values + (<usize>count << 2);
  memory.fill(counts, 0, <usize>cutCounts << 2);
  for (let at = values; at < end; at += 4) {
    const bin = counts + (<usize>((keyOf(load<i32>(at)) >> 16) + (cutCounts >> 1)) << 2);
    store<i32>(bin, load<i32>(bin) + 1);
  }
  let left = n;
  let place = 0;
  for (let here = load<i32>(counts); here < left; here = load<i32>(counts + (<usize>place << 2))) {
    left -= here;
    place++;
  }
  const upper = place - (cutCounts >> 1);
  memory.fill(counts, 0, <usize>cutCounts << 2);
  for (let at = values; at < end; at += 4) {
    const key = keyOf(load<i32>(at));
    if (key >> 16 != upper) continue;
    const bin = counts + (<usize>(key & 0xffff) << 2);
    store<i32>(bin, load<i32>(bin) + 1);
  }
  let lower = 0;
  for (let here = load<i32>(counts); here < left; here = load<i32>(counts + (<usize>lower << 2))) {
    left -= here;
    lower++;
  }
  found.threshold = reinterpret<f32>(keyOf((upper << 16) | lower));
  found.ties = left;
}
