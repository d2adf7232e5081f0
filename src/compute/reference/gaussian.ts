/** K(a, b) = exp(-gamma * |a - b|^2) of two points of `stride` doubles at the indices a and b. */
export function gaussianKernel(f64: Float64Array, a: number, b: number, stride: number, gamma: number): number {
  let distance = 0;
  for (let f = 0; f < stride; f++) distance += (f64[a + f] - f64[b + f]) ** 2;
  return Math.exp(-gamma * distance);
}
