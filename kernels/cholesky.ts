// Cholesky's factorisation of a positive definite matrix of doubles, and the inverse of the factor, row by row.
// Entry (i, j) stands at i * stride + j, stride a multiple of 2; only the lower triangle is read and written.

/** x . y over `length` doubles. */
@inline
function dot(x: usize, y: usize, length: i32): f64 {
  let a = f64x2.splat(0.0), b = a, c = a, d = a;
  let k = 0;
  for (; k + 8 <= length; k += 8) {
    const at = <usize>k << 3;
    a = f64x2.add(a, f64x2.mul(v128.load(x + at), v128.load(y + at)));
    b = f64x2.add(b, f64x2.mul(v128.load(x + at, 16), v128.load(y + at, 16)));
    c = f64x2.add(c, f64x2.mul(v128.load(x + at, 32), v128.load(y + at, 32)));
    d = f64x2.add(d, f64x2.mul(v128.load(x + at, 48), v128.load(y + at, 48)));
  }
  const all = f64x2.add(f64x2.add(a, b), f64x2.add(c, d));
  let sum = f64x2.extract_lane(all, 0) + f64x2.extract_lane(all, 1);
  for (; k < length; k++) sum += load<f64>(x + (<usize>k << 3)) * load<f64>(y + (<usize>k << 3));
  return sum;
}

/**
 * Turns the rows from .. to of the matrix into those of its factor L, L L' = matrix; the rows before must be done.
 * Returns the first row that shows the matrix is not positive definite, or -1.
 */
export function factoriseRows(matrix: usize, stride: i32, from: i32, to: i32): i32 {
  const bytes = <usize>stride << 3;
  for (let i = from; i < to; i++) {
    const row = matrix + <usize>i * bytes;
    let other = matrix;
    for (let j = 0; j < i; j++) {
      const place = row + (<usize>j << 3);
      store<f64>(place, (load<f64>(place) - dot(row, other, j)) / load<f64>(other + (<usize>j << 3)));
      other += bytes;
    }
    const place = row + (<usize>i << 3);
    const square = load<f64>(place) - dot(row, row, i);
    if (!(square > 0.0)) return i;
    store<f64>(place, sqrt(square));
  }
  return -1;
}

/** Writes the rows from .. to of the inverse of the factor; the rows before must be done, these must be zero. */
export function invertRows(inverse: usize, factor: usize, stride: i32, from: i32, to: i32): void {
  const bytes = <usize>stride << 3;
  for (let i = from; i < to; i++) {
    const source = factor + <usize>i * bytes;
    const target = inverse + <usize>i * bytes;
    const scale = 1.0 / load<f64>(source + (<usize>i << 3));
    let other = inverse;
    for (let k = 0; k < i; k++) {
      const weight = f64x2.splat(-scale * load<f64>(source + (<usize>k << 3)));
      // Row k has k + 1 numbers; the one after an odd count is 0 and stays so.
      for (let at: usize = 0; at <= <usize>k << 3; at += 16) {
        const place = target + at;
        v128.store(place, f64x2.add(v128.load(place), f64x2.mul(weight, v128.load(other + at))));
      }
      other += bytes;
    }
    store<f64>(target + (<usize>i << 3), scale);
  }
}
