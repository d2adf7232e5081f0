/**
 * Solves a small positive definite system by Cholesky's factorisation, in place: `matrix` is [row][column], its lower
 * triangle is read, and `right` becomes the solution.
 */
export function solvePositive(matrix: Float64Array, right: Float64Array): Float64Array {
  const n = right.length;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * n + j];
      for (let k = 0; k < j; k++) sum -= matrix[i * n + k] * matrix[j * n + k];
      if (i > j) matrix[i * n + j] = sum / matrix[j * n + j];
      else if (sum > 0) matrix[i * n + i] = Math.sqrt(sum);
      else throw new Error(`a matrix of ${n} rows is not positive definite: pivot ${i} is ${sum}`);
    }
  }
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) right[i] -= matrix[i * n + k] * right[k];
    right[i] /= matrix[i * n + i];
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) right[i] -= matrix[k * n + i] * right[k];
    right[i] /= matrix[i * n + i];
  }
  return right;
}
