/** How many features are wanted, and how the number came about where it was not given. */
import { UserError } from '../errors.js';

/** A number of features, or `auto`: the smallest that is as accurate as any, found by cross-validation. */
export type Size = number | 'auto';

export interface SizeRequest {
  /** With `falseDiscovery`, the most features; without either it is `auto`. */
  readonly k?: Size | undefined;
  /** Names the features of which at most this share is false on average; above 0 and below 1. */
  readonly falseDiscovery?: number | undefined;
}

/** How the number of features was found. */
export interface SizeReport {
  readonly auto?: AutoSize;
  readonly promise?: PromiseReport;
}

/** A measure against the number of features, by cross-validation of the training rows. */
export interface AutoSize {
  readonly judge: string;
  readonly measure: string;
  readonly folds: number;
  readonly points: readonly { readonly k: number; readonly mean: number; readonly standardError: number }[];
  readonly bestK: number;
  /** The smallest within one standard error of the best. */
  readonly parsimoniousK: number;
}

/** The features that can be promised. */
export interface PromiseReport {
  readonly falseDiscovery: number;
  /** How many there are, best first in the ranking. */
  readonly count: number;
  /** Training rows that were looked at. */
  readonly rowCount: number;
  /** Features among which pairs that act together were looked for; 0 where they were not. */
  readonly pairsAmong?: number;
  /** How many times as often as a decoy of its a false feature was found to win, and was counted to; 1 where nothing was tried. */
  readonly advantage?: number;
  /** What could be promised at larger shares. */
  readonly atRates: readonly { readonly rate: number; readonly count: number }[];
}

/** `given` is what was written in place of a number. */
export function checkFalseDiscovery(rate: number, given = String(rate)): void {
  if (rate > 0 && rate < 1) return;
  throw new UserError('usage', `must be a share above 0 and below 1. Got ${given} instead`, {
    subject: { option: 'falseDiscovery' },
    advice: ['with 0.1, one in ten of the features may be false'],
  });
}
