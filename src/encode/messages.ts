/** Words for messages about columns. */

/** Most names listed in one message. */
const listed = 8;

/** The first names in quotes, and how many more there are. */
export function quoted(names: readonly string[]): string {
  const shown = names.slice(0, listed).map((name) => `"${name}"`);
  return names.length > listed ? `${shown.join(', ')} and ${names.length - listed} more` : shown.join(', ');
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
