/**
 * The non-negative least-angle path: beta >= 0 that minimises |y - X beta|^2 / 2 + lambda sum(beta), for lambda falling
 * from where the first feature enters, given only c = X'y and G = X'X.
 *
 * All active features keep the same correlation C with the residual; the step goes to where another feature's
 * correlation meets C, an active coefficient meets 0, or C meets 0, whichever comes first.
 * Source: Efron et al., Least Angle Regression (2004), with the sign kept positive as in Morup et al. (2008).
 */

import type { Pacer } from '../../compute/pacer.js';
import { GrowingSystem } from './growing-system.js';

export interface LarsInput {
  /** c = X'y of the candidates. */
  readonly related: Float64Array;
  /** G of two candidates. */
  readonly pair: (i: number, j: number) => number;
  /** Stop when this many features are active. */
  readonly wanted: number;
}

/** The path at the end of one step. Between two of these everything is linear. */
export interface Breakpoint {
  readonly members: readonly number[];
  /** Their coefficients. */
  readonly beta: Float64Array;
  readonly correlation: number;
}

export interface LarsState {
  /** Active candidates in the order they entered, and their coefficients. */
  readonly active: readonly number[];
  readonly beta: Float64Array;
  readonly path: readonly Breakpoint[];
}

const smallestStep = 1e-9;
const smallestCorrelation = 1e-9;

export async function walkNonnegativeLars(input: LarsInput, pacer: Pacer, done: number): Promise<LarsState> {
  const { related, pair, wanted } = input;
  const count = related.length;
  const correlation = Float64Array.from(related);
  const beta = new Float64Array(count);
  const isActive = new Uint8Array(count);
  const isBlocked = new Uint8Array(count);
  const slope = new Float64Array(count);
  const system = new GrowingSystem(pair);
  const path: Breakpoint[] = [];
  let entering = indexOfLargest(correlation);
  while (true) {
    if (entering >= 0) {
      if (system.add(entering)) isActive[entering] = 1;
      else isBlocked[entering] = 1;
    }
    const { members } = system;
    if (members.length === 0) break;
    const current = correlation[members[0]];
    if (current < smallestCorrelation || members.length >= wanted) break;
    const direction = system.solveOnes();
    fillSlopes(slope, members, direction, pair, isActive);
    const step = nextStep({ correlation, slope, isActive, isBlocked, members, beta, direction, current });
    for (let a = 0; a < members.length; a++) beta[members[a]] += step.length * direction[a];
    for (let i = 0; i < count; i++) correlation[i] -= step.length * (isActive[i] ? 1 : slope[i]);
    path.push({
      members: [...members],
      beta: Float64Array.from(members, (i) => beta[i]),
      correlation: current - step.length,
    });
    entering = step.entering;
    if (step.leaving >= 0) {
      isActive[step.leaving] = 0;
      beta[step.leaving] = 0;
      system.remove(step.leaving);
    }
    if (pacer.isDue((count + members.length) * members.length * 2)) await pacer.rest(done);
  }
  return { active: [...system.members], beta, path };
}

interface StepInput {
  readonly correlation: Float64Array;
  readonly slope: Float64Array;
  readonly isActive: Uint8Array;
  readonly isBlocked: Uint8Array;
  readonly members: readonly number[];
  readonly beta: Float64Array;
  readonly direction: Float64Array;
  readonly current: number;
}

interface Step {
  readonly length: number;
  /** The candidate that joins or leaves at its end, or -1. */
  readonly entering: number;
  readonly leaving: number;
}

function nextStep(input: StepInput): Step {
  const { correlation, slope, isActive, isBlocked, members, beta, direction, current } = input;
  let best: Step = { length: current, entering: -1, leaving: -1 };
  for (let i = 0; i < correlation.length; i++) {
    if (isActive[i] || isBlocked[i]) continue;
    const length = (current - correlation[i]) / (1 - slope[i]);
    if (length > smallestStep && length < best.length) best = { length, entering: i, leaving: -1 };
  }
  for (let a = 0; a < members.length; a++) {
    const length = -beta[members[a]] / direction[a];
    if (length > smallestStep && length < best.length) best = { length, entering: -1, leaving: members[a] };
  }
  return best;
}

/** How fast the correlation of each candidate falls along the direction; 1 for active ones. */
function fillSlopes(
  slope: Float64Array,
  members: readonly number[],
  direction: Float64Array,
  pair: LarsInput['pair'],
  isActive: Uint8Array,
): void {
  for (let i = 0; i < slope.length; i++) {
    if (isActive[i]) continue;
    let sum = 0;
    for (let a = 0; a < members.length; a++) sum += pair(i, members[a]) * direction[a];
    slope[i] = sum;
  }
}

function indexOfLargest(values: Float64Array): number {
  let best = -1;
  for (let i = 0; i < values.length; i++) if (best < 0 || values[i] > values[best]) best = i;
  return best;
}
