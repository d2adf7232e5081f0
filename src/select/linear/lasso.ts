/**
 * Features of the lasso, linear regression under an L1 penalty; see l1-path.ts.
 *
 * Source: Tibshirani, Regression Shrinkage and Selection via the Lasso (JRSS B 58, 1996); the model is that of
 * scikit-learn's Lasso with alpha = lambda, weights of rows as its `sample_weight`. Features and numbers are standardised
 * here, whatever the scaling. Several numbers have a model each at one lambda, as there.
 */
import type { ValueTarget } from '../../types.js';
import type { SelectionMethod } from '../contract.js';
import { followL1Path, type L1Options, l1Options } from './l1-path.js';

export const lasso: SelectionMethod<L1Options, ValueTarget, 'several' | 'weights'> = {
  name: 'lasso',
  summary: 'linear regression of numbers under an L1 penalty that falls until K features have a weight',
  goodFor: 'a number that is a weighted sum of few columns',
  options: l1Options,
  targets: ['values'],
  takesSeveral: true,
  takesWeights: true,
  kChanges: 'everything',
  isDeterministic: true,
  select: followL1Path,
};
