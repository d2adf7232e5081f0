/** A value that was given, for a message: as JSON, but never long, and whatever it is, deep, in a ring or made of bigints. */

/** A message has no room for more. */
const mostLetters = 100;

export function showValue(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  const text = asJson(value);
  return text.length <= mostLetters ? text : `${text.slice(0, mostLetters)} ...`;
}

function asJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return Array.isArray(value) ? `a list of ${value.length}` : 'an object';
  }
}
