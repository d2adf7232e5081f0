/** A column of times and one that says whether the event came, by the names that people give them. */
import { targetCells } from '../encode/target-cells.js';
import { findInSteps, type Steps } from '../turns.js';
import type { Table } from '../types.js';

const timeName =
  /^((survival|follow[-_. ]?up|os|pfs|dfs|rfs|overall[-_. ]survival)[-_. ]?)?(time|days|months|years)$|^(os|futime|lenfol)$/i;
const eventName = /^((os|pfs|dfs|rfs)[-_. ]?)?(event|status|cens|censor(ed|ing)?|death|dead|deceased|fustat|fstat)$/i;

export interface GuessedSurvival {
  readonly target: string;
  readonly event: string;
}

export function* guessSurvival(table: Table): Steps<GuessedSurvival | undefined> {
  const target = yield* findInSteps(table.numericNames, (name) => timeName.test(name));
  if (target === undefined) return undefined;
  const isEvent = (name: string) => eventName.test(name) && isZeroOrOne(table, name);
  const event = yield* findInSteps(table.columnOrder, isEvent);
  return event === undefined ? undefined : { target, event };
}

function isZeroOrOne(table: Table, name: string): boolean {
  return targetCells(table, name).every((cell) => cell === undefined || cell === '0' || cell === '1');
}
