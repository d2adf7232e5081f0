// Squared lengths of points that are [row][feature] doubles, `stride` (a multiple of 4) doubles a row.

/** squares[row] = |x[row]|^2, summed in the order of the dot products, for the rows from .. to. */
export function squaredNorms(squares: usize, x: usize, stride: i32, from: i32, to: i32): void {
  const bytes = <usize>stride << 3;
  for (let row = from; row < to; row++) {
    const start = x + <usize>row * bytes;
    let a = f64x2.splat(0.0), b = f64x2.splat(0.0);
    for (let at = start; at < start + bytes; at += 32) {
      const low = v128.load(at), high = v128.load(at, 16);
      a = f64x2.add(a, f64x2.mul(low, low));
      b = f64x2.add(b, f64x2.mul(high, high));
    }
    const sum = f64x2.add(a, b);
    store<f64>(squares + (<usize>row << 3), f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1));
  }
}
