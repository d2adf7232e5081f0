/**
 * One line of CSV as RFC 4180 writes it, ended by a newline alone. A cell of undefined is missing: nothing at all.
 *
 * A text that a spreadsheet would run as a formula, because it begins with = + - @, a tab or a carriage return, gets an
 * apostrophe before it (CWE-1236). Numbers stay as they are, also where they come as text: "-1" is no formula.
 */

export function csvLine(cells: readonly (string | number | undefined)[]): string {
  return `${cells.map(csvCell).join(',')}\n`;
}

/** Quoted where a reader could take it for something else: separators, quotes, line ends, outer blanks, nothing. */
function csvCell(cell: string | number | undefined): string {
  if (cell === undefined) return '';
  if (typeof cell === 'number') return String(cell);
  const text = isFormula(cell) ? `'${cell}` : cell;
  return /[",;\t\r\n]|^\s|\s$|^$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const plainNumber = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

function isFormula(text: string): boolean {
  // A spreadsheet drops blanks at the start before it looks.
  return /^\s*[=+\-@]|^[\t\r]/.test(text) && !plainNumber.test(text);
}
