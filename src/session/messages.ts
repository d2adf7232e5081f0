/**
 * What a front end and the engine behind it say to each other, whatever carries it: a page and its worker by
 * `postMessage`, another language and `neurofs serve` by bytes (docs/protocol.md). Each call is answered once; a failure
 * is an answer too, and events are told in between.
 */
import type { Advice, OptionName } from '../wording.js';

export interface Call {
  /** Chosen by the caller; the answer carries it. */
  readonly id: number;
  readonly call: string;
  /** What the call is given, in order. */
  readonly words: readonly unknown[];
}

/** A failure as it crosses over; `bug` is anything that no user could have caused. */
export interface Failure {
  readonly code: string;
  readonly message: string;
}

/** A failure for those who word it themselves: the parts of a `UserError`. */
export interface DetailedFailure extends Failure {
  readonly statement?: string;
  readonly subject?: OptionName;
  readonly advice?: readonly Advice[];
}

export type Answered =
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly failure: Failure };

export interface Told<Name extends string = string> {
  readonly kind: 'event';
  /** The call it belongs to, where several may be under way. */
  readonly id?: number;
  readonly event: Name;
  readonly words: readonly unknown[];
}
