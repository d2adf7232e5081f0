/** Gradient with respect to a layer's inputs: the plain twin of kernels/backpropagate.ts. */
import type { Views } from './views.js';

export const backpropagateReference = ({ f32, i32 }: Views) => ({
  backpropagate(
    inDelta: number,
    input: number,
    delta: number,
    columnStart: number,
    row: number,
    weight: number,
    inStride: number,
    deltaStride: number,
    width: number,
    activation: number,
    from: number,
    to: number,
  ): void {
    for (let i = from; i < to; i++) {
      for (let b = 0; b < width; b++) {
        let sum = 0;
        for (let k = i32[columnStart / 4 + i]; k < i32[columnStart / 4 + i + 1]; k++) {
          sum += f32[weight / 4 + k] * f32[delta / 4 + i32[row / 4 + k] * deltaStride + b];
        }
        const value = f32[input / 4 + i * inStride + b];
        f32[inDelta / 4 + i * inStride + b] = sum * derivative(value, activation);
      }
    }
  },
});

/** The derivative of the activation, from its value. */
function derivative(value: number, activation: number): number {
  if (activation === 1) return 1 - value * value;
  if (activation === 2) return value > 0 ? 1 : 0;
  return 1;
}
