// Forward pass of one sparse layer, by output neuron.
import { sparseProduct } from './sparse-product';

/**
 * out[o][b] = activation(bias[o] + sum over connections k of o: weight[k] * in[column[k]][b]) for o in from .. to.
 * `width` counts the batch columns (a multiple of 4); the strides count floats from one neuron to the next.
 * Activation: 0 none, 1 tanh, 2 ReLU.
 */
export function forward(
  out: usize, input: usize, bias: usize, rowStart: usize, column: usize, weight: usize,
  outStride: i32, inStride: i32, width: i32, activation: i32, from: i32, to: i32,
): void {
  sparseProduct(
    true, activation, 0, out, input, bias, rowStart, column, weight,
    <usize>outStride << 2, <usize>inStride << 2, width, from, to,
  );
}
