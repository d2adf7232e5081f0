/** What a table is most likely there to predict, where nobody says: the command line and the page ask the same question. */
import type { Steps } from '../turns.js';
import type { Table } from '../types.js';
import { guessSurvival } from './guess-survival.js';
import { guessTarget } from './guess-target.js';

export interface GuessedColumns {
  readonly target?: string;
  /** Where the target is a survival time. */
  readonly event?: string;
}

/** Times with their events before classes: a column of events looks like one of classes, too. */
export function* guessColumns(table: Table): Steps<GuessedColumns> {
  const survival = yield* guessSurvival(table);
  if (survival !== undefined) return survival;
  const target = yield* guessTarget(table);
  return target === undefined ? {} : { target };
}
