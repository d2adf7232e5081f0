/** A table of measured shares with the paper's beside them: one value, rendered as HTML and as Markdown. */
import type { Spread } from '../experiment/summarise.js';
import type { PaperAccuracy } from './paper.js';

export interface FigureTable {
  readonly caption: string;
  readonly rowTitle: string;
  readonly columns: readonly string[];
  readonly rows: readonly FigureRow[];
}

export interface FigureRow {
  readonly name: string;
  readonly cells: readonly FigureCell[];
  /** Rows that stand for no method are not marked as best. */
  readonly isReference?: boolean;
}

export interface FigureCell {
  readonly ours?: Spread | undefined;
  readonly paper?: PaperAccuracy | undefined;
  readonly hasFailed?: boolean;
}

export type Mark = 'best' | 'second';

/**
 * Best and second best of every column by our own figures, as they are printed; equal ones share the mark. Only where at
 * least half of the methods have a figure: the best of few would say nothing.
 */
export function marksOf({ rows, columns }: FigureTable): (Mark | undefined)[][] {
  const marks: (Mark | undefined)[][] = rows.map(() => columns.map(() => undefined));
  columns.forEach((_, column) => {
    const values = rows.map((row) => (row.isReference ? undefined : printed(row.cells[column]?.ours)));
    const methodCount = rows.filter(({ isReference }) => !isReference).length;
    if (values.filter((value) => value !== undefined).length < methodCount / 2) return;
    const [best, second] = [...new Set(values.filter((value) => value !== undefined))].sort((a, b) => b - a);
    values.forEach((value, row) => {
      if (value === undefined) return;
      if (value === best) marks[row][column] = 'best';
      else if (value === second) marks[row][column] = 'second';
    });
  });
  return marks;
}

function printed(spread: Spread | undefined): number | undefined {
  return spread === undefined ? undefined : Math.round(spread.mean * 1000);
}

/** Rows without any figure, ours or the paper's, say nothing. */
export function withoutBlankRows(table: FigureTable): FigureTable {
  const rows = table.rows.filter(({ cells }) => cells.some(({ ours, paper, hasFailed }) => ours || paper || hasFailed));
  return { ...table, rows };
}

/** Points by which ours is above the paper's, to a tenth. */
export function differenceOf({ ours, paper }: FigureCell): number | undefined {
  return ours === undefined || paper === undefined ? undefined : Math.round((ours.mean - paper.mean) * 1000) / 10;
}

/** +0.4, −1.2 or 0.0. */
export function signed(points: number): string {
  return `${points > 0 ? '+' : points < 0 ? '−' : ''}${Math.abs(points).toFixed(1)}`;
}
