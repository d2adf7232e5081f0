/** Something that is measured on sets of which the truth is known: rows in a file, and a table of them in the document. */
import type { Engine } from '../../src/compute/engine.js';
import type { PlantedSet } from './generated.js';

export interface MeasuredRow {
  readonly cell: string;
  /** A method of ours, or a peer. */
  readonly finder: string;
  readonly seed: number;
}

export interface Question extends MeasuredRow {
  readonly set: PlantedSet;
  readonly engine: Engine;
}

export interface Measurement<Row extends MeasuredRow = MeasuredRow> {
  /** Of its rows, `bench/results/NAME.jsonl`, and of the marks around its table. */
  readonly name: string;
  rowsOf(question: Question): Promise<readonly Row[]>;
  /** Cells in the order of `order`; what was not run is blank. */
  render(rows: readonly Row[], order: readonly string[]): string;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The mean, with its standard error where there are enough values for one. */
export function meanText(values: readonly number[], digits: number): string {
  const centre = mean(values);
  if (values.length < 3) return centre.toFixed(digits);
  const error = Math.sqrt(mean(values.map((value) => (value - centre) ** 2)) / (values.length - 1));
  return `${centre.toFixed(digits)} ± ${error.toFixed(digits)}`;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** A table in Markdown; the first two columns are words. */
export function table(heads: readonly string[], lines: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(heads), `|---|---|${'---:|'.repeat(heads.length - 2)}`, ...lines.map(line)].join('\n');
}
