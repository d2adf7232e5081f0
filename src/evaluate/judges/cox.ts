/**
 * Cox's proportional hazards model with a ridge penalty, ties as Breslow (1974) takes them: scikit-survival's
 * CoxPHSurvivalAnalysis. Minimises
 *   - sum over the events of weight * (x.w - log(sum over the rows still watched of weight * exp(x.w))) + penalty |w|^2 / 2.
 * The risk of a row is x.w. Without a penalty the weights grow without end where features are as many as events, so there
 * is one of 1 by default; scikit-survival's default is 0.
 */
import { Pacer } from '../../compute/pacer.js';
import { exp, log } from '../../maths/deterministic-math.js';
import { Sorter } from '../../maths/sort-order.js';
import type { SurvivalTarget } from '../../types.js';
import type { Judge, JudgedRows, JudgeTraining } from '../contract.js';
import { addGradient, linearValues } from './linear-rows.js';
import { minimise, type Objective } from './minimise.js';

export interface CoxOptions {
  /** alpha, the price of large weights. */
  readonly penalty: number;
  /** The solver ends where no slope of the mean loss is larger. */
  readonly tolerance: number;
}

const mostSteps = 5000;

export const cox: Judge<CoxOptions, SurvivalTarget> = {
  name: 'cox',
  title: 'Cox model',
  summary: "Cox's proportional hazards model with a ridge penalty",
  targets: ['survival'],
  takesWeights: true,
  options: {
    penalty: { type: 'number', above: 0, default: 1, help: 'price of large weights' },
    tolerance: { type: 'number', above: 0, default: 1e-6, help: 'slope of the mean loss at which the solver ends' },
  },
  async fit(training, options, context) {
    const { rows } = training;
    const solved = await minimise(
      lossOf(training, options.penalty),
      new Float64Array(rows.featureCount),
      { tolerance: options.tolerance, mostSteps, cost: rows.rowCount * (2 * rows.featureCount + 30) },
      new Pacer(context),
    );
    return { predict: (tested: JudgedRows) => ({ kind: 'survival', risks: linearValues(tested, solved, [0]) }) };
  },
};

/** Over the sum of the row weights, so that the tolerance means the same for any number of rows. */
function lossOf({ rows, target, weights }: JudgeTraining<SurvivalTarget>, penalty: number): Objective {
  const { times, events } = target;
  const latestFirst = new Sorter().order(times, times.length).slice().reverse();
  const weightOf = (row: number) => weights?.[row] ?? 1;
  const total = weights?.reduce((sum, weight) => sum + weight, 0) ?? rows.rowCount;
  return (at, gradient) => {
    const risks = linearValues(rows, at, [0]);
    const highest = risks.reduce((most, risk) => Math.max(most, risk), Number.NEGATIVE_INFINITY);
    const parts = risks.map((risk, row) => weightOf(row) * exp(risk - highest));
    const slopes = new Float64Array(rows.rowCount);
    // What the events at the time of a row add to the slope of every row that is still watched then.
    const pulls = new Float64Array(rows.rowCount);
    let [value, watched] = [0, 0];
    for (let start = 0; start < latestFirst.length; ) {
      let [end, eventWeight] = [start, 0];
      for (; end < latestFirst.length && times[latestFirst[end]] === times[latestFirst[start]]; end++) {
        const row = latestFirst[end];
        watched += parts[row];
        if (!events[row]) continue;
        eventWeight += weightOf(row);
        slopes[row] -= weightOf(row) / total;
        value -= (weightOf(row) * (risks[row] - highest)) / total;
      }
      if (eventWeight > 0) value += (eventWeight * log(watched)) / total;
      pulls[start] = watched > 0 ? eventWeight / watched / total : 0;
      start = end;
    }
    // Going forward in time, a row feels every event up to its own time.
    let pull = 0;
    for (let end = latestFirst.length; end > 0; ) {
      let start = end - 1;
      while (start > 0 && times[latestFirst[start - 1]] === times[latestFirst[end - 1]]) start--;
      pull += pulls[start];
      for (let place = start; place < end; place++) slopes[latestFirst[place]] += parts[latestFirst[place]] * pull;
      end = start;
    }
    addGradient(rows, slopes, 1, gradient);
    for (let f = 0; f < at.length; f++) {
      value += ((penalty / 2) * at[f] * at[f]) / total;
      gradient[f] += (penalty * at[f]) / total;
    }
    return value;
  };
}
