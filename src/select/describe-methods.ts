/** The methods as forms and other languages need them: plain values that can be sent. */
import type { OptionSpec } from './contract.js';
import { methods } from './registry.js';

export interface MethodDescription {
  readonly name: string;
  readonly summary: string;
  readonly options: Readonly<Record<string, OptionSpec>>;
}

export function describeMethods(): readonly MethodDescription[] {
  return methods.map(({ name, summary, options }) => ({ name, summary, options }));
}
