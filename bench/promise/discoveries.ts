/**
 * How many of the promised features are false, and how many of those that act are found, beside other packages on the
 * same sets.
 */
import { createCorrelations } from '../../src/choose/column-correlations.js';
import { alikeLevel } from '../../src/choose/substitutes.js';
import { allRows } from '../../src/matrix/all-rows.js';
import { columnOf } from '../../src/matrix/column-of.js';
import type { PlantedSet } from './generated.js';
import { type MeasuredRow, type Measurement, mean, meanText, table } from './measurement.js';
import { askPeer, peers } from './peers.js';
import { promisedFrom, rates } from './promised.js';

export interface DiscoveryRow extends MeasuredRow {
  readonly rate: number;
  readonly chosen: number;
  /** Of those chosen, how many the target depends on. */
  readonly right: number;
  /** Of the false ones, how many could stand in for one that the target depends on; rows of earlier versions do not hold it. */
  readonly standIns?: number;
  readonly planted: number;
  readonly seconds: number;
}

/** Ours; the rest are of earlier versions. */
const finders = ['neurofs', 'fisher'];
const heads = [
  'cell',
  'method',
  'sets',
  'q = 0.1: false',
  'power',
  'q = 0.2: false',
  'power',
  'nothing at 0.1',
  'unrelated at 0.1 (sets)',
  'at 0.2 (sets)',
];

export const discoveries: Measurement<DiscoveryRow> = {
  name: 'promise',

  async rowsOf({ set, cell, finder, seed, engine }) {
    const { found, seconds } = peers.includes(finder)
      ? await askPeer(finder, set, rates, seed)
      : await promisedFrom(set.dataset, allRows(set.dataset.matrix), { finder, seed, engine });
    const isStandIn = standsInFor(set);
    return rates.map((rate, at) => ({
      cell,
      finder,
      seed,
      rate,
      chosen: found[at].length,
      right: found[at].filter((feature) => set.planted.has(feature)).length,
      standIns: found[at].filter(isStandIn).length,
      planted: set.planted.size,
      seconds: Math.round(seconds * 10) / 10,
    }));
  },

  render(rows, order) {
    const of = (cell: string, finder: string, rate: number) =>
      rows.filter((row) => row.cell === cell && row.finder === finder && row.rate === rate);
    const lines = order.flatMap((cell) => {
      const theirs = peers.map((peer) => {
        const found = of(cell, peer, 0.1);
        return found.length === 0 ? '' : `${falseShare(found)}, ${power(found)} (${found.length})`;
      });
      return finders
        .filter((finder) => of(cell, finder, 0.1).length > 0)
        .map((finder, at) => {
          const [few, many] = [of(cell, finder, 0.1), of(cell, finder, 0.2)];
          const nothing = `${few.filter(({ chosen }) => chosen === 0).length} of ${few.length}`;
          const own = [String(few.length), falseShare(few), power(few), falseShare(many), power(many), nothing];
          const unrelated = [few, many].map(unrelatedShare);
          return [cell, finder, ...own, ...unrelated, ...(at === 0 ? theirs : theirs.map(() => ''))];
        });
    });
    return table([...heads, ...peers.map((peer) => `${peer}: false, power (sets)`)], lines);
  },
};

/** Whether a column that the target does not depend on could stand in for one that it does. */
function standsInFor({ dataset: { matrix }, planted }: PlantedSet): (feature: number) => boolean {
  const correlation = createCorrelations((column) => columnOf(matrix, column));
  return (feature) =>
    !planted.has(feature) && [...planted].some((other) => Math.abs(correlation(feature, other)) >= alikeLevel);
}

function unrelatedShare(rows: readonly DiscoveryRow[]): string {
  const held = rows.filter(({ standIns }) => standIns !== undefined);
  if (held.length === 0) return '';
  const shares = held.map(({ chosen, right, standIns = 0 }) => (chosen - right - standIns) / Math.max(1, chosen));
  return `${mean(shares).toFixed(3)} (${held.length})`;
}

function falseShare(rows: readonly DiscoveryRow[]): string {
  return meanText(
    rows.map(({ chosen, right }) => (chosen - right) / Math.max(1, chosen)),
    3,
  );
}

function power(rows: readonly DiscoveryRow[]): string {
  return rows[0].planted === 0 ? '' : mean(rows.map(({ right, planted }) => right / planted)).toFixed(2);
}
