/** The losses of a batch and their gradients: the plain twin of kernels/loss.ts. */
import { kernelNumbers } from '../kernels-interface.js';
import type { Views } from './views.js';

export const lossReference = ({ f32 }: Views) => ({
  loss(
    delta: number,
    loss: number,
    output: number,
    target: number,
    weight: number,
    kind: number,
    outputCount: number,
    stride: number,
    rowCount: number,
    scale: number,
    from: number,
    to: number,
  ): void {
    for (let b = 4 * from; b < 4 * to; b++) {
      const outputs = Array.from({ length: outputCount }, (_, o) => f32[output / 4 + o * stride + b]);
      const targetOf = (o: number): number => f32[target / 4 + o * stride + b];
      const { value, gradient } =
        kind === kernelNumbers.squaredLoss ? squared(outputs, targetOf) : softmax(outputs, targetOf(0));
      const w = b >= rowCount ? 0 : f32[weight / 4 + b];
      f32[loss / 4 + b] = b >= rowCount ? 0 : w * value;
      for (let o = 0; o < outputCount; o++)
        f32[delta / 4 + o * stride + b] = b >= rowCount ? 0 : scale * w * gradient[o];
    }
  },
});

function softmax(z: readonly number[], label: number) {
  const top = Math.max(...z);
  const total = z.reduce((sum, value) => sum + Math.exp(value - top), 0);
  const gradient = z.map((value, c) => Math.exp(value - top) / total - (c === label ? 1 : 0));
  return { value: Math.log(total) - (z[label] - top), gradient };
}

function squared(outputs: readonly number[], targetOf: (output: number) => number) {
  const gradient = outputs.map((value, o) => value - targetOf(o));
  return { value: gradient.reduce((sum, apart) => sum + apart * apart, 0) / 2, gradient };
}
