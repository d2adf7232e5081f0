// Strength of the input neurons: how large their connections are, or how far they have moved.
import { firstAtLeast } from './transpose';

/**
 * For the input neurons i in from .. to: strength[i] = sum over its connections k, in order of their output neurons, of
 * |weight[k] - initial[k]|, or of |weight[k]| where `initial` is 0. Differences are doubles, every sum is rounded to a float.
 */
export function measureStrength(
  strength: usize, rowStart: usize, column: usize, weight: usize, initial: usize, outCount: i32, from: i32, to: i32,
): void {
  memory.fill(strength + (<usize>from << 2), 0, <usize>(to - from) << 2);
  for (let o = 0; o < outCount; o++) {
    const begin = load<i32>(rowStart + (<usize>o << 2));
    const end = load<i32>(rowStart + (<usize>o << 2), 4);
    for (let k = from > 0 ? firstAtLeast(column, begin, end, from) : begin; k < end; k++) {
      const at = <usize>k << 2;
      const i = load<i32>(column + at);
      if (i >= to) break;
      const into = strength + (<usize>i << 2);
      const first = initial ? <f64>load<f32>(initial + at) : 0.0;
      store<f32>(into, <f32>(<f64>load<f32>(into) + abs(<f64>load<f32>(weight + at) - first)));
    }
  }
}
