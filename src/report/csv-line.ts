/** One line of CSV as RFC 4180 writes it, ended by a newline alone. */

export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(',')}\n`;
}

/** Quoted where a reader could take it for something else: separators, quotes, line ends, outer blanks, nothing. */
function csvCell(cell: string | number): string {
  if (typeof cell === 'number') return String(cell);
  return /[",;\t\r\n]|^\s|\s$|^$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
