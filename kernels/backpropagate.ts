// Gradient of the loss with respect to a layer's inputs, by input neuron, through the transposed index.
import { sparseProduct } from './sparse-product';

/**
 * inDelta[i][b] = activation'(in[i][b]) * sum over connections k of i: weight[k] * delta[row[k]][b]
 * for i in from .. to, with the connections and their weights by input neuron. `in` holds the values after the activation, from which the derivative is taken:
 * 1 - a * a for tanh (1), 1 where a > 0 for ReLU (2). `in` and `inDelta` share one stride.
 */
export function backpropagate(
  inDelta: usize, input: usize, delta: usize, columnStart: usize, row: usize, weight: usize,
  inStride: i32, deltaStride: i32, width: i32, activation: i32, from: i32, to: i32,
): void {
  sparseProduct(
    false, activation ? activation + 2 : 0, input, inDelta, delta, 0, columnStart, row, weight,
    <usize>inStride << 2, <usize>deltaStride << 2, width, from, to,
  );
}
