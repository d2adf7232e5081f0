/**
 * Survival times as numbers with weights, so that a network learns Cox's partial likelihood by squared loss.
 *
 * Around risks f the partial likelihood is, up to a constant and to first order, the squared loss of
 *   the number z_i = f_i + (d_i - h_i) / v_i  with the weight  w_i v_i,
 * where d_i is 1 for an event and h_i the events expected of the row (`risk-sets.ts`): its gradient at f is exactly that of
 * the likelihood, whatever v_i is. v_i = h_i, the curvature of the likelihood, is how glmnet fits Cox models (Simon, Friedman,
 * Hastie, Tibshirani 2011). Here it is kept between 1 and 4: where few rows have the event, h_i is next to nothing for most
 * rows and large for a few, and steps of a fixed rate would have no bound.
 *
 * Risks are those of all training rows, taken anew after every epoch, so that risk sets are whole however small the
 * batches are: sets cut out of a batch of 20 rows would be biased.
 */
import { RiskSets } from '../target/risk-sets.js';
import type { SurvivalTarget, ValueTarget } from '../types.js';

export interface WorkingResponse {
  /** Changed in place by `update`. */
  readonly target: ValueTarget;
  readonly weights: Float64Array;
  /** Takes the risks of all rows and returns the mean loss: the partial likelihood's logarithm, negative, a row. */
  update(risks: Float64Array): number;
}

const [leastCurvature, mostCurvature] = [1, 4];

export function createWorkingResponse(target: SurvivalTarget, given?: Float64Array | undefined): WorkingResponse {
  const rowCount = target.times.length;
  const sets = new RiskSets(target, given);
  const values = new Float64Array(rowCount);
  const weights = new Float64Array(rowCount);
  return {
    target: { kind: 'values', values, outputCount: 1 },
    weights,
    update(risks) {
      const { expected, logLikelihood } = sets.hazards(risks);
      for (let row = 0; row < rowCount; row++) {
        const share = expected[row];
        const curvature = Math.min(mostCurvature, Math.max(leastCurvature, share));
        values[row] = risks[row] + (target.events[row] - share) / curvature;
        // A row that left before the first event is in no risk set and says nothing.
        weights[row] = share > 0 ? sets.weightOf(row) * curvature : 0;
      }
      return -logLikelihood / rowCount;
    },
  };
}
