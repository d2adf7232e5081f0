/** The scatter that goes with the target and the scatter that does not, whichever of the two kinds it is. */
import type { Pacer } from '../../compute/pacer.js';
import type { AnyMatrix, ClassTarget, TrainingSet, ValueTarget } from '../../types.js';
import { classScatter } from './class-scatter.js';
import type { Scatter } from './scatter.js';
import { valueScatter } from './value-scatter.js';

export function measureScatter(
  training: TrainingSet<AnyMatrix, ClassTarget | ValueTarget>,
  pacer: Pacer,
): Promise<Scatter> {
  const { target } = training;
  return target.kind === 'classes'
    ? classScatter({ ...training, target }, pacer)
    : valueScatter({ ...training, target }, pacer);
}
