/**
 * Lines of comment above a table, each beginning with `#`, are skipped. The last of them may be the header itself, as in
 * tables of microbial counts (`#OTU ID  S1  S2`): it is where it has as many cells as the rows and the first row is none.
 */
import type { Steps } from '../../turns.js';
import { type CsvLayout, detectCsvLayout, type GivenLayout, type TextSample } from './csv-dialect.js';
import { CsvScanner } from './csv-scanner.js';

const hash = 0x23;
const space = 0x20;

/** What stands before the table. */
export interface Skipped {
  readonly bytes: number;
  readonly lines: number;
}

/** The layout of the table, and where in the sample it begins. */
export function* detectBelowComments(
  whole: TextSample,
  given: GivenLayout,
): Steps<{ readonly layout: CsvLayout; readonly skipped: Skipped }> {
  const { bytes: sample, sourceName } = whole;
  const starts = commentStarts(sample);
  const skipped = { bytes: starts[starts.length - 1], lines: starts.length - 1 };
  const from = (at: number, line: number): TextSample => ({ ...whole, bytes: sample.subarray(at), line });
  const layout = yield* detectCsvLayout(from(skipped.bytes, 1 + skipped.lines), given);
  if (skipped.lines === 0 || given.header === false || layout.namesNumbers) return { layout, skipped };
  const line = starts[starts.length - 2];
  const nameAt = line + (sample[line + 1] === space ? 2 : 1);
  const count = countCells(sample.subarray(nameAt, skipped.bytes), layout, sourceName);
  if (count !== layout.firstRow.length) return { layout, skipped };
  const withHeader = yield* detectCsvLayout(from(nameAt, skipped.lines), { ...given, header: true });
  return { layout: withHeader, skipped: { bytes: nameAt, lines: skipped.lines - 1 } };
}

/** Where the lines of comment begin, and where the first other line does. */
function commentStarts(sample: Uint8Array): number[] {
  const lineEnd = sample.includes(0x0a) ? 0x0a : 0x0d;
  const starts = [0];
  for (let at = 0; sample[at] === hash; ) {
    const end = sample.indexOf(lineEnd, at);
    if (end < 0) break;
    at = end + 1;
    starts.push(at);
  }
  return starts;
}

function countCells(line: Uint8Array, { dialect }: CsvLayout, sourceName: string): number {
  let cells = 0;
  const count = () => {
    cells++;
  };
  const scanner = new CsvScanner(dialect, { number: count, cell: count, endRow: () => true }, sourceName);
  scanner.push(line);
  return cells;
}
