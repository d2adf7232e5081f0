/** What a section of the report is made of; every piece can be shown in HTML and in Markdown. */
import type { Markup } from '../report/markup.js';
import type { FigureTable } from './figure-table.js';

export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'table'; readonly table: FigureTable; readonly isFolded?: boolean }
  | { readonly kind: 'plain-table'; readonly table: PlainTable }
  | { readonly kind: 'findings'; readonly findings: readonly Finding[] }
  | { readonly kind: 'figures'; readonly figures: readonly Figure[]; readonly width: 'wide' | 'half' | 'small' }
  /** What the colours mean: drawn, and in words where nothing can be drawn. */
  | { readonly kind: 'legend'; readonly markup: Markup; readonly text: string };

/** A judgement in a word or two, and what it is about. */
export interface Finding {
  readonly kind: 'good' | 'note' | 'warning';
  readonly verdict: string;
  readonly statement: string;
  readonly evidence: string;
}

export interface PlainTable {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Columns of numbers stand on the right, those of words on the left. */
export function isNumberColumn({ rows }: PlainTable, place: number): boolean {
  return place > 0 && rows.every((row) => /^([\d(<~−–]|$)/.test(row[place]));
}

export interface Figure {
  /** Name of the file, without its ending. */
  readonly name: string;
  readonly caption: string;
  readonly svg: Markup;
}

export interface Section {
  readonly id: string;
  readonly title: string;
  /** Where it stands in the paper. */
  readonly paper?: string;
  readonly pieces: readonly Piece[];
}
