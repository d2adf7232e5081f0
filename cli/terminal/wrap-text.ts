/** Breaks a text between words so that no line is wider than the terminal; a longer word stands alone. */

/** Lines after the first begin with `indent` blanks. */
export function wrapText(text: string, width: number, indent = 0): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && longer.length > width - indent) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line].join(`\n${' '.repeat(indent)}`);
}
