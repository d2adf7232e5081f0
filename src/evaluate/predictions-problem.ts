/** What is wrong with what a judge of the user's said of rows, in words; nothing where all is well. */
import { showValue } from '../show-value.js';
import type { Target } from '../types.js';
import type { Predictions } from './predictions.js';

export function predictionsProblem(predicted: Predictions, target: Target, rowCount: number): string | undefined {
  if (predicted?.kind !== target.kind) {
    return `expected predictions of kind "${target.kind}", got ${showValue(predicted?.kind)}`;
  }
  if (predicted.kind === 'survival') return numbersProblem('risks', predicted.risks, rowCount);
  if (predicted.kind === 'values') {
    const outputCount = target.kind === 'values' ? target.outputCount : 1;
    return numbersProblem('values', predicted.values, rowCount * outputCount);
  }
  const classCount = target.kind === 'classes' ? target.classNames.length : 0;
  const { labels, probabilities, scores } = predicted;
  if (!(labels instanceof Int32Array) || labels.length !== rowCount) {
    return `expected labels to be an Int32Array of ${rowCount} class indices, one for every row`;
  }
  const wrong = labels.find((label) => label < 0 || label >= classCount);
  if (wrong !== undefined) return `expected class indices from 0 to ${classCount - 1}, got ${wrong}`;
  return (
    (probabilities && numbersProblem('probabilities', probabilities, rowCount * classCount)) ??
    (probabilities && sumProblem(probabilities, classCount)) ??
    (scores && numbersProblem('scores', scores, rowCount * classCount))
  );
}

function numbersProblem(name: string, values: unknown, count: number): string | undefined {
  if (!(values instanceof Float64Array) || values.length !== count) {
    return `expected ${name} to be a Float64Array of ${count} numbers`;
  }
  const place = values.findIndex((value) => !Number.isFinite(value));
  return place < 0 ? undefined : `expected finite ${name}, got ${values[place]} at place ${place}`;
}

/** How far the probabilities of a row may be from adding up to 1. */
const roundingOfSum = 1e-6;

function sumProblem(probabilities: Float64Array, classCount: number): string | undefined {
  for (let row = 0; row * classCount < probabilities.length; row++) {
    const own = probabilities.subarray(row * classCount, (row + 1) * classCount);
    const sum = own.reduce((total, each) => total + each, 0);
    if (own.some((each) => each < 0) || Math.abs(sum - 1) > roundingOfSum) {
      return `expected the probabilities of row ${row} to be at least 0 and to add up to 1, got ${own.join(', ')}`;
    }
  }
  return undefined;
}
