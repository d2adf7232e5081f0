/**
 * A linear support vector machine with squared hinge loss, by coordinate descent in the dual:
 *
 *   min over w of  |w|^2 / 2 + C sum over rows of max(0, 1 - y_i w.x_i)^2,   w = sum over rows of alpha_i y_i x_i,
 *   min over alpha >= 0 of  alpha' (Q + I / 2C) alpha / 2 - sum of alpha,    Q_ij = y_i y_j x_i.x_j.
 *
 * The intercept is the weight of a constant feature of 1, and so is penalised, too. This is LIBLINEAR's solver 1, which
 * scikit-learn's LinearSVC uses with `dual=True`. Source: Hsieh et al., A Dual Coordinate Descent Method for Large-scale
 * Linear SVM (ICML 2008). The dual is strictly convex, so its one solution does not depend on the start or on the order
 * of the rows; the order is drawn anew for every pass from a fixed seed.
 */
import { createRandom, shuffle } from '../../maths/random.js';
import type { DualForm, Pace } from './dual-forms.js';

export interface DualSvmOptions {
  readonly c: number;
  /** Solved when the projected gradients of a pass lie within this of each other. */
  readonly tolerance: number;
  readonly passes: number;
}

/** A smaller projected gradient moves nothing. */
const smallestGradient = 1e-12;

/** Improves `alpha` in place until it is solved; `sign` is the class of every row, 1 or -1, and C is times its weight. */
export async function solveDualSvm(
  form: DualForm,
  { sign, weights }: { readonly sign: Int8Array; readonly weights?: Float64Array | undefined },
  alpha: Float64Array,
  { c, tolerance, passes }: DualSvmOptions,
  { pacer, progress, stepsPerRow }: Pace & { readonly stepsPerRow: number },
): Promise<void> {
  form.start(alpha.map((value, row) => value * sign[row]));
  const rows = Int32Array.from(alpha, (_, row) => row).filter((row) => weights === undefined || weights[row] > 0);
  const random = createRandom(0);
  const ridgeOf = (row: number) => 1 / (2 * c * (weights === undefined ? 1 : weights[row]));
  // Rows are set aside while they are at 0 and their gradient is above all that moved in the pass before (LIBLINEAR's
  // shrinking); what is left is solved, and then all rows are looked at again.
  let active = rows.slice();
  let setAsideAbove = Number.POSITIVE_INFINITY;
  for (let pass = 0; pass < passes; pass++) {
    let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    let kept = 0;
    for (const row of shuffle(active, random)) {
      if (pacer.isDue(stepsPerRow)) await pacer.rest(progress());
      const ridge = ridgeOf(row);
      const gradient = sign[row] * form.decide(row) - 1 + ridge * alpha[row];
      if (alpha[row] === 0 && gradient > setAsideAbove) continue;
      active[kept++] = row;
      const projected = alpha[row] === 0 ? Math.min(0, gradient) : gradient;
      lowest = Math.min(lowest, projected);
      highest = Math.max(highest, projected);
      if (Math.abs(projected) <= smallestGradient) continue;
      const moved = Math.max(0, alpha[row] - gradient / (form.squares[row] + ridge));
      form.change(row, (moved - alpha[row]) * sign[row]);
      alpha[row] = moved;
    }
    const isSolved = kept === 0 || highest - lowest <= tolerance;
    if (isSolved && kept === rows.length) return;
    active = isSolved ? rows.slice() : active.subarray(0, kept);
    setAsideAbove = isSolved || highest <= 0 ? Number.POSITIVE_INFINITY : highest;
  }
}
