/** Checks on column names, the same for every format. Names are only ever held in arrays, maps and sets. */
import { UserError } from '../errors.js';

/** The name given to a first column without one: row names, as pandas and R write them. Never a feature. */
export const indexColumnName = '(row names)';

/** The name of a feature that has none, f1 for the first: in files and in the library alike. Indices count from 0. */
export function unnamedFeature(column: number): string {
  return `f${column + 1}`;
}

/** Refuses empty and repeated names, and none at all. */
export function checkColumnNames(names: readonly string[], sourceName: string): void {
  if (names.length === 0) throw new UserError('data', `${sourceName}: there is no column`);
  const seen = new Map<string, number>();
  for (let column = 0; column < names.length; column++) {
    const name = names[column];
    if (name === '') {
      throw new UserError(
        'data',
        `${sourceName}: column ${column + 1} of ${names.length} has no name in the header; give it one`,
      );
    }
    const earlier = seen.get(name);
    if (earlier !== undefined) {
      throw new UserError(
        'data',
        `${sourceName}: columns ${earlier + 1} and ${column + 1} are both named "${name}"; rename one of them`,
      );
    }
    seen.set(name, column);
  }
}
