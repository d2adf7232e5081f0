// What is done to a row of sums right after it is written, while it is in cache. Two vectors are taken at a time where there
// is much to compute, and stored from the upper one down: a compiler may make one wide vector of them.
import { tanh } from './vector-math';

/** A gradient times the derivative of tanh where tanh is `value`. */
@inline
function slope(gradient: v128, value: v128): v128 {
  return f32x4.mul(gradient, f32x4.sub(f32x4.splat(1.0), f32x4.mul(value, value)));
}

/**
 * Changes the `n` vectors at `at`: 1 tanh, 2 ReLU, 3 times the derivative of tanh, 4 times the derivative of ReLU.
 * The derivatives are taken from `value`, the activation that corresponds to the row.
 */
export function activate(kind: i32, at: usize, value: usize, n: i32): void {
  const end = at + (<usize>n << 4);
  if (kind == 1) {
    for (; at + 16 < end; at += 32) {
      const a = tanh(v128.load(at)), b = tanh(v128.load(at, 16));
      v128.store(at, b, 16);
      v128.store(at, a);
    }
    if (at < end) v128.store(at, tanh(v128.load(at)));
  } else if (kind == 2) {
    for (; at < end; at += 16) v128.store(at, f32x4.pmax(v128.load(at), f32x4.splat(0.0)));
  } else if (kind == 3) {
    for (; at + 16 < end; at += 32, value += 32) {
      const a = slope(v128.load(at), v128.load(value)), b = slope(v128.load(at, 16), v128.load(value, 16));
      v128.store(at, b, 16);
      v128.store(at, a);
    }
    if (at < end) v128.store(at, slope(v128.load(at), v128.load(value)));
  } else {
    for (; at < end; at += 16, value += 16) {
      v128.store(at, v128.and(v128.load(at), f32x4.gt(v128.load(value), f32x4.splat(0.0))));
    }
  }
}
