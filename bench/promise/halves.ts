/** How much the features promised from the two halves of the rows of a set share: both / either (Jaccard). */
import { createRandom, shuffle } from '../../src/maths/random.js';
import { allRows } from '../../src/matrix/all-rows.js';
import { type MeasuredRow, type Measurement, mean, meanText, table } from './measurement.js';
import { promisedFrom, rates } from './promised.js';

export interface HalvesRow extends MeasuredRow {
  readonly rate: number;
  /** How many were promised from each half, and how many from both. */
  readonly chosen: readonly [number, number];
  readonly both: number;
}

export const halves: Measurement<HalvesRow> = {
  name: 'promise-halves',

  async rowsOf({ set: { dataset }, cell, finder, seed, engine }) {
    const rows = shuffle(allRows(dataset.matrix), createRandom(seed).fork('halves'));
    const middle = rows.length >> 1;
    const asked = { finder, seed, engine };
    const { found: ofOne } = await promisedFrom(dataset, rows.slice(0, middle).sort(), asked);
    const { found: ofOther } = await promisedFrom(dataset, rows.slice(middle).sort(), asked);
    return rates.map((rate, at) => {
      const other = new Set(ofOther[at]);
      const both = ofOne[at].filter((feature) => other.has(feature)).length;
      return { cell, finder, seed, rate, chosen: [ofOne[at].length, other.size], both };
    });
  },

  render(rows, order) {
    const heads = ['cell', 'method', 'sets', ...rates.flatMap((q) => [`q = ${q}: from a half`, 'share (sets)'])];
    const lines = order.flatMap((cell) =>
      [...new Set(rows.filter((row) => row.cell === cell).map(({ finder }) => finder))].map((finder) => {
        const own = rows.filter((row) => row.cell === cell && row.finder === finder);
        const sets = own.filter(({ rate }) => rate === rates[0]).length;
        return [cell, finder, String(sets), ...rates.flatMap((rate) => describe(own.filter((r) => r.rate === rate)))];
      }),
    );
    return table(heads, lines);
  },
};

/** How many are promised from a half on average, and the share where anything is. */
function describe(rows: readonly HalvesRow[]): readonly string[] {
  const named = rows.filter(({ chosen: [one, other] }) => one + other > 0);
  const shares = named.map(({ chosen: [one, other], both }) => both / (one + other - both));
  const count = mean(rows.map(({ chosen: [one, other] }) => (one + other) / 2)).toFixed(1);
  return [count, shares.length === 0 ? '' : `${meanText(shares, 2)} (${shares.length})`];
}
