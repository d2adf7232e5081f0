/**
 * The rows of the bench as a table: for every cell the mean share of false discoveries at each rate and the mean power,
 * beside those of other packages on the same cells. What was not run is blank.
 */

export interface PromiseRow {
  readonly cell: string;
  /** A method of ours, or a peer. */
  readonly finder: string;
  readonly seed: number;
  readonly rate: number;
  readonly chosen: number;
  /** Of those chosen, how many the target depends on. */
  readonly right: number;
  readonly planted: number;
  readonly seconds: number;
}

const peers = ['knockpy-lasso', 'knockpy-forest', 'boruta'];
const heads = ['cell', 'sets', 'q = 0.1: false', 'power', 'q = 0.2: false', 'power', 'nothing at 0.1'];

/** Cells in the order of `order`; other finders than these are of earlier versions. */
export function renderPromise(rows: readonly PromiseRow[], order: readonly string[], finder = 'neurofs'): string {
  const of = (cell: string, name: string, rate: number) =>
    rows.filter((row) => row.cell === cell && row.finder === name && row.rate === rate);
  const lines = order
    .filter((cell) => of(cell, finder, 0.1).length > 0)
    .map((cell) => {
      const [few, many] = [of(cell, finder, 0.1), of(cell, finder, 0.2)];
      const nothing = `${few.filter(({ chosen }) => chosen === 0).length} of ${few.length}`;
      const own = [String(few.length), falseShare(few), power(few), falseShare(many), power(many), nothing];
      const theirs = peers.map((peer) => {
        const found = of(cell, peer, 0.1);
        return found.length === 0 ? '' : `${falseShare(found)}, ${power(found)} (${found.length})`;
      });
      return `| ${[cell, ...own, ...theirs].join(' | ')} |`;
    });
  const all = [...heads, ...peers.map((peer) => `${peer}: false, power (sets)`)];
  return [`| ${all.join(' | ')} |`, `|---|${'---:|'.repeat(all.length - 1)}`, ...lines].join('\n');
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** With its standard error where there are enough sets for one. */
function falseShare(rows: readonly PromiseRow[]): string {
  const shares = rows.map(({ chosen, right }) => (chosen - right) / Math.max(1, chosen));
  const centre = mean(shares);
  if (shares.length < 3) return centre.toFixed(3);
  const error = Math.sqrt(mean(shares.map((share) => (share - centre) ** 2)) / (shares.length - 1));
  return `${centre.toFixed(3)} ± ${error.toFixed(3)}`;
}

function power(rows: readonly PromiseRow[]): string {
  return rows[0].planted === 0 ? '' : mean(rows.map(({ right, planted }) => right / planted)).toFixed(2);
}
