/**
 * Cox's partial likelihood with Breslow's ties, of a risk f for every row:
 *   log L = sum over events i of w_i (f_i - log S(t_i)),  S(t) = sum over rows k with t_k >= t of w_k exp(f_k),
 * and what follows from it: the cumulative hazard H(t) = sum over events j with t_j <= t of w_j / S(t_j) (Breslow).
 * The gradient of log L by f_i is w_i (d_i - H(t_i) exp(f_i)), where d_i is 1 for an event.
 */
import { exp, log } from '../maths/deterministic-math.js';
import type { SurvivalTarget } from '../types.js';

export interface Hazards {
  /** H(t_i) exp(f_i): the events expected of every row. */
  readonly expected: Float64Array;
  readonly logLikelihood: number;
}

export class RiskSets {
  readonly #target: SurvivalTarget;
  readonly #weights: Float64Array | undefined;
  /** Rows by time, latest first. */
  readonly order: Int32Array;

  constructor(target: SurvivalTarget, weights?: Float64Array | undefined) {
    this.#target = target;
    this.#weights = weights;
    this.order = Int32Array.from(target.times, (_, row) => row).sort(
      (a, b) => target.times[b] - target.times[a] || a - b,
    );
  }

  weightOf(row: number): number {
    return this.#weights === undefined ? 1 : this.#weights[row];
  }

  /** Calls `visit` with the places in `order` where each different time begins and ends, latest first. */
  forEachTime(visit: (from: number, to: number) => void): void {
    const { times } = this.#target;
    for (let from = 0; from < this.order.length; ) {
      let to = from + 1;
      while (to < this.order.length && times[this.order[to]] === times[this.order[from]]) to++;
      visit(from, to);
      from = to;
    }
  }

  /** Sum of the weights of the events among the rows at these places of `order`. */
  eventsIn(from: number, to: number): number {
    let sum = 0;
    for (let at = from; at < to; at++) sum += this.#target.events[this.order[at]] * this.weightOf(this.order[at]);
    return sum;
  }

  hazards(risks: Float64Array): Hazards {
    const { events } = this.#target;
    // Adding a constant to all risks changes nothing; this one keeps the exponentials in range.
    const top = risks.reduce((most, risk) => Math.max(most, risk), Number.NEGATIVE_INFINITY);
    const steps: { readonly from: number; readonly to: number; readonly step: number }[] = [];
    let [sum, logLikelihood] = [0, 0];
    this.forEachTime((from, to) => {
      for (let at = from; at < to; at++) sum += this.weightOf(this.order[at]) * exp(risks[this.order[at]] - top);
      const eventWeight = this.eventsIn(from, to);
      for (let at = from; at < to; at++) {
        const row = this.order[at];
        if (events[row] === 1) logLikelihood += this.weightOf(row) * (risks[row] - top - log(sum));
      }
      steps.push({ from, to, step: eventWeight > 0 ? eventWeight / sum : 0 });
    });
    const expected = new Float64Array(risks.length);
    let hazard = 0;
    for (const { from, to, step } of steps.reverse()) {
      hazard += step;
      for (let at = from; at < to; at++) expected[this.order[at]] = hazard * exp(risks[this.order[at]] - top);
    }
    return { expected, logLikelihood };
  }
}
