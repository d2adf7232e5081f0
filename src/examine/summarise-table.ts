/** What there is to see of a table before anything is done to it, in arrays that cost little to send. */
import { placesByName } from '../cells/column-names.js';
import { formatNumber } from '../report/format.js';
import { partsOf, type Steps } from '../turns.js';
import type { Table } from '../types.js';

/** One entry for every column, in the file's order. */
export interface ColumnSummaries {
  readonly names: readonly string[];
  readonly isText: Uint8Array;
  readonly missing: Int32Array;
  /** `0 to 255`, or a few of the texts. */
  readonly shown: readonly string[];
}

const shownTexts = 3;
const longestText = 24;
/** To look a column up by its name and to show its range takes as long as many cells. */
const cellsOfColumn = 8;

export function* summariseColumns(table: Table): Steps<ColumnSummaries> {
  const { columnOrder, numericNames } = table;
  const ranges = yield* rangesOf(table);
  const numericPlace = yield* placesByName(numericNames);
  const texts = new Map(table.text.map(({ name, values }) => [name, values]));
  const missing = new Int32Array(columnOrder.length);
  const isText = new Uint8Array(columnOrder.length);
  const shown: string[] = [];
  for (const [column, name] of columnOrder.entries()) {
    const values = texts.get(name);
    if (values === undefined) {
      const place = numericPlace.get(name)!;
      missing[column] = ranges.missing[place];
      shown.push(rangeText(ranges.low[place], ranges.high[place]));
      yield cellsOfColumn;
    } else {
      isText[column] = 1;
      for (const value of values) if (value === undefined) missing[column]++;
      shown.push(exampleTexts(values));
      yield values.length;
    }
  }
  return { names: columnOrder, isText, missing, shown };
}

function rangeText(low: number, high: number): string {
  if (low > high) return 'no number';
  return low === high ? `always ${formatNumber(low)}` : `${formatNumber(low)} to ${formatNumber(high)}`;
}

function exampleTexts(values: readonly (string | undefined)[]): string {
  const distinct = new Set(values);
  distinct.delete(undefined);
  const few = [...(distinct as Set<string>)].slice(0, shownTexts).map(shorten);
  return distinct.size > shownTexts ? `${few.join(', ')} and ${distinct.size - shownTexts} more` : few.join(', ');
}

function shorten(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text;
}

interface Ranges {
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly missing: Int32Array;
}

function* rangesOf({ numeric }: Table): Steps<Ranges> {
  const { columnCount, rowCount } = numeric;
  const low = new Float64Array(columnCount).fill(Number.POSITIVE_INFINITY);
  const high = new Float64Array(columnCount).fill(Number.NEGATIVE_INFINITY);
  const missing = new Int32Array(columnCount);
  const add = (column: number, value: number): void => {
    if (Number.isNaN(value)) missing[column]++;
    if (value < low[column]) low[column] = value;
    if (value > high[column]) high[column] = value;
  };
  if (numeric.kind === 'dense') {
    for (const { from, to, cells } of partsOf(numeric.values.length, 1)) {
      for (let at = from, column = from % columnCount; at < to; at++) {
        add(column, numeric.values[at]);
        if (++column === columnCount) column = 0;
      }
      yield cells;
    }
    return { low, high, missing };
  }
  const stored = new Int32Array(columnCount);
  for (const { from, to, cells } of partsOf(numeric.column.length, 1)) {
    for (let at = from; at < to; at++) {
      add(numeric.column[at], numeric.value[at]);
      stored[numeric.column[at]]++;
    }
    yield cells;
  }
  for (let column = 0; column < columnCount; column++) if (stored[column] < rowCount) add(column, 0);
  return { low, high, missing };
}
