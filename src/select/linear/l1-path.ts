/**
 * The path of an L1 model: lambda falls, from where all weights are 0, until at least K features have a weight; they rank
 * by the sum over outputs of |weight|, and score 1 + that sum. Features without a weight rank after them by how near they
 * are to one: their largest |gradient| / lambda, which is below 1. See l1-solver.ts.
 *
 * An L1 model has at most about as many weights per output as rows, and once the rows are fitted nothing more is learnt. So
 * the path also ends at `pathEnd` of its beginning, or when the loss is a thousandth of that without features.
 */
import { Pacer } from '../../compute/pacer.js';
import { standardise } from '../../target/standardise.js';
import type { ClassTarget, Matrix, Scores, TrainingSet, ValueTarget } from '../../types.js';
import { checkTraining } from '../check-training.js';
import type { OptionSpecs, SelectContext } from '../contract.js';
import { rankScores } from '../rank-scores.js';
import { L1Solver } from './l1-solver.js';

export interface L1Options {
  readonly pathStep: number;
  readonly pathEnd: number;
  readonly tolerance: number;
}

export const l1Options: OptionSpecs<L1Options> = {
  pathStep: { type: 'number', min: 0.1, max: 0.999, default: 0.9, help: 'lambda is multiplied by this at every step' },
  pathEnd: {
    type: 'number',
    min: 1e-6,
    max: 1,
    default: 1e-3,
    help: 'the smallest lambda, as a share of the first: the path ends there even with fewer than K features',
  },
  tolerance: {
    type: 'number',
    min: 1e-14,
    max: 1e-2,
    default: 1e-6,
    help: 'a lambda is solved when no weight can lower the mean loss by more than this',
  },
};

/** The rows are fitted where this share of the first loss is left. */
const fittedShare = 1e-3;

/** Weighted rows and numbers enter as `standardise` leaves them, so that neither has a unit. */
export async function followL1Path(
  given: TrainingSet<Matrix, ClassTarget | ValueTarget>,
  k: number,
  { pathStep, pathEnd, tolerance }: L1Options,
  context: SelectContext,
): Promise<Scores> {
  checkTraining(given, k);
  let done = 0;
  const pacer = new Pacer(context);
  const solver = await L1Solver.create(standardise(given), { tolerance, pacer, progress: () => done });
  const first = solver.largestGradient();
  const startLoss = solver.outputs.loss();
  let lambda = first;
  while (first > 0 && lambda * pathStep >= first * pathEnd) {
    await solver.solve(lambda * pathStep, lambda);
    lambda *= pathStep;
    const active = countActive(solver);
    done = Math.max(done, Math.min(0.99, active / k));
    if (active >= k || solver.outputs.loss() < fittedShare * startLoss) break;
  }
  context.onProgress?.(1);
  return rankScores(scoreFeatures(solver, lambda));
}

function countActive({ weights, outputs: { count } }: L1Solver): number {
  let active = 0;
  for (let start = 0; start < weights.length; start += count) {
    if (weights.subarray(start, start + count).some((weight) => weight !== 0)) active++;
  }
  return active;
}

function scoreFeatures({ weights, gradients, outputs: { count } }: L1Solver, lambda: number): Float64Array {
  return Float64Array.from({ length: weights.length / count }, (_, feature) => {
    let [sum, nearest] = [0, 0];
    for (let place = feature * count; place < (feature + 1) * count; place++) {
      sum += Math.abs(weights[place]);
      nearest = Math.max(nearest, Math.abs(gradients[place]));
    }
    if (sum > 0) return 1 + sum;
    return lambda > 0 ? Math.min(1, nearest / lambda) : 0;
  });
}
