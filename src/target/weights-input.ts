/** What the library takes as weights. */
import { UserError } from '../errors.js';
import type { Dataset, Target } from '../types.js';
import { type ClassWeights, weightsOfClasses } from './class-weights.js';

export interface WeightsInput {
  readonly weights?: ArrayLike<number> | undefined;
  readonly classWeights?: ClassWeights | undefined;
}

export function toWeights(
  { weights, classWeights }: WeightsInput,
  target: Target,
  rowCount: number,
): Pick<Dataset, 'weights' | 'balanceClasses'> {
  if (classWeights !== undefined && target.kind !== 'classes') {
    throw new UserError('usage', 'need a target that is classes', { subject: { option: 'classWeights' } });
  }
  const rows = weights === undefined ? undefined : Float64Array.from(weights);
  if (classWeights === undefined || target.kind !== 'classes') return rows ? { weights: rows } : {};
  if (classWeights === 'balanced') return { ...(rows && { weights: rows }), balanceClasses: true };
  const ofClass = weightsOfClasses(target, classWeights);
  return {
    weights: Float64Array.from({ length: rowCount }, (_, row) => (rows ? rows[row] : 1) * ofClass[target.labels[row]]),
  };
}
