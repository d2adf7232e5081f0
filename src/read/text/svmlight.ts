/**
 * svmlight / libsvm: `label index:value index:value ... # comment`, one row a line. The matrix stays sparse.
 * Indices count from 1, or from 0 where a 0 occurs (`zeroBased` settles it). `qid:` pairs are passed over.
 */

import { parseNumber } from '../../cells/parse-number.js';
import { UserError } from '../../errors.js';
import { createTurns } from '../../turns.js';
import type { Table } from '../../types.js';
import { matrixTable } from '../matrix-table.js';
import { heldLimit } from '../source/read-all.js';
import { type ByteSource, fractionRead, type ReadProgress } from '../source/source.js';
import { SparseRows } from '../sparse-rows.js';
import { type ByteLine, eachByteLine } from './byte-lines.js';

export interface SvmlightOptions {
  readonly zeroBased?: boolean;
  /** Name of the column of labels. */
  readonly target?: string;
  /** Most bytes that a file may take; decided by its size where it is not given. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ReadProgress) => void;
}

/** More features than this are taken for a damaged index. */
const mostFeatures = 5_000_000;
/** What a feature takes beside its cells: its name, its place in every list of features. */
const bytesPerFeature = 100;

export async function readSvmlight(source: ByteSource, options: SvmlightOptions = {}): Promise<Table> {
  const rows = new SvmlightRows(source.name);
  const turn = createTurns(options.signal);
  await eachByteLine(
    source,
    (line) => rows.take(line),
    async () => {
      await turn.take();
      options.onProgress?.({ rows: rows.labels.length, bytes: source.bytesRead, fraction: fractionRead(source) });
    },
  );
  if (rows.labels.length === 0) throw new UserError('data', `${source.name}: the file holds no row`);
  const base = (options.zeroBased ?? rows.smallestIndex === 0) ? 0 : 1;
  if (rows.smallestIndex < base) {
    throw new UserError('data', `${source.name}: index 0 occurs although indices are said to count from 1`);
  }
  const target = { name: options.target ?? 'label', values: rows.labels };
  const matrix = rows.matrix.toMatrix(base);
  const limit = heldLimit(source.size, options.maxBytes);
  if (matrix.columnCount * bytesPerFeature > limit) {
    throw new UserError(
      'data',
      `${source.name}: its largest index, ${matrix.columnCount - 1 + base}, makes more features than a file of its size is trusted with`,
      { advice: [{ option: 'maxBytes', verb: 'raise', purpose: 'if you trust the file' }] },
    );
  }
  return matrixTable({ matrix, target }, source.name);
}

const hash = 0x23;
const colon = 0x3a;

class SvmlightRows {
  readonly matrix = new SparseRows();
  readonly labels: string[] = [];
  smallestIndex = Number.POSITIVE_INFINITY;
  private readonly decoder = new TextDecoder();

  constructor(private readonly sourceName: string) {}

  take(line: ByteLine): void {
    const { bytes } = line;
    const comment = bytes.subarray(line.from, line.to).indexOf(hash);
    const end = comment < 0 ? line.to : line.from + comment;
    const start = startOfWord(bytes, line.from, end);
    if (start === end) return;
    const labelEnd = endOfWord(bytes, start, end);
    this.labels.push(this.label(line, start, labelEnd));
    const entries: [index: number, value: number][] = [];
    for (let from = startOfWord(bytes, labelEnd, end); from < end; ) {
      const to = endOfWord(bytes, from, end);
      this.addPair(entries, line, from, to);
      from = startOfWord(bytes, to, end);
    }
    const repeated = this.matrix.append(entries);
    if (repeated !== undefined) throw this.wrong(line, `index ${repeated} occurs twice`);
  }

  private label(line: ByteLine, from: number, to: number): string {
    const label = this.decoder.decode(line.bytes.subarray(from, to));
    if (label.includes(':')) throw this.wrong(line, `expected a label first, got "${label}"`);
    if (label.includes(',')) throw this.wrong(line, `several labels ("${label}"); a row has one class`);
    return label;
  }

  private addPair(entries: [number, number][], line: ByteLine, from: number, to: number): void {
    const { bytes } = line;
    let middle = from;
    while (middle < to && bytes[middle] !== colon) middle++;
    const index = parseNumber(bytes, from, middle);
    const value = parseNumber(bytes, middle + 1, to);
    const isIndex = Number.isInteger(index) && index >= 0 && index <= mostFeatures;
    if (isIndex && middle < to && !Number.isNaN(value)) {
      if (index < this.smallestIndex) this.smallestIndex = index;
      entries.push([index, value]);
      return;
    }
    const pair = this.text(line, from, to);
    if (pair.startsWith('qid:')) return;
    if (!isIndex || !/:nan$/i.test(pair)) throw this.wrong(line, `expected index:value, got "${pair}"`);
    this.smallestIndex = Math.min(this.smallestIndex, index);
    entries.push([index, Number.NaN]);
  }

  /** A word as text, cut where it is very long. */
  private text({ bytes }: ByteLine, from: number, to: number): string {
    return this.decoder.decode(bytes.subarray(from, Math.min(to, from + 200)));
  }

  private wrong({ number }: ByteLine, what: string): UserError {
    return new UserError('data', `${this.sourceName}, line ${number}: ${what}`);
  }
}

function endOfWord(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && !isBlank(bytes[at])) at++;
  return at;
}

function startOfWord(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && isBlank(bytes[at])) at++;
  return at;
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}
