/** The methods as the page's form needs them: plain values that can be sent. */
import type { OptionSpec } from '../select/contract.js';
import { methods } from '../select/registry.js';

export interface MethodDescription {
  readonly name: string;
  readonly summary: string;
  readonly options: Readonly<Record<string, OptionSpec>>;
}

export function describeMethods(): readonly MethodDescription[] {
  return methods.map(({ name, summary, options }) => ({ name, summary, options }));
}
