/**
 * How long a method will take on a table before it was ever run on it: a power law in rows, features, K and classes, of
 * which `method-costs.ts` has the figures, times how this machine compares with the one they were measured on.
 */
import { costBase, methodCosts } from './method-costs.js';

export interface TableShape {
  readonly rowCount: number;
  readonly featureCount: number;
  readonly k: number;
  readonly classCount: number;
}

export interface MethodCost {
  /** On a table of the shape `costBase`, by one thread. */
  readonly seconds: number;
  /** How it grows with each: 1 where twice as many take twice as long. */
  readonly exponents: Partial<Readonly<Record<keyof TableShape, number>>>;
}

/** Seconds of one thread on the machine that the figures come from; undefined for a method that was not measured. */
export function estimateSeconds(method: string, shape: TableShape): number | undefined {
  const cost = (methodCosts as Readonly<Record<string, MethodCost>>)[method];
  if (cost === undefined) return undefined;
  return (Object.entries(cost.exponents) as [keyof TableShape, number][]).reduce(
    (seconds, [name, exponent]) => seconds * (shape[name] / costBase[name]) ** exponent,
    cost.seconds,
  );
}
