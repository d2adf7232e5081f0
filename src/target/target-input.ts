/** What the library takes as the target: classes or numbers, several numbers a row, or times with their events. */

import { UserError } from '../errors.js';
import { showValue } from '../show-value.js';
import type { ClassTarget, SurvivalTarget, Target, ValueTarget } from '../types.js';
import { looksMeasured, type Task } from './task.js';

export type LabelInput = ArrayLike<string | number>;

/** How long every row was watched, and whether the event came at the end of that time. */
export interface SurvivalInput {
  readonly times: ArrayLike<number>;
  /** 1 or true where the event came, 0 or false where it did not. */
  readonly events: ArrayLike<number | boolean>;
}

/** A class or a number of every row; an array of numbers of every row; or times and events. */
export type TargetInput = LabelInput | readonly ArrayLike<number>[] | SurvivalInput;

export function toTarget(y: TargetInput, rowCount: number, task: Task = 'auto'): Target {
  if (typeof y === 'object' && y !== null && 'times' in y) return toSurvival(y, rowCount, task);
  if (typeof y?.length !== 'number') {
    throw new UserError('usage', `expected the target of every row, as an array, got ${showValue(y)}`);
  }
  const given: readonly unknown[] = Array.from(y as ArrayLike<unknown>);
  if (given.length !== rowCount)
    throw new UserError('data', `expected ${rowCount} labels, one a row, got ${given.length}`);
  if (given.some((value) => typeof value === 'object' && value !== null)) return toSeveral(given, task);
  const bad = given.findIndex((label) => typeof label !== 'string' && !Number.isFinite(label));
  if (bad >= 0) throw new UserError('data', `label ${bad}: expected text or a finite number, got ${given[bad]}`);
  return ofOneEach(given as readonly (string | number)[], task);
}

function ofOneEach(given: readonly (string | number)[], task: Task): Target {
  const text = given.findIndex((label) => typeof label === 'string');
  if (task === 'regression' && text >= 0) {
    throw new UserError('data', `row ${text}: expected a number to predict, got ${showValue(given[text])}`, {
      advice: [{ option: 'task', values: ['classes'] }],
    });
  }
  if (text >= 0 || task === 'classes') return toClasses(given);
  return task === 'regression' || isMeasured(given as readonly number[])
    ? toValues(given as readonly number[])
    : toClasses(given);
}

/** Few fractions may be the steps of a scale or a quantity that was measured coarsely: the caller has to say which. */
function isMeasured(numbers: readonly number[]): boolean {
  const distinct = [...new Set(numbers)];
  if (looksMeasured(distinct, numbers.length)) return true;
  const fraction = distinct.find((value) => !Number.isInteger(value));
  if (fraction === undefined) return false;
  throw new UserError(
    'data',
    `the target has ${distinct.length} different numbers in ${numbers.length} rows, some of them fractions such as ${fraction}, ` +
      'which may be classes or measured',
    { advice: [{ option: 'task', values: ['classes', 'regression'] }] },
  );
}

/** Classes in the order of the sorted distinct labels: numbers by value, text by its characters. */
function toClasses(given: readonly (string | number)[]): ClassTarget {
  const distinct = [...new Set(given)].sort((a, b) =>
    typeof a === 'number' && typeof b === 'number' ? a - b : String(a) < String(b) ? -1 : 1,
  );
  const place = new Map(distinct.map((label, index) => [label, index]));
  return {
    kind: 'classes',
    labels: Int32Array.from(given, (label) => place.get(label)!),
    classNames: distinct.map(String),
  };
}

function toValues(numbers: readonly number[]): ValueTarget {
  return { kind: 'values', values: Float64Array.from(numbers), outputCount: 1 };
}

function toSeveral(given: readonly unknown[], task: Task): ValueTarget {
  if (task === 'classes') {
    throw new UserError('usage', 'classes are one for every row, and there are arrays of numbers', {
      subject: { option: 'task' },
    });
  }
  const rows = given as readonly ArrayLike<number>[];
  const outputCount = rows[0]?.length ?? 0;
  const values = new Float64Array(rows.length * outputCount);
  rows.forEach((row, at) => {
    if (typeof row !== 'object' || row === null || row.length !== outputCount) {
      throw new UserError(
        'data',
        `row ${at}: expected ${outputCount} numbers to predict as in row 0, got ${row?.length ?? row}`,
      );
    }
    values.set(row, at * outputCount);
  });
  return { kind: 'values', values, outputCount };
}

function toSurvival({ times, events }: SurvivalInput, rowCount: number, task: Task): SurvivalTarget {
  if (task !== 'auto') {
    throw new UserError('usage', `cannot be ${task} where times and events are given`, { subject: { option: 'task' } });
  }
  for (const [what, list] of Object.entries({ times, events })) {
    if (list?.length === rowCount) continue;
    throw new UserError('data', `expected ${rowCount} ${what}, one a row, got ${list?.length ?? list}`);
  }
  const bad = Array.from(events).findIndex((event) => ![0, 1, true, false].includes(event));
  if (bad >= 0) throw new UserError('data', `event ${bad}: expected 1 or 0, true or false, got ${events[bad]}`);
  return {
    kind: 'survival',
    times: Float64Array.from(times),
    events: Uint8Array.from(events as ArrayLike<number>, Number),
  };
}
