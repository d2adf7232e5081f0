// The hierarchical proximal step of LassoNet, four features at a time.
//
// For feature j with skip weights v (one a class) and first-layer weights u (one a hidden neuron) the step gives
//   argmin over (s, w): |s - v|^2 / 2 + |w - u|^2 / 2 + lambda * |s|   with every |w_h| <= M * |s|
// (Lemhadri et al., 2021, Proposition 1). The answer is s = r * v / |v| and w = u cut to +-M * r, where r is the root of
//   r = |v| - lambda + M * sum over h: max(0, |u_h| - M * r)
// or 0 where that is negative. The right side falls with r and is convex, so Newton's steps from below rise to the root
// and stop there exactly: between two steps only the set of weights that are cut can change. The article sorts |u| to
// find that set; a few passes over it are cheaper, and lie in the memory as the weights do.
// Where v is 0 its direction is unknown, and the feature leaves.

/**
 * Steps the features 16 * from .. 16 * to. skip is [class][feature] and weight [hidden][feature], both changed in place;
 * the strides count floats, multiples of 16; features behind the last are 0 and stay so.
 */
export function hierarchicalProx(
  skip: usize, weight: usize, skipStride: i32, weightStride: i32, classCount: i32, hiddenCount: i32,
  lambda: f32, hierarchy: f32, from: i32, to: i32,
): void {
  const skipBytes = <usize>skipStride << 2, weightBytes = <usize>weightStride << 2;
  const M = f32x4.splat(hierarchy);
  for (let group = 4 * from; group < 4 * to; group++) {
    const v = skip + (<usize>group << 4), u = weight + (<usize>group << 4);
    const skipEnd = v + <usize>classCount * skipBytes, end = u + <usize>hiddenCount * weightBytes;
    let squares = f32x4.splat(0.0);
    for (let at = v; at < skipEnd; at += skipBytes) {
      const value = v128.load(at);
      squares = f32x4.add(squares, f32x4.mul(value, value));
    }
    const norm = f32x4.sqrt(squares);
    const shrunk = f32x4.sub(norm, f32x4.splat(lambda));
    let r = f32x4.pmax(shrunk, f32x4.splat(0.0));
    let isCut = false;
    while (true) {
      const level = f32x4.mul(M, r);
      let sum = f32x4.splat(0.0), count = i32x4.splat(0);
      for (let at = u; at < end; at += weightBytes) {
        const size = f32x4.abs(v128.load(at));
        const isAbove = f32x4.gt(size, level);
        sum = f32x4.add(sum, v128.and(size, isAbove));
        count = i32x4.sub(count, isAbove);
      }
      if (!v128.any_true(count)) break;
      isCut = true;
      const divisor = f32x4.add(f32x4.splat(1.0), f32x4.mul(f32x4.convert_i32x4_s(count), f32x4.mul(M, M)));
      const next = f32x4.div(f32x4.add(shrunk, f32x4.mul(M, sum)), divisor);
      if (!v128.any_true(f32x4.gt(next, r))) break;
      r = f32x4.pmax(r, next);
    }
    const hasDirection = f32x4.gt(norm, f32x4.splat(0.0));
    const factor = v128.and(f32x4.div(r, norm), hasDirection);
    for (let at = v; at < skipEnd; at += skipBytes) v128.store(at, f32x4.mul(v128.load(at), factor));
    if (!isCut) continue;
    const level = v128.and(f32x4.mul(M, r), hasDirection);
    const negative = f32x4.neg(level);
    for (let at = u; at < end; at += weightBytes) {
      v128.store(at, f32x4.pmax(f32x4.pmin(v128.load(at), level), negative));
    }
  }
}
