/** The rows of the bench as a table: for every cell and finder the mean share of false discoveries, and the mean power. */

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

export function renderPromise(rows: readonly PromiseRow[]): string {
  const groups = new Map<string, PromiseRow[]>();
  for (const row of rows) {
    const key = JSON.stringify([row.cell, row.rate, row.finder]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const lines = [...groups].map(([key, group]) => {
    const [cell, rate, finder] = JSON.parse(key) as [string, number, string];
    const mean = (value: (row: PromiseRow) => number) => group.reduce((sum, row) => sum + value(row), 0) / group.length;
    const falseShare = mean(({ chosen, right }) => (chosen - right) / Math.max(1, chosen));
    const power = group[0].planted === 0 ? '' : mean(({ right, planted }) => right / planted).toFixed(2);
    const nothing = mean(({ chosen }) => (chosen === 0 ? 1 : 0));
    const cells = [mean(({ chosen }) => chosen).toFixed(1), falseShare.toFixed(3), power, nothing.toFixed(2)];
    return [cell, rate, finder, group.length, ...cells, mean(({ seconds }) => seconds).toFixed(0)].join(' | ');
  });
  const heads = ['cell', 'q', 'finder', 'sets', 'chosen', 'false', 'power', 'nothing chosen', 'seconds'].join(' | ');
  return [
    `| ${heads} |`,
    '|---|---:|---|---:|---:|---:|---:|---:|---:|',
    ...lines.sort().map((line) => `| ${line} |`),
  ].join('\n');
}
