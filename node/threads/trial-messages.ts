/** What a thread that runs trials and the one that started it say to each other; trials go the other way as they are. */
import type { TrialSetting } from '../../src/method-trial.js';
import type { KernelsApart } from '../engines/kernels-apart.js';
import type { SentError } from './sent-error.js';

/** What the thread is started with. */
export interface TrialThreadStart {
  readonly setting: TrialSetting;
  readonly kernels: KernelsApart;
}

export type TrialNews =
  | { readonly kind: 'ready' }
  | { readonly kind: 'value'; readonly value: number }
  | { readonly kind: 'failure'; readonly failure: SentError };
