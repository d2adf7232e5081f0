// A list of the best candidates so far: connections with their |gradient|, cut back to the best when it is full.
//
// A list is its header (`CandidateList`); then three arrays of `capacity`: value f32, input neuron i32, output neuron i32;
// then a histogram of the values, `binCount` counts: a bin is a value's upper 16 bits, so its ends differ by less than one
// percent.
// The order is total: larger value first, then lower input neuron, then lower output neuron.

export const binCount: i32 = 32768;

@unmanaged
export class CandidateList {
  count: i32;
  /** What a candidate must exceed. */
  threshold: f32;
  /** Candidates added since the threshold was last looked at. */
  added: i32;
  unused: i32;
}

@inline
function headerOf(list: usize): CandidateList {
  return changetype<CandidateList>(list);
}

@inline
function valuesOf(list: usize): usize {
  return list + offsetof<CandidateList>();
}

@inline
function histogramOf(list: usize, capacity: i32): usize {
  return valuesOf(list) + <usize>capacity * 12;
}

@inline
function binOf(value: f32): usize {
  return <usize>(reinterpret<u32>(value) >> 16) << 2;
}

@inline
export function thresholdOf(list: usize): f32 {
  return headerOf(list).threshold;
}

/** Adds a candidate; its value is not negative and exceeds the threshold, and there is room. */
@inline
export function addCandidate(list: usize, capacity: i32, value: f32, input: i32, output: i32): void {
  const header = headerOf(list);
  const count = header.count;
  const at = valuesOf(list) + (<usize>count << 2);
  const arrayBytes = <usize>capacity << 2;
  store<f32>(at, value);
  store<i32>(at + arrayBytes, input);
  store<i32>(at + 2 * arrayBytes, output);
  header.count = count + 1;
  header.added++;
  const bin = histogramOf(list, capacity) + binOf(value);
  store<i32>(bin, load<i32>(bin) + 1);
}

/**
 * Makes room for `room` more candidates, and raises the threshold now and then to just below the bin that holds the
 * last of the `wanted` best: what is lower cannot be wanted any more. Candidates that come later must stand behind all
 * earlier ones of the same value.
 */
@inline
export function tidyCandidates(list: usize, capacity: i32, wanted: i32, room: i32): void {
  const header = headerOf(list);
  const isFull = header.count + room > capacity;
  if (!isFull && header.added << 3 < wanted) return;
  header.added = 0;
  if (isFull) keepLargest(list, capacity, wanted);
  else raiseThreshold(list, capacity, wanted);
}

/** The highest bin at which the bins from the top on hold `wanted` candidates, which the list must have. */
function lastBin(histogram: usize, wanted: i32): i32 {
  let bin = binCount - 1;
  for (let sum = load<i32>(histogram + (<usize>bin << 2)); sum < wanted; ) {
    bin--;
    sum += load<i32>(histogram + (<usize>bin << 2));
  }
  return bin;
}

function raiseThreshold(list: usize, capacity: i32, wanted: i32): void {
  const header = headerOf(list);
  if (header.count < wanted) return;
  const bin = lastBin(histogramOf(list, capacity), wanted);
  // The next float below the bin; below the first one there is none, and nothing is too low.
  if (bin > 0) header.threshold = max(header.threshold, reinterpret<f32>((<u32>bin << 16) - 1));
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

@inline
function swapCandidates(values: usize, arrayBytes: usize, i: i32, j: i32): void {
  const a = values + (<usize>i << 2);
  const b = values + (<usize>j << 2);
  swapInts(a, b);
  swapInts(a + arrayBytes, b + arrayBytes);
  swapInts(a + 2 * arrayBytes, b + 2 * arrayBytes);
}

/** Moves the candidates from `first` on whose bin is at least `bin` to the front; returns where the others begin. */
function bringForward(values: usize, arrayBytes: usize, first: i32, count: i32, bin: i32): i32 {
  const least = <usize>bin << 2;
  for (let a = first; a < count; a++) {
    if (binOf(load<f32>(values + (<usize>a << 2))) < least) continue;
    if (a != first) swapCandidates(values, arrayBytes, a, first);
    first++;
  }
  return first;
}

/** Puts the best of the candidates low .. high (included) before place `wanted`: Hoare's selection, middle pivot. */
function selectBest(values: usize, arrayBytes: usize, low: i32, high: i32, wanted: i32): void {
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
      swapCandidates(values, arrayBytes, i, j);
      i++;
      j--;
    }
    if (wanted - 1 <= j) high = j;
    else if (wanted - 1 >= i) low = i;
    else break;
  }
}

/**
 * Cuts the list back to its `wanted` best (in no order) and raises the threshold to the worst of them. Does nothing where
 * the list is short. The histogram says which bin the last wanted one is in, so only that bin has to be looked at closely.
 */
export function keepLargest(list: usize, capacity: i32, wanted: i32): void {
  const header = headerOf(list);
  const count = header.count;
  if (count <= wanted || wanted <= 0) return;
  const values = valuesOf(list);
  const arrayBytes = <usize>capacity << 2;
  const histogram = histogramOf(list, capacity);
  const bin = lastBin(histogram, wanted);
  const sure = bringForward(values, arrayBytes, 0, count, bin + 1);
  const end = bringForward(values, arrayBytes, sure, count, bin);
  selectBest(values, arrayBytes, sure, end - 1, wanted);
  header.count = wanted;
  memory.fill(histogram, 0, <usize>bin << 2);
  store<i32>(histogram + (<usize>bin << 2), wanted - sure);
  let threshold: f32 = f32.MAX_VALUE;
  for (let a = sure; a < wanted; a++) threshold = min(threshold, load<f32>(values + (<usize>a << 2)));
  header.threshold = threshold;
}

/** Adds what the list `other`, of the same capacity, holds; both are cut back to `wanted` first. */
export function mergeCandidates(list: usize, other: usize, capacity: i32, wanted: i32): void {
  keepLargest(list, capacity, wanted);
  keepLargest(other, capacity, wanted);
  const arrayBytes = <usize>capacity << 2;
  const count = headerOf(other).count;
  for (let a = 0; a < count; a++) {
    const at = valuesOf(other) + (<usize>a << 2);
    addCandidate(list, capacity, load<f32>(at), load<i32>(at + arrayBytes), load<i32>(at + 2 * arrayBytes));
  }
  keepLargest(list, capacity, wanted);
}
