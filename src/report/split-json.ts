/**
 * The rows of a run on each side, as `split` takes them: numbers of rows of the file, from 0. Where rows are called
 * something, their names stand beside the numbers, for other programs.
 */
import type { AnyMatrix, Dataset, Split } from '../types.js';

type SplitRows = Pick<Dataset<AnyMatrix>, 'rowNumbers' | 'identifiers'>;

/** Rows beyond those of the dataset are of a second file, and count from 0 there. */
export function splitJson({ rowNumbers, identifiers }: SplitRows, split: Split, testFile?: string): string {
  const offset = testFile === undefined ? 0 : split.train.length;
  const numbers = (rows: Int32Array, from: number) => Array.from(rows, (row) => rowNumbers?.[row] ?? row - from);
  const names = (rows: Int32Array) => identifiers && Array.from(rows, (row) => identifiers.values[row]);
  const parts = {
    format: 'neurofs-split',
    testFile,
    train: numbers(split.train, 0),
    test: numbers(split.test, offset),
    trainNames: names(split.train),
    testNames: testFile === undefined ? names(split.test) : undefined,
  };
  const lines = Object.entries(parts).flatMap(([name, value]) =>
    value === undefined ? [] : [`  "${name}": ${JSON.stringify(value)}`],
  );
  return `{\n${lines.join(',\n')}\n}\n`;
}
