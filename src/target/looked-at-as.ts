/** Any target as a few classes, to look at how a feature goes with it: numbers as those below and above their median. */
import type { ClassTarget, Target } from '../types.js';

export function lookedAtAs(target: Target): ClassTarget {
  if (target.kind === 'classes') return target;
  if (target.kind === 'survival') {
    return { kind: 'classes', labels: Int32Array.from(target.events), classNames: ['no event', 'event'] };
  }
  const { values, outputCount } = target;
  const first = values.filter((_, at) => at % outputCount === 0);
  const median = first.slice().sort()[first.length >> 1];
  const labels = Int32Array.from(first, (value) => (value < median ? 0 : 1));
  return { kind: 'classes', labels, classNames: ['lower half', 'upper half'] };
}
