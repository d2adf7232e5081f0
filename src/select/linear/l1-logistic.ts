/**
 * Features of an L1 logistic model, one multinomial model of all classes; see l1-path.ts.
 *
 * Source: Tibshirani, Regression Shrinkage and Selection via the Lasso (JRSS B 58, 1996), for logistic regression; the
 * model is that of scikit-learn's LogisticRegression with `l1_ratio=1` and the saga solver, with C = 1 / (rows x lambda)
 * and weights of rows as its `sample_weight`. Features are standardised here, whatever the scaling.
 */
import type { ClassTarget } from '../../types.js';
import type { SelectionMethod } from '../contract.js';
import { followL1Path, type L1Options, l1Options } from './l1-path.js';

export const l1Logistic: SelectionMethod<L1Options, ClassTarget, 'weights'> = {
  name: 'l1-logistic',
  summary: 'logistic regression under an L1 penalty that falls until K features have a weight',
  goodFor: 'classes that a plane parts, with more columns than rows',
  options: l1Options,
  takesWeights: true,
  kChanges: 'everything',
  isDeterministic: true,
  select: followL1Path,
};
