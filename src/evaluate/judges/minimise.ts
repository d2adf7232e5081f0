/**
 * Minimises a smooth convex function by L-BFGS (Liu and Nocedal 1989): steps along the gradient turned by what the last
 * few steps say of the curvature, halved until the function falls enough (Armijo).
 */
import type { Pacer } from '../../compute/pacer.js';

/** The value at a point; writes the gradient there. */
export type Objective = (at: Float64Array, gradient: Float64Array) => number;

export interface MinimiseOptions {
  /** Ends when no entry of the gradient is larger. */
  readonly tolerance: number;
  readonly mostSteps: number;
  /** Elementary steps of one call of the objective, for the pacer. */
  readonly cost: number;
}

/** Steps whose curvature is remembered. */
const memory = 10;
/** Share of the fall that the gradient promises which is enough. */
const enoughFall = 1e-4;
/** Rounding of the function's value: less than that is no rise. */
const rounding = 1e-14;
/** A step cut to less than this says that rounding leaves nothing to gain. */
const smallestStep = 1e-12;

interface Curvature {
  readonly step: Float64Array;
  readonly change: Float64Array;
  readonly product: number;
}

export async function minimise(
  objective: Objective,
  start: Float64Array,
  { tolerance, mostSteps, cost }: MinimiseOptions,
  pacer: Pacer,
): Promise<Float64Array> {
  let at = start.slice();
  let gradient = new Float64Array(at.length);
  let value = objective(at, gradient);
  const past: Curvature[] = [];
  for (let step = 0; step < mostSteps && largest(gradient) > tolerance; step++) {
    const direction = descent(gradient, past);
    const slope = dot(gradient, direction);
    let share = past.length === 0 ? Math.min(1, 1 / Math.sqrt(dot(gradient, gradient))) : 1;
    let [next, nextGradient, nextValue] = [at, gradient, Number.POSITIVE_INFINITY];
    for (; share > smallestStep; share /= 2) {
      next = at.map((each, i) => each + share * direction[i]);
      nextGradient = new Float64Array(at.length);
      nextValue = objective(next, nextGradient);
      if (pacer.isDue(cost)) await pacer.rest(step / mostSteps);
      if (nextValue <= value + enoughFall * share * slope + rounding * Math.abs(value)) break;
    }
    if (share <= smallestStep) break;
    remember(past, at, next, gradient, nextGradient);
    [at, gradient, value] = [next, nextGradient, nextValue];
  }
  return at;
}

/** Minus the gradient times the inverse curvature that the remembered steps give (the two-loop recursion). */
function descent(gradient: Float64Array, past: readonly Curvature[]): Float64Array {
  const direction = gradient.map((each) => -each);
  const shares: number[] = [];
  for (let i = past.length - 1; i >= 0; i--) {
    const { step, change, product } = past[i];
    shares[i] = dot(step, direction) / product;
    addTo(direction, change, -shares[i]);
  }
  const last = past.at(-1);
  if (last !== undefined) {
    const scale = last.product / dot(last.change, last.change);
    for (let i = 0; i < direction.length; i++) direction[i] *= scale;
  }
  past.forEach(({ step, change, product }, i) => {
    addTo(direction, step, shares[i] - dot(change, direction) / product);
  });
  return direction;
}

function remember(
  past: Curvature[],
  at: Float64Array,
  next: Float64Array,
  gradient: Float64Array,
  nextGradient: Float64Array,
): void {
  const step = next.map((each, i) => each - at[i]);
  const change = nextGradient.map((each, i) => each - gradient[i]);
  const product = dot(step, change);
  // Where rounding hides the curvature the step says nothing.
  if (!(product > 1e-300)) return;
  past.push({ step, change, product });
  if (past.length > memory) past.shift();
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

function addTo(sum: Float64Array, values: Float64Array, factor: number): void {
  for (let i = 0; i < sum.length; i++) sum[i] += factor * values[i];
}

function largest(values: Float64Array): number {
  return values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}
