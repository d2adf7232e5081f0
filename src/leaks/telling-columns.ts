/**
 * Columns that give the class away: alone, or a few of them together. What they tell is the share of rows that are
 * right where every row is given the most frequent class of the rows with the same value; columns of many values are cut
 * into parts of equal size first.
 *
 * A column that is made of the target, or that was written down when the target was known, tells nearly all; one that
 * merely goes with it hardly ever does. Parts have several rows each, so that telling rows apart is not telling classes.
 */
import type { Pacer } from '../compute/pacer.js';
import { Sorter } from '../maths/sort-order.js';

export interface Telling {
  /** The columns, most telling first. */
  readonly columns: readonly number[];
  /** Share of the rows that they tell, 0 to 1. */
  readonly share: number;
}

/** A column with more values is cut into this many parts, or into fewer where they would have less than `fewestRows`. */
const mostParts = 20;
const fewestRows = 8;
/** From here on columns give the class away. */
const almostAll = 0.99;
/** Always guessing the most frequent class must leave at least this share untold. */
const leastDoubt = 0.05;
const mostTogether = 3;
/** Columns of which few together are tried: those that tell most alone. */
const triedTogether = 50;
/** What sorting a cell takes, in steps of plain code. */
const stepsPerCell = 30;

/** The rows of a column in parts. */
export interface ColumnParts {
  /** The part of every row. */
  readonly codes: Int32Array;
  readonly partCount: number;
}

/**
 * The parts of a column are valid until those of another are asked for. `ownValues` says of how many rows a column has another value
 * than of the rest, at most: those rows and the most frequent class are all that it can tell, so most columns of counts need no look.
 */
export async function findTelling(
  columnCount: number,
  partsOf: (column: number) => ColumnParts,
  labels: Int32Array,
  classCount: number,
  pacer: Pacer,
  ownValues?: Float64Array,
): Promise<{ readonly alone: readonly Telling[]; readonly together: Telling | undefined }> {
  const tell = (parts: ColumnParts) => toldShare(parts, labels, classCount);
  const undivided = { codes: new Int32Array(labels.length), partCount: 1 };
  const guess = tell(undivided);
  if (1 - guess < leastDoubt || labels.length < 2 * fewestRows) return { alone: [], together: undefined };
  const shares = new Float64Array(columnCount);
  const order = Int32Array.from(shares.keys());
  if (ownValues) order.sort((a, b) => ownValues[b] - ownValues[a] || a - b);
  const leaders = new Leaders(triedTogether);
  const looked: number[] = [];
  for (const column of order) {
    // Half a row more, for what rounding may take.
    const most = ownValues ? guess + (ownValues[column] + 0.5) / labels.length : 1;
    if (most < Math.min(almostAll, leaders.least)) break;
    shares[column] = tell(partsOf(column));
    leaders.add(shares[column]);
    looked.push(column);
    if (pacer.isDue(stepsPerCell * labels.length)) await pacer.rest(0);
  }
  const best = looked.sort((a, b) => shares[b] - shares[a] || a - b);
  const alone = best.filter((column) => shares[column] >= almostAll);
  if (alone.length > 0) {
    return { alone: alone.map((column) => ({ columns: [column], share: shares[column] })), together: undefined };
  }
  return {
    alone: [],
    together: joinColumns(
      best.slice(0, triedTogether).map((column) => ({ column, codes: partsOf(column).codes.slice() })),
      tell,
      undivided,
    ),
  };
}

/** The largest of some numbers. */
class Leaders {
  readonly #count: number;
  readonly #largest: number[] = [];

  constructor(count: number) {
    this.#count = count;
  }

  /** The least of them; below all numbers where there are not enough of them yet. */
  get least(): number {
    return this.#largest.length < this.#count ? Number.NEGATIVE_INFINITY : this.#largest[this.#count - 1];
  }

  add(value: number): void {
    if (value <= this.least) return;
    const after = this.#largest.findIndex((each) => each < value);
    this.#largest.splice(after < 0 ? this.#largest.length : after, 0, value);
    this.#largest.length = Math.min(this.#largest.length, this.#count);
  }
}

interface Coded {
  readonly column: number;
  readonly codes: Int32Array;
}

/** Adds to the most telling column the one that tells most with it, and another. */
function joinColumns(
  candidates: readonly Coded[],
  tell: (parts: ColumnParts) => number,
  undivided: ColumnParts,
): Telling | undefined {
  const columns: number[] = [];
  let { codes } = undivided;
  let share = 0;
  while (columns.length < mostTogether) {
    let found: (Coded & { readonly share: number }) | undefined;
    for (const { column, codes: own } of candidates) {
      if (columns.includes(column)) continue;
      const joined = joinCodes(codes, own);
      if (joined === undefined) continue;
      const told = tell(joined);
      if (found === undefined || told > found.share) found = { column, codes: joined.codes, share: told };
    }
    if (found === undefined) return undefined;
    columns.push(found.column);
    ({ codes, share } = found);
    if (share >= almostAll) return { columns, share };
  }
  return undefined;
}

/** The part of both; undefined where parts would have too few rows to tell anything. */
function joinCodes(a: Int32Array, b: Int32Array): ColumnParts | undefined {
  const numbers = new Map<number, number>();
  const joined = new Int32Array(a.length);
  for (let row = 0; row < a.length; row++) {
    const key = a[row] * mostParts * 2 + b[row];
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    joined[row] = number;
  }
  return numbers.size * fewestRows > a.length ? undefined : { codes: joined, partCount: numbers.size };
}

function toldShare({ codes, partCount }: ColumnParts, labels: Int32Array, classCount: number): number {
  const counts = new Int32Array(partCount * classCount);
  for (let row = 0; row < codes.length; row++) counts[codes[row] * classCount + labels[row]]++;
  let right = 0;
  for (let first = 0; first < counts.length; first += classCount) {
    let most = 0;
    for (let place = first; place < first + classCount; place++) most = Math.max(most, counts[place]);
    right += most;
  }
  return right / codes.length;
}

/** The part of every row: one for each value, or where there are many parts of equal size, equal values in one. */
export class ColumnCoder {
  readonly #sorter = new Sorter();
  #codes = new Int32Array(0);

  /** Valid until the next call. */
  code(values: Float64Array): ColumnParts {
    const rowCount = values.length;
    const order = this.#sorter.order(values, rowCount);
    if (this.#codes.length !== rowCount) this.#codes = new Int32Array(rowCount);
    const codes = this.#codes;
    let distinct = 1;
    let last = values[order[0]];
    for (let place = 1; place < rowCount; place++) {
      const value = values[order[place]];
      if (value !== last) distinct++;
      last = value;
    }
    const parts = Math.max(2, Math.min(mostParts, Math.floor(rowCount / fewestRows)));
    const size = distinct <= parts ? 1 : rowCount / parts;
    let [code, begun] = [0, 0];
    last = values[order[0]];
    for (let place = 0; place < rowCount; place++) {
      const row = order[place];
      const value = values[row];
      if (value !== last && place - begun >= size) {
        code++;
        begun = place;
      }
      codes[row] = code;
      last = value;
    }
    return { codes, partCount: code + 1 };
  }
}
