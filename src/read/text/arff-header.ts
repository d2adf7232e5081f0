/** The header of an ARFF file (Weka): `@attribute name type` lines up to `@data`. */
import { UserError } from '../../errors.js';

export interface Attribute {
  readonly name: string;
  readonly isText: boolean;
  /** The values of a nominal attribute; the first stands for what a sparse row leaves out. */
  readonly values: readonly string[];
}

const attributeLine = /^@attribute\s+('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\S+)\s+(.*)$/i;

/** Takes header lines one by one; `isDone` once `@data` was seen. */
export class ArffHeader {
  isDone = false;
  readonly attributes: Attribute[] = [];

  take(text: string, place: string): void {
    const line = text.trim();
    if (line === '' || line.startsWith('%') || /^@relation\b/i.test(line)) return;
    if (/^@data\b/i.test(line)) {
      this.isDone = true;
      return;
    }
    const found = attributeLine.exec(line);
    if (!found) throw new UserError('data', `${place}: expected an ARFF header line, got "${line.slice(0, 60)}"`);
    this.attributes.push(attributeOf(unquoted(found[1]), found[2].trim(), place));
  }
}

function attributeOf(name: string, type: string, place: string): Attribute {
  if (/^(numeric|real|integer)\b/i.test(type)) return { name, isText: false, values: [] };
  if (/^(string|date)\b/i.test(type)) return { name, isText: true, values: [] };
  if (type.startsWith('{') && type.endsWith('}')) {
    return { name, isText: true, values: splitCells(type.slice(1, -1)).map((cell) => cell.text) };
  }
  throw new UserError(
    'data',
    `${place}: attribute "${name}" has the type "${type.slice(0, 40)}", which is not supported`,
  );
}

export interface ArffCell {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** Cells of a line, cut at commas (or tabs), quoted by ' or " with backslash escapes. */
export function splitCells(line: string, separator = /[,\t]/): ArffCell[] {
  if (!/['"\\]/.test(line)) return line.split(separator).map((text) => ({ text: text.trim(), isQuoted: false }));
  const cells: ArffCell[] = [];
  let at = 0;
  while (at <= line.length) {
    while (line[at] === ' ') at++;
    const end = endOfCell(line, at, separator);
    const text = line.slice(at, end).trim();
    cells.push({ text: unquoted(text), isQuoted: /^['"]/.test(text) });
    at = end + 1;
  }
  return cells;
}

function endOfCell(line: string, from: number, separator: RegExp): number {
  let at = from;
  const quote = line[at];
  if (quote === "'" || quote === '"') {
    for (at++; at < line.length && line[at] !== quote; at++) if (line[at] === '\\') at++;
    at++;
  }
  while (at < line.length && !separator.test(line[at])) at++;
  return Math.min(at, line.length);
}

function unquoted(text: string): string {
  const isQuoted = text.length >= 2 && /^['"]/.test(text) && text.endsWith(text[0]);
  return isQuoted ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text;
}
