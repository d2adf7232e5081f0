/** The step of SGD with momentum, which the twins of all updates make. */
import type { Views } from './views.js';

/** Takes the places of a value and of its velocity, and the gradient. */
export type MomentumStep = (value: number, speed: number, gradient: number) => void;

export function momentumStep({ f32 }: Pick<Views, 'f32'>, learningRate: number, momentum: number): MomentumStep {
  return (value, speed, gradient) => {
    f32[speed] = momentum * f32[speed] - learningRate * gradient;
    f32[value] += f32[speed];
  };
}
