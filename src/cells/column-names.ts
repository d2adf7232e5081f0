/** Column names, settled in the same way for every format. Names are only ever held in arrays, maps and sets. */
import { UserError } from '../errors.js';
import { finish, partsOf, type Steps } from '../turns.js';

/** The name given to a first column without one: row names, as pandas and R write them. Never a feature. */
export const indexColumnName = '(row names)';

/** The name of a feature that has none, f1 for the first: in files and in the library alike. Indices count from 0. */
export function unnamedFeature(column: number): string {
  return `f${column + 1}`;
}

export interface SettledNames {
  /** Every one is there, and none occurs twice. */
  readonly names: readonly string[];
  /** What was changed, in sentences for the user. */
  readonly notes: readonly string[];
}

/** Numbers repeated names and names those that are empty; refuses a table without a column. */
export function settleColumnNames(given: readonly string[], sourceName: string): SettledNames {
  return finish(settleNamesSteps(given, sourceName));
}

export function* settleNamesSteps(given: readonly string[], sourceName: string): Steps<SettledNames> {
  if (given.length === 0) throw new UserError('data', `${sourceName}: there is no column`);
  const isPlain = (yield* placesByName(given)).size === given.length && !given.includes('');
  if (isPlain) return { names: given, notes: [] };
  const full = given.map((name, column) => (name === '' ? `column${column + 1}` : name));
  const names = numberRepeats(full);
  return { names, notes: [...emptyNotes(given), ...repeatNotes(full, names)] };
}

/** To put a name into a map takes as long as many cells. */
export const cellsOfName = 8;

/** Where each name stands; of a name that occurs twice, where it stands last. */
export function* placesByName(names: readonly string[]): Steps<Map<string, number>> {
  const places = new Map<string, number>();
  for (const { from, to, cells } of partsOf(names.length, cellsOfName)) {
    for (let place = from; place < to; place++) places.set(names[place], place);
    yield cells;
  }
  return places;
}

/** As anndata does, -1, -2 ... are added to the later ones of equal names. */
export function numberRepeats(names: readonly string[]): string[] {
  const given = new Set(names);
  const used = new Set<string>();
  const counts = new Map<string, number>();
  return names.map((name) => {
    let unique = name;
    while (used.has(unique) || (unique !== name && given.has(unique))) {
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      unique = `${name}-${count}`;
    }
    used.add(unique);
    return unique;
  });
}

function emptyNotes(names: readonly string[]): string[] {
  const empty = names.flatMap((name, column) => (name === '' ? [column + 1] : []));
  if (empty.length === 0) return [];
  const which = empty.length === 1 ? `Column ${empty[0]} has` : `${empty.length} columns have`;
  return [
    `${which} no name in the header and ${empty.length === 1 ? 'is' : 'are'} called column${empty[0]}${empty.length > 1 ? ' and so on' : ''}.`,
  ];
}

/** What was numbered, with an example. */
export function repeatNotes(before: readonly string[], after: readonly string[]): string[] {
  const changed = after.flatMap((name, column) => (name === before[column] ? [] : [column]));
  if (changed.length === 0) return [];
  const [first] = changed;
  const rest = changed.length === 1 ? '' : `, and ${changed.length - 1} more in the same way`;
  return [`Column names are repeated: the second "${before[first]}" is called "${after[first]}"${rest}.`];
}
