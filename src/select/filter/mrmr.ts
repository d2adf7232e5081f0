/**
 * Minimum redundancy, maximum relevance: greedily the largest F(f) / redundancy(f), where F is the F statistic with
 * the class (or of the regression of a number on f) and redundancy the mean (or the largest) |Pearson correlation| with the selected features.
 *
 * Source: Ding, Peng, Minimum Redundancy Feature Selection from Microarray Gene Expression Data (2005), in the form
 * FCQ and with the details of the Python package mrmr_selection: a correlation counts as at least 0.001, and a
 * feature whose redundancy is 1, a copy of the selected ones, scores 0. Features without relevance come last. For numbers
 * it is mrmr_regression of the same package.
 */

import { Pacer } from '../../compute/pacer.js';
import type { ClassTarget, ValueTarget } from '../../types.js';
import { checkTraining } from '../check-training.js';
import type { OptionSpecs, SelectionMethod } from '../contract.js';
import { scoresFromOrder } from '../rank-scores.js';
import { fStatistics } from './anova-f.js';
import { Correlations } from './correlations.js';
import { measureScatter } from './measure-scatter.js';

export interface MrmrOptions {
  readonly redundancy: 'mean' | 'max';
}

const options: OptionSpecs<MrmrOptions> = {
  redundancy: {
    type: 'choice',
    choices: ['mean', 'max'],
    default: 'mean',
    help: 'how the correlations with the selected features are combined',
  },
};

const smallestCorrelation = 0.001;
/** A correlation this near to 1 is 1 up to rounding. */
const copyCorrelation = 1 - 1e-12;

export const mrmr: SelectionMethod<MrmrOptions, ClassTarget | ValueTarget, 'weights'> = {
  name: 'mrmr',
  summary: 'greedy: F statistic over correlation with the features already selected, as mrmr_selection',
  goodFor: 'a short list without repeats of columns that tell alone',
  options,
  targets: ['classes', 'values'],
  takesWeights: true,
  kChanges: 'length',
  isDeterministic: true,
  select: async (training, k, chosen, context) => {
    checkTraining(training, k);
    const pacer = new Pacer(context);
    const scatter = await measureScatter(training, new Pacer(context.signal ? { signal: context.signal } : {}));
    const relevance = fStatistics(scatter);
    const correlations = new Correlations(training, scatter);
    const gathered = new Float64Array(relevance.length); // sum or maximum of the correlations
    const score = Float64Array.from(relevance);
    const selected: number[] = [];
    const taken = new Uint8Array(relevance.length);
    while (selected.length < k) {
      const next = largest(score, relevance, taken);
      taken[next] = 1;
      selected.push(next);
      if (selected.length === k) break;
      const found = await correlations.with(next, pacer, (share) => (selected.length - 1 + share) / k);
      gather(found, gathered, chosen.redundancy === 'max');
      const divisor = chosen.redundancy === 'max' ? 1 : selected.length;
      for (let f = 0; f < score.length; f++) score[f] = quotient(relevance[f], gathered[f] / divisor);
    }
    context.onProgress?.(1);
    return scoresFromOrder(selected, score);
  },
};

function gather(correlations: Float64Array, into: Float64Array, keepLargest: boolean): void {
  for (let f = 0; f < into.length; f++) {
    const correlation = Math.max(smallestCorrelation, Math.abs(correlations[f]));
    into[f] = keepLargest ? Math.max(into[f], correlation) : into[f] + correlation;
  }
}

function quotient(relevance: number, redundancy: number): number {
  return redundancy >= copyCorrelation ? 0 : relevance / redundancy;
}

/** The best feature left; among equal scores the more relevant one, then the lower index. */
function largest(score: Float64Array, relevance: Float64Array, taken: Uint8Array): number {
  let best = -1;
  for (let f = 0; f < score.length; f++) {
    if (taken[f] === 1) continue;
    const isBetter = best < 0 || score[f] > score[best] || (score[f] === score[best] && relevance[f] > relevance[best]);
    if (isBetter) best = f;
  }
  return best;
}
