/**
 * The parts of the rows that both sides of a split should have in equal shares: the classes, those with and those
 * without the event, or all rows as one where the target is a number.
 */
import type { Target } from '../types.js';

export interface Strata {
  /** The part every row belongs to. */
  readonly labels: Int32Array;
  /** What the rows of every part are called. */
  readonly names: readonly string[];
}

export function strataOf(target: Target): Strata {
  if (target.kind === 'classes') {
    return { labels: target.labels, names: target.classNames.map((name) => `of class "${name}"`) };
  }
  if (target.kind === 'survival') return eventStrata(target.events);
  return { labels: new Int32Array(target.values.length / target.outputCount), names: ['at all'] };
}

/** Where all rows have the event, or none has, they are one part. */
function eventStrata(events: Uint8Array): Strata {
  if (!events.includes(0) || !events.includes(1)) return { labels: new Int32Array(events.length), names: ['at all'] };
  return { labels: Int32Array.from(events), names: ['without the event', 'with the event'] };
}
