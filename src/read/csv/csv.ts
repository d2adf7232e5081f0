/**
 * Reads CSV, TSV and other delimited text into a Table, streaming: besides the numbers themselves only one chunk is
 * held. Columns of numbers go to one dense block in the smallest type that holds them; the others are kept as text.
 *
 * Whether a column is text is first judged by the first rows. Where text turns up later in a column of numbers, the
 * rest of the file is still scanned to find all such columns, and the file is then read a second time.
 */

import { indexColumnName, type SettledNames, settleNamesSteps } from '../../cells/column-names.js';
import type { Precision, RowCollector } from '../../cells/numeric-block.js';
import { comma } from '../../cells/parse-number.js';
import { throwIfAborted, UserError } from '../../errors.js';
import { createTurns, inTurns, type Steps } from '../../turns.js';
import type { Table, TextLayout } from '../../types.js';
import { heldLimit, type ReadAllOptions } from '../source/read-all.js';
import { type ByteSource, fractionRead, type ReadProgress } from '../source/source.js';
import { encodingNotes } from '../text/decode-text.js';
import { lineTooLong, longestLine } from '../text/lines.js';
import { detectBelowComments, type Skipped } from './csv-comments.js';
import type { CsvLayout, TextSample } from './csv-dialect.js';
import { CsvScanner } from './csv-scanner.js';
import { CsvTableSink } from './csv-table-sink.js';

/** The layout is found from the first rows where it is not given. */
export interface CsvOptions extends ReadAllOptions, Partial<TextLayout> {
  /** Columns to keep out of the numeric block, as text: the target, groups. */
  readonly apart?: readonly string[];
  readonly precision?: Precision;
  readonly collector?: RowCollector;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ReadProgress) => void;
}

const sampleBytes = 1 << 18;
const largestSample = 1 << 26;

export async function readCsv(source: ByteSource, options: CsvOptions = {}): Promise<Table> {
  const sample = await readSample(source);
  const { layout, skipped } = await inTurns(detectBelowComments(sample, options), options.signal);
  if (layout.firstRow.length === 0) throw new UserError('data', `${source.name}: the file is empty`);
  const { names, notes: nameNotes } = await inTurns(columnNames(layout, source.name), options.signal);
  const isText = layout.isText.slice();
  for (const name of options.apart ?? []) {
    const column = names.indexOf(name);
    if (column >= 0) isText[column] = 1;
  }
  const plan = { layout, skipped, names, isText };
  let sink = await readPass(source, plan, options);
  if (sink.lateText.size > 0) {
    for (const column of sink.lateText) isText[column] = 1;
    sink = await readPass(source, plan, options);
  }
  const notes = [...nameNotes, ...encodingNotes(layout.decoder, sink.decoder)];
  return { ...sink.toTable(), layout: textLayout(layout), ...(notes.length > 0 && { notes }) };
}

function textLayout({ delimiter, dialect, hasHeader }: CsvLayout): TextLayout {
  return { delimiter, decimal: dialect.decimal === comma ? 'comma' : 'point', header: hasHeader };
}

/** What is known of a file before its rows are read. */
interface ReadPlan {
  readonly layout: CsvLayout;
  readonly skipped: Skipped;
  readonly names: readonly string[];
  readonly isText: Uint8Array;
}

async function readPass(
  source: ByteSource,
  { layout, skipped, names, isText }: ReadPlan,
  options: CsvOptions,
): Promise<CsvTableSink> {
  const sink = new CsvTableSink({
    source,
    names,
    isText,
    decimal: layout.dialect.decimal,
    skipRows: layout.hasHeader ? 1 : 0,
    precision: options.precision ?? 'exact',
    collector: options.collector,
    limit: heldLimit(source.size, options.maxBytes),
    lineNow: () => scanner.line,
  });
  const scanner = new CsvScanner(layout.dialect, sink, source.name);
  scanner.line += skipped.lines;
  const turn = createTurns(options.signal);
  let bytes = 0;
  for await (const chunk of withoutStart(withoutByteOrderMark(source.open()), skipped.bytes)) {
    throwIfAborted(options.signal);
    scanner.push(chunk);
    if (turn.isDue(chunk.length)) await turn.take();
    bytes += chunk.length;
    options.onProgress?.({ rows: sink.rowCount, bytes, fraction: fractionRead(source) });
  }
  scanner.finish();
  if (sink.rowCount === 0) throw new UserError('data', `${source.name}: there is a header but no row below it`);
  return sink;
}

function* columnNames(layout: CsvLayout, sourceName: string): Steps<SettledNames> {
  if (!layout.hasHeader) return { names: layout.firstRow.map((_, column) => `column${column + 1}`), notes: [] };
  const names = [...layout.firstRow];
  // pandas and R write row names under an empty first header cell.
  if (names.length > 1 && names[0] === '') names[0] = indexColumnName;
  return yield* settleNamesSteps(names, sourceName);
}

/** The start of the file: enough for a few rows, however wide they are. */
async function readSample(source: ByteSource): Promise<TextSample> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  let lines = 0;
  let isWhole = true;
  for await (const chunk of withoutByteOrderMark(source.open())) {
    chunks.push(chunk);
    length += chunk.length;
    for (let at = chunk.indexOf(0x0a); at >= 0 && lines < 4; at = chunk.indexOf(0x0a, at + 1)) lines++;
    isWhole = false;
    if (length >= longestLine && lines === 0) throw lineTooLong(source.name, 1);
    if (length >= largestSample || (length >= sampleBytes && lines >= 4)) break;
    isWhole = true;
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return { bytes, isWhole, sourceName: source.name, line: 1 };
}

/** Drops the UTF-8 mark that Excel writes. */
async function* withoutByteOrderMark(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const chunk of chunks) {
    if (chunk.length === 0) continue;
    const hasMark = isFirst && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf;
    isFirst = false;
    yield hasMark ? chunk.subarray(3) : chunk;
  }
}

/** The chunks without their first bytes. */
async function* withoutStart(chunks: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let left = bytes;
  for await (const chunk of chunks) {
    const dropped = Math.min(left, chunk.length);
    left -= dropped;
    if (dropped < chunk.length) yield chunk.subarray(dropped);
  }
}
