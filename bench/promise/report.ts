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
/** Ours; the rest are of earlier versions. */
const finders = ['neurofs', 'fisher'];
const heads = ['cell', 'method', 'sets', 'q = 0.1: false', 'power', 'q = 0.2: false', 'power', 'nothing at 0.1'];

/** Cells in the order of `order`. */
export function renderPromise(rows: readonly PromiseRow[], order: readonly string[]): string {
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
        return `| ${[cell, finder, ...own, ...(at === 0 ? theirs : theirs.map(() => ''))].join(' | ')} |`;
      });
  });
  const all = [...heads, ...peers.map((peer) => `${peer}: false, power (sets)`)];
  return [`| ${all.join(' | ')} |`, `|---|---|${'---:|'.repeat(all.length - 2)}`, ...lines].join('\n');
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
