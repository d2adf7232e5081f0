/**
 * Isolet in the order of UCI and OpenML, speaker by speaker, from a copy of which the first four parts are sorted by letter.
 *
 * In parts 1 and 2 each of 30 speakers says every letter twice in a row; parts 3 and 4 have the first and the second turn of 60
 * speakers. Sorting by letter kept the order of the speakers, so the n-th row of a letter belongs to the same speaker as the n-th
 * of any other. Two rows of the letter F are missing in part 4: those with which the rest are nearest to the same speaker's F in
 * part 3. With a neighbour in place of either, figures of the paper change. Part 5 is in its own order.
 */
import { takeTableRows } from '../../encode/take-table-rows.js';
import type { Table } from '../../types.js';

const letterCount = 26;
const rowsPerLetter = 60;

interface Part {
  /** How often a speaker says a letter in a row. */
  readonly turns: number;
  /** Speakers without a row, by letter. */
  readonly missing?: Readonly<Record<number, readonly number[]>>;
}

const letterF = 5;
const sortedParts: readonly Part[] = [
  { turns: 2 },
  { turns: 2 },
  { turns: 1 },
  { turns: 1, missing: { [letterF]: [24, 48] } },
];

export function orderBySpeaker(table: Table): Table {
  return takeTableRows(table, speakerOrder(table.rowCount));
}

/** The row of the sorted copy that stands at every place. */
export function speakerOrder(rowCount: number): Int32Array {
  const order: number[] = [];
  let from = 0;
  for (const part of sortedParts) {
    const { rows, end } = partOrder(part, from);
    order.push(...rows);
    from = end;
  }
  for (let row = from; row < rowCount; row++) order.push(row);
  if (order.length !== rowCount) throw new Error(`${rowCount} rows are fewer than the four sorted parts have`);
  return Int32Array.from(order);
}

function partOrder({ turns, missing = {} }: Part, from: number) {
  const places: { readonly speaker: number; readonly letter: number; readonly row: number }[] = [];
  let row = from;
  for (let letter = 0; letter < letterCount; letter++) {
    for (let place = 0; place < rowsPerLetter; place++) {
      const speaker = Math.floor(place / turns);
      if (missing[letter]?.includes(speaker)) continue;
      places.push({ speaker, letter, row: row++ });
    }
  }
  // Sorting keeps the order of the rows of one speaker and letter.
  const rows = places.sort((a, b) => a.speaker - b.speaker || a.letter - b.letter).map((place) => place.row);
  return { rows, end: row };
}
