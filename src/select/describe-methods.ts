/** The methods as forms, documents and other languages need them: plain values that can be sent. */
import type { TargetKind } from '../types.js';
import type { OptionSpec } from './contract.js';
import { type AnyMethod, methods } from './registry.js';

export interface MethodDescription {
  readonly name: string;
  readonly summary: string;
  /** The rest of "good for ...", where the method says it. */
  readonly goodFor?: string;
  readonly options: Readonly<Record<string, OptionSpec>>;
  /** The kinds of target it takes. */
  readonly targets: readonly TargetKind[];
  /** Whether a row may have several numbers to be told at once. */
  readonly takesSeveral: boolean;
  /** Whether rows may count differently. */
  readonly takesWeights: boolean;
}

export function describeMethods(): readonly MethodDescription[] {
  return methods.map(describeMethod);
}

function describeMethod(method: AnyMethod): MethodDescription {
  const { name, summary, goodFor, options, targets = ['classes'], takesSeveral = false, takesWeights = false } = method;
  return {
    name,
    summary,
    ...(goodFor !== undefined && { goodFor }),
    options,
    targets,
    takesSeveral,
    takesWeights,
  };
}
