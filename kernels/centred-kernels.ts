// Gaussian kernels of one feature over blocks of rows, centred and of length 1 (see src/select/kernel/kernel-blocks.ts).
import { exp64 } from './gaussian';

/** Added to a norm before dividing by it, so that a constant feature gives zeros. */
const normFloor: f64 = 1e-9;
const sqrt2: f64 = 1.4142135623730951;

/** Two floats as doubles. */
@inline
function loadPair(at: usize): v128 {
  return f64x2.promote_low_f32x4(v128.load64_zero(at));
}

@inline
function sumLanes(v: v128): f64 {
  return f64x2.extract_lane(v, 0) + f64x2.extract_lane(v, 1);
}

/** Writes exp(-(x_p - x_q)^2 / 2) for q >= p, row by row, and the mean of every row of the full block. */
function fillBlock(block: usize, means: usize, values: usize, size: i32): void {
  memory.fill(means, 0, <usize>(size + 1) << 3);
  let place = block;
  for (let p = 0; p < size; p++) {
    const own = <f64>load<f32>(values + (<usize>p << 2));
    const owns = f64x2.splat(own);
    store<f64>(place, 1.0);
    place += 8;
    let sum = f64x2.splat(0.0);
    let q = p + 1;
    for (; q + 1 < size; q += 2) {
      const apart = f64x2.sub(owns, loadPair(values + (<usize>q << 2)));
      const value = exp64(f64x2.mul(f64x2.splat(-0.5), f64x2.mul(apart, apart)));
      v128.store(place, value);
      place += 16;
      sum = f64x2.add(sum, value);
      const mean = means + (<usize>q << 3);
      v128.store(mean, f64x2.add(v128.load(mean), value));
    }
    let last: f64 = 0.0;
    if (q < size) {
      const apart = own - <f64>load<f32>(values + (<usize>q << 2));
      last = f64x2.extract_lane(exp64(f64x2.splat(-0.5 * apart * apart)), 0);
      store<f64>(place, last);
      place += 8;
      const mean = means + (<usize>q << 3);
      store<f64>(mean, load<f64>(mean) + last);
    }
    const mean = means + (<usize>p << 3);
    store<f64>(mean, load<f64>(mean) + 1.0 + sumLanes(sum) + last);
  }
}

/** Takes the means away, multiplies what is above the diagonal by sqrt(2), and returns the sum of squares. */
function centreBlock(block: usize, means: usize, size: i32): f64 {
  let total: f64 = 0.0;
  for (let p = 0; p < size; p++) {
    const mean = means + (<usize>p << 3);
    const own = load<f64>(mean) / <f64>size;
    store<f64>(mean, own);
    total += own / <f64>size;
  }
  let square: f64 = 0.0;
  let place = block;
  for (let p = 0; p < size; p++) {
    const shift = total - load<f64>(means + (<usize>p << 3));
    const diagonal = load<f64>(place) + shift + (shift - total);
    store<f64>(place, diagonal);
    place += 8;
    let squares = f64x2.splat(0.0);
    let q = p + 1;
    for (; q + 1 < size; q += 2) {
      const centred = f64x2.sub(f64x2.add(v128.load(place), f64x2.splat(shift)), v128.load(means + (<usize>q << 3)));
      const scaled = f64x2.mul(centred, f64x2.splat(sqrt2));
      v128.store(place, scaled);
      place += 16;
      squares = f64x2.add(squares, f64x2.mul(scaled, scaled));
    }
    let last: f64 = 0.0;
    if (q < size) {
      last = (load<f64>(place) + shift - load<f64>(means + (<usize>q << 3))) * sqrt2;
      store<f64>(place, last);
      place += 8;
    }
    square += diagonal * diagonal + sumLanes(squares) + last * last;
  }
  return square;
}

/**
 * out[block] = the centred kernel of values[block], for the blocks from .. to: its diagonal and upper triangle row by
 * row, size * (size + 1) / 2 floats, what is above the diagonal times sqrt(2), all of length 1.
 * values is [block][size] floats. `scratch` has room for size * (size + 1) / 2 + size + 2 doubles for every thread.
 */
export function centredKernels(
  out: usize, values: usize, scratch: usize, size: i32, from: i32, to: i32, thread: i32,
): void {
  const length = size * (size + 1) / 2;
  const block = scratch + (<usize>thread * <usize>(length + size + 2) << 3);
  const means = block + (<usize>length << 3);
  for (let b = from; b < to; b++) {
    fillBlock(block, means, values + (<usize>b * <usize>size << 2), size);
    const scale = 1.0 / (sqrt(centreBlock(block, means, size)) + normFloor);
    const target = out + (<usize>b * <usize>length << 2);
    for (let i = 0; i < length; i++) {
      store<f32>(target + (<usize>i << 2), <f32>(load<f64>(block + (<usize>i << 3)) * scale));
    }
  }
}
