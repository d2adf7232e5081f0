/** Weight gradients of a dense layer and the step of SGD with momentum: the plain twin of kernels/dense-update.ts. */
import { momentumStep } from './momentum-step.js';
import type { Views } from './views.js';

export const denseUpdateReference = ({ f32 }: Views) => ({
  denseUpdate(
    weight: number,
    velocity: number,
    bias: number,
    biasVelocity: number,
    product: number,
    delta: number,
    input: number,
    _scratch: number,
    deltaStride: number,
    inStride: number,
    weightStride: number,
    inCount: number,
    outCount: number,
    width: number,
    learningRate: number,
    momentum: number,
    weightDecay: number,
    from: number,
    to: number,
  ): void {
    const step = momentumStep({ f32 }, learningRate, momentum);
    for (let i = 16 * from; i < Math.min(inCount, 16 * to); i++) {
      let sum = 0;
      for (let o = 0; o < outCount; o++) {
        const at = o * weightStride + i;
        let gradient = 0;
        for (let b = 0; b < width; b++) {
          gradient += f32[delta / 4 + o * deltaStride + b] * f32[input / 4 + i * inStride + b];
        }
        sum += f32[weight / 4 + at] * gradient;
        step(weight / 4 + at, velocity / 4 + at, gradient + weightDecay * f32[weight / 4 + at]);
      }
      if (product !== 0) f32[product / 4 + i] = sum;
    }
    if (bias === 0 || from > 0 || to === 0) return;
    for (let o = 0; o < outCount; o++) {
      let gradient = 0;
      for (let b = 0; b < width; b++) gradient += f32[delta / 4 + o * deltaStride + b];
      step(bias / 4 + o, biasVelocity / 4 + o, gradient);
    }
  },
});
