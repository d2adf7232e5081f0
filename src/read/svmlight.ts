/**
 * svmlight / libsvm: `label index:value index:value ... # comment`, one row a line. The matrix stays sparse.
 * Indices count from 1, or from 0 where a 0 occurs (`zeroBased` settles it). `qid:` pairs are passed over.
 */
import { throwIfAborted, UserError } from '../errors.js';
import type { Table } from '../types.js';
import { readLines } from './lines.js';
import { matrixTable } from './matrix-table.js';
import { numberFromText } from './parse-number.js';
import { type ByteSource, fractionRead, type ReadProgress } from './source.js';
import { SparseRows } from './sparse-rows.js';

export interface SvmlightOptions {
  readonly zeroBased?: boolean;
  /** Name of the column of labels. */
  readonly target?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ReadProgress) => void;
}

/** More features than this are taken for a damaged index. */
const mostFeatures = 5_000_000;

export async function readSvmlight(source: ByteSource, options: SvmlightOptions = {}): Promise<Table> {
  const rows = new SparseRows();
  const labels: string[] = [];
  let smallestIndex = Number.POSITIVE_INFINITY;
  for await (const lines of readLines(source)) {
    throwIfAborted(options.signal);
    for (const { text, number } of lines) {
      const content = text.split('#', 1)[0].trim();
      if (content === '') continue;
      const place = `${source.name}, line ${number}`;
      const { label, entries } = parseRow(content, place);
      labels.push(label);
      for (const [index] of entries) if (index < smallestIndex) smallestIndex = index;
      const repeated = rows.append(entries);
      if (repeated !== undefined) throw new UserError('data', `${place}: index ${repeated} occurs twice`);
    }
    options.onProgress?.({ rows: labels.length, bytes: source.bytesRead, fraction: fractionRead(source) });
  }
  if (labels.length === 0) throw new UserError('data', `${source.name}: the file holds no row`);
  const base = (options.zeroBased ?? smallestIndex === 0) ? 0 : 1;
  if (smallestIndex < base) {
    throw new UserError('data', `${source.name}: index 0 occurs although indices are said to count from 1`);
  }
  return matrixTable(
    { matrix: rows.toMatrix(base), target: { name: options.target ?? 'label', values: labels } },
    source.name,
  );
}

/** The label and the pairs of one line. */
function parseRow(content: string, place: string): { label: string; entries: [index: number, value: number][] } {
  const labelEnd = endOfWord(content, 0);
  const label = content.slice(0, labelEnd);
  if (label.includes(':')) throw new UserError('data', `${place}: expected a label first, got "${label.slice(0, 60)}"`);
  if (label.includes(',')) throw new UserError('data', `${place}: several labels ("${label}"); a row has one class`);
  const entries: [number, number][] = [];
  for (let from = startOfWord(content, labelEnd); from < content.length; ) {
    const to = endOfWord(content, from);
    const pair = content.slice(from, to);
    if (!pair.startsWith('qid:')) entries.push(parsePair(pair, place));
    from = startOfWord(content, to);
  }
  return { label, entries };
}

function parsePair(pair: string, place: string): [index: number, value: number] {
  const colon = pair.indexOf(':');
  const index = numberFromText(pair.slice(0, colon));
  const value = numberFromText(pair.slice(colon + 1));
  const isIndex = Number.isInteger(index) && index >= 0 && index <= mostFeatures;
  if (colon < 1 || !isIndex || (Number.isNaN(value) && !/:nan$/i.test(pair))) {
    throw new UserError('data', `${place}: expected index:value, got "${pair.slice(0, 60)}"`);
  }
  return [index, value];
}

function endOfWord(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isBlank(text.charCodeAt(at))) at++;
  return at;
}

function startOfWord(text: string, from: number): number {
  let at = from;
  while (at < text.length && isBlank(text.charCodeAt(at))) at++;
  return at;
}

function isBlank(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}
