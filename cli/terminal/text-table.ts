/** Tables of text for the terminal: columns as wide as their widest cell, numbers to the right. */

export interface TextTable {
  readonly head: readonly string[];
  /** A cell is undefined where nothing was measured. */
  readonly rows: readonly (readonly (string | undefined)[])[];
  /** Columns to align to the right. */
  readonly right?: readonly number[];
}

/** Lines without the final newline. `styleHead` may add colours, which take no room. */
export function textTable(table: TextTable, styleHead = (text: string) => text): string {
  const { head, rows, right = [] } = table;
  const widths = head.map((title, column) =>
    Math.max(displayWidth(title), ...rows.map((row) => displayWidth(row[column] ?? ''))),
  );
  const line = (cells: readonly (string | undefined)[]) =>
    widths
      .map((width, column) => pad(cells[column] ?? '', width, right.includes(column)))
      .join('  ')
      .trimEnd();
  return [styleHead(line(head)), ...rows.map(line)].join('\n');
}

/** As `textTable`, cut into tables that fit the width where it is too wide; the first column stands in each of them. */
export function textTables(table: TextTable, width: number, styleHead?: (text: string) => string): string {
  const { head, rows, right = [] } = table;
  const blocks: number[][] = [];
  const cut = (columns: readonly number[]): TextTable => ({
    head: columns.map((column) => head[column]),
    rows: rows.map((row) => columns.map((column) => row[column])),
    right: columns.flatMap((column, place) => (right.includes(column) ? [place] : [])),
  });
  const fits = (columns: readonly number[]) =>
    textTable(cut(columns))
      .split('\n')
      .every((line) => displayWidth(line) <= width);
  for (let column = 1; column < head.length; column++) {
    const last = blocks.at(-1);
    if (last && fits([...last, column])) last.push(column);
    else blocks.push([0, column]);
  }
  return blocks.map((columns) => textTable(cut(columns), styleHead)).join('\n\n');
}

function pad(text: string, width: number, toRight: boolean): string {
  const space = ' '.repeat(width - displayWidth(text));
  return toRight ? space + text : text + space;
}

/** Characters as the reader sees them: combining marks belong to the letter before them. */
function displayWidth(text: string): number {
  return [...text.replace(/\p{Mark}/gu, '')].length;
}

/**
 * Makes text from a file safe to print: control characters, which could steer the terminal, and those that turn the
 * direction of writing, which could make it say something else, show as �.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '\ufffd');
}
