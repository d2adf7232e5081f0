/**
 * The names of rows, so that a result can be joined back: the column that is asked for, else the row names of the file,
 * else the first column that was left out as an identifier and tells every row from every other.
 */
import { indexColumnName } from '../cells/column-names.js';
import type { AnyMatrix, ClassTarget, Table, Target } from '../types.js';
import type { PlannedColumn } from './plan-columns.js';
import { targetCells } from './target-cells.js';

export interface RowIdentifiers {
  readonly name: string;
  /** Of every row. */
  readonly values: readonly string[];
}

export function findIdentifiers(
  table: Table<AnyMatrix>,
  plan: readonly PlannedColumn[],
  asked: string | undefined,
): RowIdentifiers | undefined {
  if (asked !== undefined) return { name: asked, values: targetCells(table, asked).map((cell) => cell ?? '') };
  const candidates = plan.filter((column) => column.kind === 'unused' && column.mayIdentify === true);
  const ordered = [
    ...candidates.filter(({ name }) => name === indexColumnName),
    ...candidates.filter(({ name }) => name !== indexColumnName),
  ];
  for (const { name } of ordered) {
    const values = targetCells(table, name);
    if (!values.includes(undefined) && new Set(values).size === values.length) {
      return { name, values: values as string[] };
    }
  }
  return undefined;
}

/** `309_1` and `309_2` are of one series, `309`. */
const numbered = /^(.+?)([_.\- ])\d+$/;

/** Rows that are named in series, which are often several samples of one subject. */
export interface RowSeries {
  readonly count: number;
  /** What stands between the name of a series and the number of a row. */
  readonly sign: string;
  /** Two rows of one series. */
  readonly examples: readonly string[];
}

export function findSeries(ids: RowIdentifiers | undefined, target: Target): RowSeries | undefined {
  const parts = ids?.values.map((value) => numbered.exec(value)) ?? [null];
  if (ids === undefined || parts.some((part) => part === null)) return undefined;
  const series = parts.map((part) => part![1]);
  const sizes = new Map<string, number>();
  for (const one of series) sizes.set(one, (sizes.get(one) ?? 0) + 1);
  if (sizes.size < 3 || sizes.size * 2 > series.length) return undefined;
  if (target.kind === 'classes' && namesClasses(series, target, sizes.size)) return undefined;
  const [[name]] = sizes;
  const examples = ids.values.filter((_, row) => series[row] === name).slice(0, 2);
  return { count: sizes.size, sign: parts[0]![2], examples };
}

/** What to say of them. */
export function seriesNotes(ids: RowIdentifiers | undefined, target: Target, groupBy: string | undefined): string[] {
  const series = groupBy === undefined ? findSeries(ids, target) : undefined;
  if (series === undefined) return [];
  const examples = series.examples.map((name) => `"${name}"`).join(' and ');
  return [
    `Rows are named in ${series.count} series, such as ${examples}. If a series is one subject, group the rows by "${ids!.name}" up to "${series.sign}", or accuracies come out too high.`,
  ];
}

/** Whether the series are nothing but names of classes, as in tumour_1, tumour_2, normal_1. */
function namesClasses(series: readonly string[], { labels, classNames }: ClassTarget, count: number): boolean {
  const pairs = new Set(series.map((one, row) => `${labels[row]} ${one}`));
  return pairs.size === count && count <= classNames.length;
}
