/** Which rows take part, what they are called, and rows of a second table. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClassTarget, Dataset, Matrix, Table } from '../types.js';
import { addTestTable } from './add-test-table.js';
import { encodeTable } from './encode-table.js';

type Cell = string | number | undefined;

/** A table from rows of cells; a column is text where one of its cells is. */
function tableOf(names: readonly string[], rows: readonly (readonly Cell[])[]): Table {
  const isText = names.map((_, column) => rows.some((row) => typeof row[column] === 'string'));
  const numericNames = names.filter((_, column) => !isText[column]);
  const values = rows.flatMap((row) =>
    row.filter((_, column) => !isText[column]).map((cell) => (cell ?? Number.NaN) as number),
  );
  return {
    rowCount: rows.length,
    columnOrder: names,
    numericNames,
    numeric: {
      kind: 'dense',
      rowCount: rows.length,
      columnCount: numericNames.length,
      values: Float64Array.from(values),
    },
    text: names.flatMap((name, column) =>
      isText[column]
        ? [{ name, values: rows.map((row) => (row[column] === undefined ? undefined : String(row[column]))) }]
        : [],
    ),
  };
}

const cells = ({ matrix }: { matrix: Matrix }) => [...(matrix as Matrix & { kind: 'dense' }).values];
const classes = ({ target }: Dataset) => (target as ClassTarget).classNames;
const labels = ({ target }: Dataset) => [...(target as ClassTarget).labels];

const table = tableOf(
  ['a', 'y'],
  [
    [1, 'p'],
    [2, undefined],
    [undefined, 'q'],
    [4, 'p'],
    [5, 'q'],
    [6, 'r'],
  ],
);

test('rows without a target leave alone, while other cells are filled', () => {
  const few = {
    ...table,
    ...tableOf(
      ['a', 'y'],
      [
        [1, 'p'],
        [2, undefined],
        [undefined, 'q'],
        [4, 'p'],
        [5, 'q'],
        [6, 'q'],
      ],
    ),
  };
  assert.throws(
    () => encodeTable(few, { target: 'y', missing: 'mean' }),
    /target "y" is missing in 1 row, first in row 2/,
  );
  const dataset = encodeTable(few, { target: 'y', missing: 'mean', missingTarget: 'drop' });
  assert.deepEqual([...dataset.rowNumbers!], [0, 2, 3, 4, 5]);
  assert.deepEqual(cells(dataset), [1, Number.NaN, 4, 5, 6]);
  assert.deepEqual(dataset.notes, ['1 of 6 rows were dropped because their target "y" is missing.']);
  // Rows that leave because of other cells are still known by their place in the file.
  const whole = encodeTable(few, { target: 'y', missing: 'drop-rows', missingTarget: 'drop' });
  assert.deepEqual([...whole.rowNumbers!], [0, 3, 4, 5]);
});

test('a number has no rare classes: rows are not dropped for being the only one of their value', () => {
  const table = tableOf(
    ['a', 'y'],
    [
      [1, 0.5],
      [2, 1.5],
      [3, 2.5],
      [4, 3.5],
    ],
  );
  assert.throws(() => encodeTable(table, { target: 'y', task: 'regression', rare: 'drop' }), /rare is for classes/);
});

test('rare classes are refused, dropped or pooled, with a note', () => {
  const options = { target: 'y', missing: 'mean', missingTarget: 'drop' } as const;
  assert.throws(() => encodeTable(table, options), /1 class of 3 with fewer than two rows \("r"\)/);
  const dropped = encodeTable(table, { ...options, rare: 'drop' });
  assert.deepEqual(classes(dropped), ['p', 'q']);
  assert.deepEqual([...dropped.rowNumbers!], [0, 2, 3, 4]);
  assert.match(dropped.notes![1], /1 of 6 rows were dropped: 1 class with fewer than 2 rows \("r"\)/);
  const many = tableOf(
    ['a', 'y'],
    ['p', 'p', 'p', 'q', 'r', 'p'].map((name, row) => [row, name]),
  );
  const pooled = encodeTable(many, { target: 'y', rare: 'pool' });
  assert.deepEqual(classes(pooled), ['other', 'p']);
  assert.deepEqual(labels(pooled), [1, 1, 1, 0, 0, 1]);
  assert.match(pooled.notes![0], /2 of 6 rows were pooled into the class "other"/);
  assert.throws(
    () => encodeTable(table, { ...options, rare: 'pool' }),
    /have 1 row together, fewer than 2: pooling them does not help/,
  );
  assert.throws(
    () => encodeTable(table, { ...options, rareBelow: 1 }),
    /rareBelow must be a whole number of at least 2/,
  );
});

const series = Array.from({ length: 12 }, (_, row): Cell[] => [
  `s${Math.floor(row / 3)}_${row % 3}`,
  row * row,
  'xy'[row % 2],
]);

test('rows are named by the column that tells them apart, and series of names are pointed out', () => {
  const dataset = encodeTable(tableOf(['sample', 'a', 'y'], series), { target: 'y' });
  assert.deepEqual(dataset.identifiers?.name, 'sample');
  assert.deepEqual(dataset.identifiers?.values[4], 's1_1');
  assert.deepEqual(dataset.columns?.[0], { name: 'sample', use: 'identifier', featureCount: 0 });
  assert.match(dataset.notes![0], /named in 4 series, such as "s0_0" and "s0_1".*group the rows by "sample" up to "_"/);
  const grouped = encodeTable(tableOf(['sample', 'a', 'y'], series), {
    target: 'y',
    groupBy: 'sample',
    groupUntil: '_',
  });
  assert.deepEqual([...grouped.groupOfRow!], [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]);
  const wide = tableOf(
    ['sample', 'number', 'a', 'y'],
    series.map(([name, a, y], row) => [name, 100 - row, a, y]),
  );
  const asked = encodeTable(wide, { target: 'y', id: 'number' });
  assert.equal(asked.identifiers?.values[2], '98');
  assert.deepEqual(asked.featureNames, ['a']);
  assert.throws(() => encodeTable(wide, { target: 'y', id: 'numbr' }), /no column "numbr"; did you mean "number"/);
  assert.throws(() => encodeTable(wide, { target: 'y', groupUntil: '_' }), /groupUntil needs the column that it cuts/);
});

test('numbers with thousands separators and percent signs are numbers, and a column without any is left out', () => {
  const given = tableOf(
    ['a', 'b', 'c', 'd', 'y'],
    ['1,234', '12', '1,234,567.5', '-2,000'].map((text, row) => [text, `${row}.5 %`, undefined, row, 'pq'[row % 2]]),
  );
  const dataset = encodeTable(given, { target: 'y' });
  assert.deepEqual(dataset.featureNames, ['a', 'b', 'd']);
  assert.deepEqual(cells(dataset), [1234, 0.5, 0, 12, 1.5, 1, 1234567.5, 2.5, 2, -2000, 3.5, 3]);
  assert.deepEqual(dataset.columns?.map(({ name, note }) => [name, note]).slice(0, 3), [
    ['a', 'written with thousands separators or percent signs, which were taken off'],
    ['b', 'written with thousands separators or percent signs, which were taken off'],
    ['c', 'every cell is missing'],
  ]);
});

const first = tableOf(
  ['a', 'sex', 'day', 'y'],
  Array.from({ length: 6 }, (_, row) => [row, ['m', 'f', undefined][row % 3], `2024-01-0${row + 1}`, 'pq'[row % 2]]),
);

test('a second cohort is encoded as the first: columns by name, its categories and classes, order kept', () => {
  const options = { target: 'y', missing: 'mean' } as const;
  const dataset = encodeTable(first, options);
  assert.deepEqual(dataset.featureNames, ['a', 'sex=f', 'sex=m', 'sex (missing)', 'day']);
  const second = tableOf(
    ['y', 'day', 'extra', 'sex', 'a'],
    [
      ['q', '2024-01-09', 1, 'x', 7],
      ['p', '2024-01-10', 2, undefined, undefined],
    ],
  );
  const both = addTestTable(dataset, second, 'b.csv', options);
  assert.deepEqual(cells({ matrix: both.dataset.matrix }).slice(30), [7, 0, 0, 0, 19731, Number.NaN, 0, 0, 1, 19732]);
  assert.deepEqual(labels(both.dataset).slice(6), [1, 0]);
  assert.deepEqual(
    [[...both.split.train], [...both.split.test]],
    [
      [0, 1, 2, 3, 4, 5],
      [6, 7],
    ],
  );
  assert.match(
    both.dataset.notes!.join(),
    /b\.csv: 1 cell of "sex" hold categories that the first file does not have \("x"\)/,
  );
  const without = tableOf(['y', 'a'], [['q', 1]]);
  assert.throws(
    () => addTestTable(dataset, without, 'b.csv', options),
    /2 columns are missing that the selection needs: "sex", "day"/,
  );
  const other = tableOf(first.columnOrder, [[1, 'm', '2024-01-01', 'z']]);
  assert.throws(
    () => addTestTable(dataset, other, 'b.csv', options),
    /1 class that the first file does not have \("z"\); it has "p", "q"/,
  );
  const gaps = tableOf(['a', 'y'], [[undefined, 'p']]);
  const plain = encodeTable(
    tableOf(
      ['a', 'y'],
      [
        [1, 'p'],
        [2, 'q'],
        [3, 'p'],
        [4, 'q'],
      ],
    ),
    { target: 'y' },
  );
  assert.throws(
    () => addTestTable(plain, gaps, 'b.csv', { target: 'y' }),
    /1 cell is missing in columns that the first file has whole; use missing: 'mean'/,
  );
});
