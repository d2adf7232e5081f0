/**
 * The target column as what is to be told of every row: a class, a number, several numbers, or a time with its event.
 * Classes are ordered as numbers where every one is a number, else as text. `1`, `1.0` and `01` are one class.
 */
import { numberFromText } from '../cells/parse-number.js';
import { UserError } from '../errors.js';
import { looksMeasured, mayBeMeasured, type Task } from '../target/task.js';
import type { AnyMatrix, ClassTarget, SurvivalTarget, Table, Target, ValueTarget } from '../types.js';
import type { Remark } from '../wording.js';
import { count, quoted } from './messages.js';
import { completeCells, numberCells, saysInfinite, targetColumns } from './target-cells.js';

export interface TargetRules {
  readonly target: string;
  readonly task: Task;
  /** The column that says whether the event came at the time that the target gives. */
  readonly event?: string | undefined;
}

export interface EncodedTarget {
  readonly target: Target;
  /** What else it might have been meant as, and how to say so. */
  readonly doubt?: Remark;
}

export function encodeTarget(table: Table<AnyMatrix>, rules: TargetRules): EncodedTarget {
  const names = targetColumns(table, rules.target);
  if (rules.event !== undefined) return { target: encodeSurvival(table, names, rules.event, rules.task) };
  if (names.length > 1) return { target: encodeSeveral(table, names, rules.task) };
  const [name] = names;
  if (rules.task === 'regression') return { target: encodeValues(table, name) };
  const cells = completeCells(table, name, 'target');
  const distinct = [...new Set(cells)];
  const numbers = distinct.map((cell) => numberFromText(cell));
  const areNumbers = numbers.every(Number.isFinite);
  // Measured numbers among which one is infinite are not classes: they are refused with its row.
  const mayBeNumbers = distinct.every((cell, at) => Number.isFinite(numbers[at]) || saysInfinite(cell));
  if (rules.task === 'auto' && mayBeNumbers && looksMeasured(numbers.filter(Number.isFinite), cells.length)) {
    return { target: encodeValues(table, name) };
  }
  const target = encodeClasses(name, cells, areNumbers);
  return rules.task === 'auto' && areNumbers && mayBeMeasured(numbers)
    ? { target, doubt: doubtOf(name, distinct.length) }
    : { target };
}

function doubtOf(name: string, classCount: number): Remark {
  return {
    statement: `The ${classCount} different numbers of the target "${name}" were taken as classes`,
    advice: [{ option: 'task', values: ['regression'], purpose: 'where they are measured' }],
  };
}

function encodeValues(table: Table<AnyMatrix>, name: string): ValueTarget {
  const advice = [{ option: 'task', values: ['classes'], purpose: 'where the target is classes' }];
  const values = numberCells(table, name, 'target', { advice });
  checkDiffers(name, values);
  return { kind: 'values', values, outputCount: 1 };
}

function encodeSeveral(table: Table<AnyMatrix>, names: readonly string[], task: Task): ValueTarget {
  if (task === 'classes') {
    throw new UserError('usage', `several targets at once are numbers, and classes are one: got ${quoted(names)}`, {
      advice: ['name one of them'],
    });
  }
  const repeated = names.find((name, place) => names.indexOf(name) !== place);
  if (repeated !== undefined) throw new UserError('usage', `the target "${repeated}" is named twice`);
  const columns = names.map((name) =>
    numberCells(table, name, 'target', { advice: ['name the columns of numbers alone'] }),
  );
  columns.forEach((values, output) => {
    checkDiffers(names[output], values);
  });
  const values = new Float64Array(names.length * table.rowCount);
  for (let i = 0; i < values.length; i++) values[i] = columns[i % names.length][Math.floor(i / names.length)];
  return { kind: 'values', values, outputCount: names.length };
}

function checkDiffers(name: string, values: Float64Array): void {
  if (values.some((value) => value !== values[0])) return;
  throw new UserError('data', `target "${name}" is ${values[0]} in every row; it must differ`);
}

function encodeSurvival(table: Table<AnyMatrix>, names: readonly string[], event: string, task: Task): SurvivalTarget {
  if (task !== 'auto') {
    throw new UserError('usage', `cannot be ${task} where an event is named: time and event together are survival`, {
      subject: { option: 'task' },
      advice: ['leave one of them out'],
    });
  }
  const [name] = names;
  if (names.length > 1) throw new UserError('usage', `survival has one time, got the columns ${quoted(names)}`);
  if (event === name) throw new UserError('usage', `"${name}" cannot be the time and the event at once`);
  const times = numberCells(table, name, 'time', { advice: ['name the column of times as the target'] });
  const negative = times.findIndex((time) => time < 0);
  if (negative >= 0) {
    throw new UserError('data', `time "${name}", row ${negative + 1}: expected at least 0, got ${times[negative]}`, {
      advice: ['correct it', 'leave the row out'],
    });
  }
  const events = encodeEvents(table, event);
  if (!events.includes(1)) {
    throw new UserError('data', `event "${event}" came in none of the ${events.length} rows; survival needs some`, {
      advice: ['check that 1 stands for the event and 0 for none'],
    });
  }
  return { kind: 'survival', times, events };
}

/** How files say that an event came, or not. */
const eventWords = new Map([
  ['1', 1],
  ['true', 1],
  ['yes', 1],
  ['0', 0],
  ['false', 0],
  ['no', 0],
]);

function encodeEvents(table: Table<AnyMatrix>, name: string): Uint8Array {
  return Uint8Array.from(completeCells(table, targetColumns(table, name)[0], 'event'), (cell, row) => {
    const event = eventWords.get(cell.trim().toLowerCase());
    if (event !== undefined) return event;
    throw new UserError(
      'data',
      `event "${name}", row ${row + 1}: expected 1 where the event came and 0 where not (or true and false, yes and no), got "${cell}"`,
    );
  });
}

function encodeClasses(name: string, cells: readonly string[], areNumbers: boolean): ClassTarget {
  const classNames = [...new Set(cells)].sort(
    areNumbers ? (a, b) => Number(a) - Number(b) : (a, b) => (a < b ? -1 : a > b ? 1 : 0),
  );
  const indexOf = new Map(classNames.map((className, index) => [className, index]));
  const labels = Int32Array.from(cells, (cell) => indexOf.get(cell)!);
  checkClasses(name, labels, classNames, areNumbers);
  return { kind: 'classes', labels, classNames };
}

function checkClasses(name: string, labels: Int32Array, classNames: readonly string[], areNumbers: boolean): void {
  if (labels.length === 1)
    throw new UserError('data', 'the table has one row; selection needs at least two classes of two rows');
  if (classNames.length === 1) {
    throw new UserError('data', `target "${name}" is "${classNames[0]}" in every row; it needs at least two classes`);
  }
  const counts = new Int32Array(classNames.length);
  for (const label of labels) counts[label]++;
  const single = classNames.filter((_, label) => counts[label] < 2);
  if (single.length === 0) return;
  const left = classNames.length - single.length;
  // What would only lead to the next refusal is not advised.
  const ways = [...(left >= 2 ? ['drop'] : []), ...(left >= 1 && single.length >= 2 ? ['pool'] : [])];
  throw new UserError(
    'data',
    `target "${name}": ${count(single.length, 'class', 'classes')} of ${classNames.length} with fewer than two rows (${quoted(single)})`,
    {
      advice: [
        ...(ways.length > 0 ? [{ option: 'rare', values: ways }] : []),
        ...(ways.length === 0 && !areNumbers ? ['it needs two classes of two rows or more'] : []),
        ...(areNumbers ? [{ option: 'task', values: ['regression'], purpose: 'where they are measured' }] : []),
      ],
    },
  );
}
