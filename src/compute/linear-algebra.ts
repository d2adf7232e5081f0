/** Positive definite systems in kernel memory, by Cholesky's factorisation, which lets the event loop turn. */
import type { Engine } from './engine.js';
import type { Block } from './memory.js';
import type { Pacer } from './pacer.js';

/** A matrix by rows, of which the lower triangle counts: entry (i, j) stands at i * stride + j. */
export interface Triangle {
  readonly numbers: Block<Float64Array>;
  readonly count: number;
  /** A multiple of 2. */
  readonly stride: number;
}

/** Reports how far a caller's work is. */
export type Progress = () => number;

/** Multiplications of one kernel call: about 10 milliseconds. */
const productsPerCall = 20_000_000;
/** What a product of the kernels costs in the pacer's steps, which are those of plain code. */
const stepsPerProduct = 0.5;

/** The matrix has no Cholesky factor: a caller may know what to do. */
export class NotPositiveDefinite extends Error {}

/** Replaces the lower triangle by its Cholesky factor. Throws `NotPositiveDefinite`, the triangle half done. */
export async function factorise(engine: Engine, triangle: Triangle, pacer: Pacer, progress: Progress): Promise<void> {
  const { numbers, count, stride } = triangle;
  await inCalls(count, pacer, progress, (from, to) => {
    const failed = engine.call('factoriseRows', numbers.pointer, stride, from, to);
    if (failed >= 0) throw new NotPositiveDefinite(`row ${failed} of ${count}: the matrix is not positive definite`);
  });
}

/** Writes the inverse of the factor to a triangle of the same shape, which must hold zeros. */
export async function invert(
  engine: Engine,
  factor: Triangle,
  inverse: Triangle,
  pacer: Pacer,
  progress: Progress,
): Promise<void> {
  await inCalls(factor.count, pacer, progress, (from, to) => {
    engine.call('invertRows', inverse.numbers.pointer, factor.numbers.pointer, factor.stride, from, to);
  });
}

/** The inverse of a positive definite matrix, [count][count], of which the lower triangle is read. */
export async function invertPositive(
  engine: Engine,
  matrix: Float64Array,
  count: number,
  pacer: Pacer,
): Promise<Float64Array> {
  const mark = engine.memory.mark();
  const stride = 2 * Math.ceil(count / 2);
  const [factor, inverse] = [0, 1].map(() => ({ numbers: engine.memory.float64(count * stride), count, stride }));
  for (let row = 0; row < count; row++) {
    factor.numbers.view.set(matrix.subarray(row * count, row * count + row + 1), row * stride);
  }
  inverse.numbers.view.fill(0);
  await factorise(engine, factor, pacer, () => 0);
  await invert(engine, factor, inverse, pacer, () => 0);
  const whole = await productsOfColumns(inverse, pacer);
  engine.memory.release(mark);
  return whole;
}

/** T' T of a lower triangle, [count][count]. */
async function productsOfColumns({ numbers, count, stride }: Triangle, pacer: Pacer): Promise<Float64Array> {
  const whole = new Float64Array(count * count);
  for (let k = 0; k < count; k++) {
    const row = numbers.view.subarray(k * stride, k * stride + k + 1);
    for (let i = 0; i <= k; i++) {
      for (let j = 0; j <= i; j++) whole[i * count + j] += row[i] * row[j];
    }
    if (pacer.isDue((k * k) / 2)) await pacer.rest(0);
  }
  for (let i = 0; i < count; i++) for (let j = 0; j < i; j++) whole[j * count + i] = whole[i * count + j];
  return whole;
}

async function inCalls(
  count: number,
  pacer: Pacer,
  progress: Progress,
  call: (from: number, to: number) => void,
): Promise<void> {
  for (let from = 0; from < count; ) {
    const products = (row: number) => (row * row) / 2;
    let to = from + 1;
    while (to < count && (to - from) * products(to) < productsPerCall) to++;
    call(from, to);
    if (pacer.isDue((to - from) * products(to) * stepsPerProduct)) await pacer.rest(progress());
    from = to;
  }
}

/** Solves L L' x = b in place for one right side of `count` numbers. */
export function solveFactorised({ numbers, count, stride }: Triangle, b: Float64Array): void {
  const factor = numbers.view;
  for (let i = 0; i < count; i++) {
    let rest = b[i];
    for (let j = 0; j < i; j++) rest -= factor[i * stride + j] * b[j];
    b[i] = rest / factor[i * stride + i];
  }
  for (let i = count - 1; i >= 0; i--) {
    b[i] /= factor[i * stride + i];
    for (let j = 0; j < i; j++) b[j] -= factor[i * stride + j] * b[i];
  }
}
