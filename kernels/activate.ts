// What is done to a row of sums right after it is written, while it is in cache.
import { tanh } from './vector-math';

/**
 * Changes the `n` vectors at `at`: 1 tanh, 2 ReLU, 3 times the derivative of tanh, 4 times the derivative of ReLU.
 * The derivatives are taken from `value`, the activation that corresponds to the row.
 */
export function activate(kind: i32, at: usize, value: usize, n: i32): void {
  const end = at + (<usize>n << 4);
  if (kind == 1) {
    for (; at < end; at += 16) v128.store(at, tanh(v128.load(at)));
  } else if (kind == 2) {
    for (; at < end; at += 16) v128.store(at, f32x4.pmax(v128.load(at), f32x4.splat(0.0)));
  } else if (kind == 3) {
    for (; at < end; at += 16, value += 16) {
      const a = v128.load(value);
      v128.store(at, f32x4.mul(v128.load(at), f32x4.sub(f32x4.splat(1.0), f32x4.mul(a, a))));
    }
  } else {
    for (; at < end; at += 16, value += 16) {
      v128.store(at, v128.and(v128.load(at), f32x4.gt(v128.load(value), f32x4.splat(0.0))));
    }
  }
}
