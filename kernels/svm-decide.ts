// Decision values of all pairs of classes for new rows, from the kernel of a row against every support vector, which the pairs
// share (gaussian-tile.ts).

/** sum of a[i] * b[i] for i in from .. to, in one order for any bounds. */
function weightedSum(a: usize, b: usize, from: i32, to: i32): f64 {
  let sum0 = f64x2.splat(0.0), sum1 = sum0;
  let i = from;
  for (; i + 4 <= to; i += 4) {
    const at = <usize>i << 3;
    sum0 = f64x2.add(sum0, f64x2.mul(v128.load(a + at), v128.load(b + at)));
    sum1 = f64x2.add(sum1, f64x2.mul(v128.load(a + at, 16), v128.load(b + at, 16)));
  }
  sum0 = f64x2.add(sum0, sum1);
  let sum = f64x2.extract_lane(sum0, 0) + f64x2.extract_lane(sum0, 1);
  for (; i < to; i++) sum += load<f64>(a + (<usize>i << 3)) * load<f64>(b + (<usize>i << 3));
  return sum;
}

/**
 * decisions[row][pair] for the rows from .. to; pairs are ordered (0,1), (0,2) .. (1,2) ..; positive means the first class of
 * the pair. `values` is [row][supportStride], the kernel of the rows against the support vectors by class (`classStart`);
 * coefficients are [other class - (other class > own class)][supportStride].
 */
export function svmDecide(
  decisions: usize, values: usize, coefficients: usize, rho: usize, classStart: usize,
  supportStride: i32, classCount: i32, from: i32, to: i32,
): void {
  const supportBytes = <usize>supportStride << 3;
  const pairCount = (classCount * (classCount - 1)) >> 1;
  // All rows of a pair, then the next pair: the coefficients of many classes are far too many to stay in cache.
  let pair = 0;
  for (let i = 0; i < classCount; i++) {
    const own = classStart + (<usize>i << 2), ownFrom = load<i32>(own), ownTo = load<i32>(own, 4);
    for (let j = i + 1; j < classCount; j++, pair++) {
      const other = classStart + (<usize>j << 2), otherFrom = load<i32>(other), otherTo = load<i32>(other, 4);
      const ownWeights = coefficients + <usize>(j - 1) * supportBytes, otherWeights = coefficients + <usize>i * supportBytes;
      const constant = load<f64>(rho + (<usize>pair << 3));
      for (let row = from; row < to; row++) {
        const line = values + <usize>row * supportBytes;
        const sum = weightedSum(ownWeights, line, ownFrom, ownTo) + weightedSum(otherWeights, line, otherFrom, otherTo);
        store<f64>(decisions + (<usize>(row * pairCount + pair) << 3), sum - constant);
      }
    }
  }
}
