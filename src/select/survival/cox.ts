/**
 * Univariate Cox score test: U_j^2 / I_j at coefficient 0, with
 *   U_j = sum over events i of (x_ij - mean of x_j over the rows at risk at t_i),
 *   I_j = sum over events i of the variance of x_j over the rows at risk at t_i (Breslow's ties).
 *
 * What a Cox model with the feature alone would test, without fitting it; for two values and no ties the log-rank test.
 * Source: Cox, Regression Models and Life-Tables (1972). Rows count by their weights. A constant feature scores 0.
 */
import { Pacer } from '../../compute/pacer.js';
import { RiskSets } from '../../target/risk-sets.js';
import type { SurvivalTarget } from '../../types.js';
import { checkTraining } from '../check-training.js';
import { createColumnReader, spreadColumn } from '../columns.js';
import type { NoOptions, SelectionMethod } from '../contract.js';
import { rankScores } from '../rank-scores.js';

export const cox: SelectionMethod<NoOptions, SurvivalTarget, 'weights'> = {
  name: 'cox',
  summary: 'score test of a Cox model with one feature, feature by feature, for survival times',
  goodFor: 'a first look at survival times, column by column',
  options: {},
  targets: ['survival'],
  takesWeights: true,
  kChanges: 'nothing',
  isDeterministic: true,
  select: async (training, k, _options, context) => {
    checkTraining(training, k);
    const { rowCount, columnCount } = training.matrix;
    const pacer = new Pacer(context);
    const reader = createColumnReader(training);
    const sets = new RiskSets(training.target, training.weights);
    const values = new Float64Array(rowCount);
    const scores = new Float64Array(columnCount);
    for (let feature = 0; feature < columnCount; feature++) {
      spreadColumn(reader.read(feature), values);
      scores[feature] = scoreOf(values, training.target, sets);
      if (pacer.isDue(20 * rowCount)) await pacer.rest(feature / columnCount);
    }
    context.onProgress?.(1);
    return rankScores(scores);
  },
};

function scoreOf(values: Float64Array, { events }: SurvivalTarget, sets: RiskSets): number {
  // Relative to one value, so that a constant gives exactly 0.
  const shift = values[0];
  let [weight, sum, squares, score, information] = [0, 0, 0, 0, 0];
  sets.forEachTime((from, to) => {
    for (let at = from; at < to; at++) {
      const row = sets.order[at];
      const [own, value] = [sets.weightOf(row), values[row] - shift];
      weight += own;
      sum += own * value;
      squares += own * value * value;
    }
    const eventWeight = sets.eventsIn(from, to);
    if (eventWeight === 0) return;
    const mean = sum / weight;
    for (let at = from; at < to; at++) {
      const row = sets.order[at];
      if (events[row] === 1) score += sets.weightOf(row) * (values[row] - shift - mean);
    }
    information += eventWeight * Math.max(0, squares / weight - mean * mean);
  });
  return information > 0 ? (score * score) / information : 0;
}
