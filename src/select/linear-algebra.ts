/** Dense symmetric products and systems in float64, cut into pieces so that long ones let the event loop turn. */
import type { Pacer } from './pacer.js';

/** Reports how far a caller's step is. */
export type Progress = () => number;

/**
 * Adds the products of all pairs of rows to the lower triangle: gram[i][j] += a[i] . a[j] for j <= i.
 * `a` is [count][length], `gram` is [count][count].
 */
export async function addGram(
  gram: Float64Array,
  a: Float64Array,
  count: number,
  length: number,
  pacer: Pacer,
  progress: Progress,
): Promise<void> {
  for (let i = 0; i < count; i += 4) {
    for (let j = 0; j <= i; j += 4) {
      if (i + 4 <= count) addTile(gram, a, count, length, i, j);
      else addRest(gram, a, count, length, i, j);
    }
    if (pacer.isDue((i + 4) * length * 2)) await pacer.rest(progress());
  }
}

/** Sixteen products at once: every number read is used four times. */
function addTile(gram: Float64Array, a: Float64Array, count: number, length: number, i: number, j: number): void {
  let [s00, s01, s02, s03, s10, s11, s12, s13] = [0, 0, 0, 0, 0, 0, 0, 0];
  let [s20, s21, s22, s23, s30, s31, s32, s33] = [0, 0, 0, 0, 0, 0, 0, 0];
  const i0 = i * length;
  const [i1, i2, i3] = [i0 + length, i0 + 2 * length, i0 + 3 * length];
  const j0 = j * length;
  const [j1, j2, j3] = [j0 + length, j0 + 2 * length, j0 + 3 * length];
  for (let k = 0; k < length; k++) {
    const x0 = a[i0 + k];
    const x1 = a[i1 + k];
    const x2 = a[i2 + k];
    const x3 = a[i3 + k];
    const y0 = a[j0 + k];
    const y1 = a[j1 + k];
    const y2 = a[j2 + k];
    const y3 = a[j3 + k];
    s00 += x0 * y0;
    s01 += x0 * y1;
    s02 += x0 * y2;
    s03 += x0 * y3;
    s10 += x1 * y0;
    s11 += x1 * y1;
    s12 += x1 * y2;
    s13 += x1 * y3;
    s20 += x2 * y0;
    s21 += x2 * y1;
    s22 += x2 * y2;
    s23 += x2 * y3;
    s30 += x3 * y0;
    s31 += x3 * y1;
    s32 += x3 * y2;
    s33 += x3 * y3;
  }
  addFour(gram, i * count + j, s00, s01, s02, s03);
  addFour(gram, (i + 1) * count + j, s10, s11, s12, s13);
  addFour(gram, (i + 2) * count + j, s20, s21, s22, s23);
  addFour(gram, (i + 3) * count + j, s30, s31, s32, s33);
}

/** On the diagonal tile this also writes above the diagonal, which nothing reads. */
function addFour(gram: Float64Array, at: number, s0: number, s1: number, s2: number, s3: number): void {
  gram[at] += s0;
  gram[at + 1] += s1;
  gram[at + 2] += s2;
  gram[at + 3] += s3;
}

function addRest(gram: Float64Array, a: Float64Array, count: number, length: number, i: number, j: number): void {
  for (let row = i; row < count; row++) {
    for (let column = j; column < Math.min(j + 4, row + 1); column++) {
      gram[row * count + column] += dot(a, row * length, a, column * length, length);
    }
  }
}

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

/**
 * Replaces the lower triangle of a positive definite matrix ([count][count]) by its Cholesky factor.
 * Throws where the matrix is not positive definite.
 */
export async function factorise(matrix: Float64Array, count: number, pacer: Pacer, progress: Progress): Promise<void> {
  for (let i = 0; i < count; i++) {
    const row = i * count;
    for (let j = 0; j < i; j++) {
      matrix[row + j] = (matrix[row + j] - dot(matrix, row, matrix, j * count, j)) / matrix[j * count + j];
    }
    const square = matrix[row + i] - dot(matrix, row, matrix, row, i);
    if (!(square > 0)) throw new Error(`row ${i} of ${count}: the matrix is not positive definite (${square})`);
    matrix[row + i] = Math.sqrt(square);
    if (pacer.isDue(i * i)) await pacer.rest(progress());
  }
}

/** Solves L L' x = b in place for one right side of `count` numbers. */
export function solveFactorised(factor: Float64Array, count: number, b: Float64Array): void {
  for (let i = 0; i < count; i++) b[i] = (b[i] - dot(factor, i * count, b, 0, i)) / factor[i * count + i];
  for (let i = count - 1; i >= 0; i--) {
    const row = i * count;
    b[i] /= factor[row + i];
    const value = b[i];
    for (let j = 0; j < i; j++) b[j] -= factor[row + j] * value;
  }
}
