/** Dense positive definite systems in float64, by Cholesky's factorisation, which lets the event loop turn. */
import type { Pacer } from './pacer.js';

/** Reports how far a caller's step is. */
export type Progress = () => number;

export function dot(a: Float64Array, aAt: number, b: Float64Array, bAt: number, length: number): number {
  let [s0, s1, s2, s3] = [0, 0, 0, 0];
  let k = 0;
  for (; k + 4 <= length; k += 4) {
    s0 += a[aAt + k] * b[bAt + k];
    s1 += a[aAt + k + 1] * b[bAt + k + 1];
    s2 += a[aAt + k + 2] * b[bAt + k + 2];
    s3 += a[aAt + k + 3] * b[bAt + k + 3];
  }
  for (; k < length; k++) s0 += a[aAt + k] * b[bAt + k];
  return s0 + s1 + (s2 + s3);
}

/** A matrix by rows, of which the lower triangle counts: entry (i, j) stands at i * stride + j. */
export interface Triangle {
  readonly numbers: Float64Array;
  readonly count: number;
  readonly stride: number;
}

/**
 * Replaces the lower triangle of a positive definite matrix by its Cholesky factor.
 * Throws where the matrix is not positive definite.
 */
export async function factorise(triangle: Triangle, pacer: Pacer, progress: Progress): Promise<void> {
  const { numbers: matrix, count, stride } = triangle;
  for (let i = 0; i < count; i++) {
    const row = i * stride;
    for (let j = 0; j < i; j++) {
      matrix[row + j] = (matrix[row + j] - dot(matrix, row, matrix, j * stride, j)) / matrix[j * stride + j];
    }
    const square = matrix[row + i] - dot(matrix, row, matrix, row, i);
    if (!(square > 0)) throw new Error(`row ${i} of ${count}: the matrix is not positive definite (${square})`);
    matrix[row + i] = Math.sqrt(square);
    if (pacer.isDue(i * i)) await pacer.rest(progress());
  }
}

/** Solves L L' x = b in place for one right side of `count` numbers. */
export function solveFactorised({ numbers: factor, count, stride }: Triangle, b: Float64Array): void {
  for (let i = 0; i < count; i++) b[i] = (b[i] - dot(factor, i * stride, b, 0, i)) / factor[i * stride + i];
  for (let i = count - 1; i >= 0; i--) {
    const row = i * stride;
    b[i] /= factor[row + i];
    const value = b[i];
    for (let j = 0; j < i; j++) b[j] -= factor[row + j] * value;
  }
}
