/** What a bench gives: rows of figures, shown as a table and kept as JSON. */
export interface BenchRow {
  /** What was measured, such as `forward 1000 x 1000`. */
  readonly name: string;
  /** Figures by name; a figure that was not measured is left out. */
  readonly figures: Readonly<Record<string, number | string>>;
}

export interface BenchSection {
  readonly title: string;
  /** How it was measured, in a sentence. */
  readonly note: string;
  readonly rows: readonly BenchRow[];
}

/** The section as Markdown, which also reads well on a terminal. */
export function renderSection({ title, note, rows }: BenchSection): string {
  const columns = [...new Set(rows.flatMap(({ figures }) => Object.keys(figures)))];
  const cells = [
    ['', ...columns],
    ...rows.map(({ name, figures }) => [name, ...columns.map((column) => shown(figures[column]))]),
  ];
  const widths = cells[0].map((_, at) => Math.max(3, ...cells.map((row) => row[at].length)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join(' | ')} |`;
  const rule = `|${widths.map((width, at) => (at === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [`## ${title}`, '', note, '', line(cells[0]), rule, ...cells.slice(1).map(line), ''].join('\n');
}

function shown(figure: number | string | undefined): string {
  if (figure === undefined) return '';
  if (typeof figure === 'string') return figure;
  if (figure === 0) return '0';
  return Math.abs(figure) >= 1000 ? Math.round(figure).toString() : Number(figure.toPrecision(3)).toString();
}

/** The least time of several runs, in milliseconds: what the machine can do when nobody disturbs it. */
export function leastTime(repeats: number, run: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let repeat = 0; repeat < repeats; repeat++) {
    const start = performance.now();
    run();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}
