// Products of all pairs of rows: gram[i][j] += a[i] . a[j] for j <= i, the sums in double precision; and of all rows of one
// matrix with all of another.
//
// `a` is [count][length] with count and length multiples of 4; gram is [count][count] doubles. Two rows meet four at a
// time, and every product is summed in the same order wherever the range is cut. In the tile on the diagonal a few
// numbers above it are written, too; nothing reads them.

/** The sum of four floats, in double precision. */
@inline
function sumOfFloats(v: v128): f64 {
  const low = f64x2.promote_low_f32x4(v);
  const high = f64x2.promote_low_f32x4(v128.shuffle<i32>(v, v, 2, 3, 2, 3));
  const both = f64x2.add(low, high);
  return f64x2.extract_lane(both, 0) + f64x2.extract_lane(both, 1);
}

@inline
function sumOfDoubles(v: v128): f64 {
  return f64x2.extract_lane(v, 0) + f64x2.extract_lane(v, 1);
}

@inline
function add(place: usize, value: f64): void {
  store<f64>(place, load<f64>(place) + value);
}

/**
 * at0[j] += x0 . y_j and at1[j] += x1 . y_j for the four rows y_j that begin at y0. Each product is summed in 4 lanes of
 * single precision first.
 */
@inline
function addProductsOfFloats(at0: usize, at1: usize, x0: usize, x1: usize, y0: usize, bytes: usize): void {
  const y1 = y0 + bytes, y2 = y1 + bytes, y3 = y2 + bytes;
  let s00 = f32x4.splat(0.0), s01 = s00, s02 = s00, s03 = s00, s10 = s00, s11 = s00, s12 = s00, s13 = s00;
  for (let k: usize = 0; k < bytes; k += 16) {
    const p = v128.load(x0 + k), q = v128.load(x1 + k);
    const b0 = v128.load(y0 + k), b1 = v128.load(y1 + k), b2 = v128.load(y2 + k), b3 = v128.load(y3 + k);
    s00 = f32x4.add(s00, f32x4.mul(p, b0));
    s01 = f32x4.add(s01, f32x4.mul(p, b1));
    s02 = f32x4.add(s02, f32x4.mul(p, b2));
    s03 = f32x4.add(s03, f32x4.mul(p, b3));
    s10 = f32x4.add(s10, f32x4.mul(q, b0));
    s11 = f32x4.add(s11, f32x4.mul(q, b1));
    s12 = f32x4.add(s12, f32x4.mul(q, b2));
    s13 = f32x4.add(s13, f32x4.mul(q, b3));
  }
  add(at0, sumOfFloats(s00));
  add(at0 + 8, sumOfFloats(s01));
  add(at0 + 16, sumOfFloats(s02));
  add(at0 + 24, sumOfFloats(s03));
  add(at1, sumOfFloats(s10));
  add(at1 + 8, sumOfFloats(s11));
  add(at1 + 16, sumOfFloats(s12));
  add(at1 + 24, sumOfFloats(s13));
}

/** Rows of floats, from .. to (even numbers). */
export function gramOfFloats(gram: usize, a: usize, count: i32, length: i32, from: i32, to: i32): void {
  const bytes = <usize>length << 2;
  for (let i = from; i < to; i += 2) {
    const x0 = a + <usize>i * bytes;
    const out0 = gram + (<usize>i * <usize>count << 3), out1 = out0 + (<usize>count << 3);
    for (let j = 0; j <= i + 1; j += 4) {
      const at = <usize>j << 3;
      addProductsOfFloats(out0 + at, out1 + at, x0, x0 + bytes, a + <usize>j * bytes, bytes);
    }
  }
}

/**
 * products[i][j] += a[i] . b[j] for the rows 2 * from .. 2 * to of `a` and all `count` rows of `b` (a multiple of 4), rows
 * of `length` floats (a multiple of 4); products is [row of a][count] doubles.
 */
export function crossOfFloats(
  products: usize, a: usize, b: usize, count: i32, length: i32, from: i32, to: i32,
): void {
  const bytes = <usize>length << 2;
  for (let i = 2 * from; i < 2 * to; i += 2) {
    const x0 = a + <usize>i * bytes;
    const out0 = products + (<usize>i * <usize>count << 3), out1 = out0 + (<usize>count << 3);
    for (let j = 0; j < count; j += 4) {
      const at = <usize>j << 3;
      addProductsOfFloats(out0 + at, out1 + at, x0, x0 + bytes, b + <usize>j * bytes, bytes);
    }
  }
}

/** Rows of doubles, from .. to (even numbers). */
export function gramOfDoubles(gram: usize, a: usize, count: i32, length: i32, from: i32, to: i32): void {
  const bytes = <usize>length << 3;
  for (let i = from; i < to; i += 2) {
    const x0 = a + <usize>i * bytes, x1 = x0 + bytes;
    const out0 = gram + (<usize>i * <usize>count << 3), out1 = out0 + (<usize>count << 3);
    for (let j = 0; j <= i + 1; j += 4) {
      const y0 = a + <usize>j * bytes, y1 = y0 + bytes, y2 = y1 + bytes, y3 = y2 + bytes;
      let s00 = f64x2.splat(0.0), s01 = s00, s02 = s00, s03 = s00, s10 = s00, s11 = s00, s12 = s00, s13 = s00;
      for (let k: usize = 0; k < bytes; k += 16) {
        const p = v128.load(x0 + k), q = v128.load(x1 + k);
        const b0 = v128.load(y0 + k), b1 = v128.load(y1 + k), b2 = v128.load(y2 + k), b3 = v128.load(y3 + k);
        s00 = f64x2.add(s00, f64x2.mul(p, b0));
        s01 = f64x2.add(s01, f64x2.mul(p, b1));
        s02 = f64x2.add(s02, f64x2.mul(p, b2));
        s03 = f64x2.add(s03, f64x2.mul(p, b3));
        s10 = f64x2.add(s10, f64x2.mul(q, b0));
        s11 = f64x2.add(s11, f64x2.mul(q, b1));
        s12 = f64x2.add(s12, f64x2.mul(q, b2));
        s13 = f64x2.add(s13, f64x2.mul(q, b3));
      }
      const at0 = out0 + (<usize>j << 3), at1 = out1 + (<usize>j << 3);
      add(at0, sumOfDoubles(s00));
      add(at0 + 8, sumOfDoubles(s01));
      add(at0 + 16, sumOfDoubles(s02));
      add(at0 + 24, sumOfDoubles(s03));
      add(at1, sumOfDoubles(s10));
      add(at1 + 8, sumOfDoubles(s11));
      add(at1 + 16, sumOfDoubles(s12));
      add(at1 + 24, sumOfDoubles(s13));
    }
  }
}
