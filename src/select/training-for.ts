/** Keeps matrices outside memory away from the methods that need all of it in memory. */
import { UserError } from '../errors.js';
import { classesOf } from '../target/class-target.js';
import type { AnyMatrix, Target, TrainingSet } from '../types.js';
import { type AnyMethod, methods } from './registry.js';

/** Throws where the matrix is stored outside memory and the method cannot read it so. */
export function refuseStored(method: AnyMethod, matrix: Pick<AnyMatrix, 'kind'>): void {
  if (matrix.kind !== 'stored' || method.takesStored) return;
  const able = methods.filter(({ takesStored }) => takesStored).map(({ name }) => name);
  throw new UserError('usage', `${method.name} needs all of the data in memory, and it does not fit`, {
    advice: [{ option: 'memory', verb: 'raise' }, `use one of the methods that can read from disk: ${able.join(', ')}`],
  });
}

/** The training set as the method's `select` wants it. */
export function trainingFor(method: AnyMethod, training: TrainingSet<AnyMatrix, Target>): TrainingSet {
  refuseStored(method, training.matrix);
  classesOf(training.target, method.name);
  return training as TrainingSet;
}
