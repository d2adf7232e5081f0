/**
 * One line of CSV as RFC 4180 writes it, ended by a newline alone. A cell of undefined is missing: nothing at all.
 * Texts that a spreadsheet would run are guarded.
 */
import { guardFormula } from '../cells/formula-guard.js';

export function csvLine(cells: readonly (string | number | undefined)[]): string {
  return `${cells.map(csvCell).join(',')}\n`;
}

/** Quoted where a reader could take it for something else: separators, quotes, line ends, outer blanks, nothing. */
function csvCell(cell: string | number | undefined): string {
  if (cell === undefined) return '';
  if (typeof cell === 'number') return String(cell);
  const text = guardFormula(cell);
  return /[",;\t\r\n]|^\s|\s$|^$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
