/** Targets that are classes: made from numbers, and asked for where nothing else will do. */
import { UserError } from '../errors.js';
import type { ClassTarget, Target } from '../types.js';

/** Classes that are known by their numbers alone, each named by its own. */
export function numberedClasses(labels: Int32Array, classCount: number): ClassTarget {
  return { kind: 'classes', labels, classNames: Array.from({ length: classCount }, (_, label) => String(label)) };
}

/** The target as classes; refused where it is something else, which `what` cannot take. */
export function classesOf(target: Target, what = 'this'): ClassTarget {
  if (target.kind === 'classes') return target;
  throw new UserError('usage', `${what} needs a target that is classes`);
}

/** The classes and how many rows each has. */
export function describeClasses({ labels, classNames }: ClassTarget): {
  readonly classNames: readonly string[];
  readonly classCounts: readonly number[];
} {
  const classCounts = new Array<number>(classNames.length).fill(0);
  for (const label of labels) classCounts[label]++;
  return { classNames, classCounts };
}
