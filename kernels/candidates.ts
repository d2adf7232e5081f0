// A list of the best candidates so far: connections with their |gradient|, cut back by quick-select when it is full.
//
// Layout: count i32, threshold f32 (what a candidate must exceed), 8 bytes unused, then three arrays of `capacity`:
// value f32, input neuron i32, output neuron i32.
// The order is total: larger value first, then lower input neuron, then lower output neuron.

const headerBytes: usize = 16;

@inline
export function addCandidate(list: usize, capacity: i32, value: f32, input: i32, output: i32): void {
  const count = load<i32>(list);
  const at = list + headerBytes + (<usize>count << 2);
  const arrayBytes = <usize>capacity << 2;
  store<f32>(at, value);
  store<i32>(at + arrayBytes, input);
  store<i32>(at + 2 * arrayBytes, output);
  store<i32>(list, count + 1);
}

/** Whether candidate a comes before (value, input, output). */
@inline
function isBefore(values: usize, arrayBytes: usize, a: i32, value: f32, input: i32, output: i32): bool {
  const at = values + (<usize>a << 2);
  const v = load<f32>(at);
  if (v != value) return v > value;
  const i = load<i32>(at + arrayBytes);
  if (i != input) return i < input;
  return load<i32>(at + 2 * arrayBytes) < output;
}

@inline
function isAfter(values: usize, arrayBytes: usize, a: i32, value: f32, input: i32, output: i32): bool {
  const at = values + (<usize>a << 2);
  const v = load<f32>(at);
  if (v != value) return v < value;
  const i = load<i32>(at + arrayBytes);
  if (i != input) return i > input;
  return load<i32>(at + 2 * arrayBytes) > output;
}

@inline
function swapInts(a: usize, b: usize): void {
  const kept = load<i32>(a);
  store<i32>(a, load<i32>(b));
  store<i32>(b, kept);
}

/**
 * Cuts the list back to its `wanted` best (in no order) and raises the threshold to the worst of them.
 * Hoare's selection with the middle element as the pivot. Does nothing where the list is short.
 */
export function keepLargest(list: usize, capacity: i32, wanted: i32): void {
  const count = load<i32>(list);
  if (count <= wanted) return;
  const values = list + headerBytes;
  const arrayBytes = <usize>capacity << 2;
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = values + (<usize>((low + high) >> 1) << 2);
    const value = load<f32>(middle);
    const input = load<i32>(middle + arrayBytes);
    const output = load<i32>(middle + 2 * arrayBytes);
    let i = low;
    let j = high;
    while (i <= j) {
      while (isBefore(values, arrayBytes, i, value, input, output)) i++;
      while (isAfter(values, arrayBytes, j, value, input, output)) j--;
      if (i > j) break;
      const a = values + (<usize>i << 2);
      const b = values + (<usize>j << 2);
      swapInts(a, b);
      swapInts(a + arrayBytes, b + arrayBytes);
      swapInts(a + 2 * arrayBytes, b + 2 * arrayBytes);
      i++;
      j--;
    }
    if (wanted - 1 <= j) high = j;
    else if (wanted - 1 >= i) low = i;
    else break;
  }
  store<i32>(list, wanted);
  let threshold: f32 = f32.MAX_VALUE;
  for (let a = 0; a < wanted; a++) threshold = min(threshold, load<f32>(values + (<usize>a << 2)));
  if (wanted > 0) store<f32>(list, threshold, 4);
}
