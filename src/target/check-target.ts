/** Refuses targets and weights that would give an answer which looks right and is not. Rows are counted from 0, as in the arrays. */
import { UserError } from '../errors.js';
import type { ClassTarget, SurvivalTarget, Target, ValueTarget } from '../types.js';

export function checkTarget(target: Target, rowCount: number): void {
  if (target.kind === 'classes') checkClasses(target, rowCount);
  else if (target.kind === 'values') checkValues(target, rowCount);
  else checkSurvival(target, rowCount);
}

function checkClasses({ labels, classNames }: ClassTarget, rowCount: number): void {
  checkLength('labels', labels.length, rowCount);
  const bad = labels.findIndex((label) => !(label >= 0 && label < classNames.length));
  if (bad < 0) return;
  throw new UserError('data', `row ${bad}: label ${labels[bad]} is none of the ${classNames.length} classes`);
}

function checkValues({ values, outputCount }: ValueTarget, rowCount: number): void {
  if (!Number.isSafeInteger(outputCount) || outputCount < 1) {
    throw new UserError('data', `a target of numbers has at least one for every row, got ${outputCount}`);
  }
  checkLength('target values', values.length / outputCount, rowCount);
  const bad = values.findIndex((value) => !Number.isFinite(value));
  if (bad < 0) return;
  throw new UserError('data', `row ${Math.floor(bad / outputCount)}: the target is ${values[bad]}`, {
    advice: ['fill it in', 'leave the row out'],
  });
}

function checkSurvival({ times, events }: SurvivalTarget, rowCount: number): void {
  checkLength('times', times.length, rowCount);
  checkLength('events', events.length, rowCount);
  const badTime = times.findIndex((time) => !(Number.isFinite(time) && time >= 0));
  if (badTime >= 0) {
    throw new UserError('data', `row ${badTime}: the time is ${times[badTime]}, and a time is a number of at least 0`);
  }
  const badEvent = events.findIndex((event) => event !== 0 && event !== 1);
  if (badEvent >= 0) {
    throw new UserError(
      'data',
      `row ${badEvent}: the event is ${events[badEvent]}; it is 1 where it came and 0 where not`,
    );
  }
}

/** Weights are finite, none is negative, and not all are 0. */
export function checkWeights(weights: Float64Array, rowCount: number): void {
  checkLength('weights', weights.length, rowCount);
  const bad = weights.findIndex((weight) => !(Number.isFinite(weight) && weight >= 0));
  if (bad >= 0) {
    throw new UserError('data', `row ${bad}: the weight is ${weights[bad]}, and a weight is a number of at least 0`);
  }
  if (weights.some((weight) => weight > 0)) return;
  throw new UserError('data', `all ${rowCount} weights are 0, so no row would count`);
}

function checkLength(what: string, count: number, rowCount: number): void {
  if (count !== rowCount) throw new UserError('data', `expected ${rowCount} ${what}, one a row, got ${count}`);
}
