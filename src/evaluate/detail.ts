/** What a judge said of the test rows, as a reader wants to look at it. */
import type { Target } from '../types.js';
import { type Confusion, confusionOf } from './measures/confusion.js';
import type { Predictions } from './predictions.js';

export type JudgedDetail =
  | { readonly kind: 'classes'; readonly classNames: readonly string[]; readonly confusion: Confusion }
  | {
      readonly kind: 'values';
      readonly outputCount: number;
      /** [row][output] */
      readonly truth: Float64Array;
      readonly predicted: Float64Array;
    }
  | {
      readonly kind: 'survival';
      readonly times: Float64Array;
      readonly events: Uint8Array;
      readonly risks: Float64Array;
    };

export function detailOf(truth: Target, predictions: Predictions): JudgedDetail {
  if (truth.kind === 'classes' && predictions.kind === 'classes') {
    const { labels, classNames } = truth;
    return { kind: 'classes', classNames, confusion: confusionOf(labels, predictions.labels, classNames.length) };
  }
  if (truth.kind === 'values' && predictions.kind === 'values') {
    return { kind: 'values', outputCount: truth.outputCount, truth: truth.values, predicted: predictions.values };
  }
  if (truth.kind === 'survival' && predictions.kind === 'survival') {
    return { kind: 'survival', times: truth.times, events: truth.events, risks: predictions.risks };
  }
  throw new Error(`predictions of ${predictions.kind} for a target of ${truth.kind}`);
}
