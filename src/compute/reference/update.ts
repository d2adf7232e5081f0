/** Weight gradients and the step of SGD with momentum: the plain twin of kernels/update.ts. */
import { momentumStep } from './momentum-step.js';
import type { Views } from './views.js';

export const updateReference = ({ f32, i32 }: Views) => ({
  update(
    weight: number,
    velocity: number,
    bias: number,
    biasVelocity: number,
    transposed: number,
    place: number,
    delta: number,
    input: number,
    rowStart: number,
    column: number,
    deltaStride: number,
    inStride: number,
    width: number,
    learningRate: number,
    momentum: number,
    weightDecay: number,
    from: number,
    to: number,
  ): void {
    const step = momentumStep({ f32 }, learningRate, momentum);
    for (let o = from; o < to; o++) {
      for (let k = i32[rowStart / 4 + o]; k < i32[rowStart / 4 + o + 1]; k++) {
        let gradient = weightDecay * f32[weight / 4 + k];
        for (let b = 0; b < width; b++) {
          gradient += f32[delta / 4 + o * deltaStride + b] * f32[input / 4 + i32[column / 4 + k] * inStride + b];
        }
        step(weight / 4 + k, velocity / 4 + k, gradient);
        if (place) f32[transposed / 4 + i32[place / 4 + k]] = f32[weight / 4 + k];
      }
      let gradient = 0;
      for (let b = 0; b < width; b++) gradient += f32[delta / 4 + o * deltaStride + b];
      step(bias / 4 + o, biasVelocity / 4 + o, gradient);
    }
  },
});
