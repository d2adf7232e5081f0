import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UserError } from '../errors.js';
import { readCsv } from '../read/csv/csv.js';
import { bytesSource } from '../read/source/source.js';
import type { Dataset } from '../types.js';
import { type EncodeOptions, encodeTable } from './encode-table.js';

const rows = (count: number, cells: (row: number) => string): string =>
  Array.from({ length: count }, (_, row) => `${row * row},${cells(row)}`).join('\n');

async function encoded(header: string, body: string, options: Partial<EncodeOptions> = {}): Promise<Dataset> {
  const table = await readCsv(bytesSource('t.csv', new TextEncoder().encode(`x,${header}\n${body}\n`)));
  return encodeTable(table, { target: 'y', ...options });
}

const refused = (header: string, body: string, options: Partial<EncodeOptions>, message: RegExp) =>
  assert.rejects(encoded(header, body, options), (error: unknown) => {
    assert.ok(error instanceof UserError);
    assert.match(error.message, message);
    return true;
  });

test('fractions of many values are a number to tell, and so are whole numbers that nearly all differ', async () => {
  for (const cells of [(row: number) => `${row}.5`, (row: number) => String(7 * row)]) {
    const { target } = await encoded('y', rows(30, cells));
    assert.ok(target.kind === 'values' && target.outputCount === 1);
    assert.deepEqual(
      [...target.values.subarray(0, 3)],
      [0, 1, 2].map((row) => Number(cells(row))),
    );
  }
});

test('few numbers are classes, and how to say otherwise is told unless they are counted off', async () => {
  const graded = await encoded(
    'y',
    rows(30, (row) => String(3 + 2 * (row % 5))),
  );
  assert.equal(graded.target.kind, 'classes');
  assert.match(graded.remarks?.[0].statement ?? '', /5 different numbers of the target "y" were taken as classes/);
  assert.equal(
    (
      await encoded(
        'y',
        rows(30, (row) => String(row % 5)),
      )
    ).remarks,
    undefined,
  );
  const asked = await encoded(
    'y',
    rows(30, (row) => String(3 + 2 * (row % 5))),
    { task: 'regression' },
  );
  assert.equal(asked.target.kind, 'values');
});

test('several columns of numbers are told at once, and a comma in a name is a name first', async () => {
  const two = await encoded(
    'a,b',
    rows(4, (row) => `${row},${10 * row}`),
    { target: 'a, b' },
  );
  assert.ok(two.target.kind === 'values');
  assert.deepEqual([two.target.outputCount, ...two.target.values], [2, 0, 0, 1, 10, 2, 20, 3, 30]);
  assert.deepEqual(two.featureNames, ['x']);
  const one = await encoded(
    '"a,b"',
    rows(4, (row) => `${row}.5`),
    { target: 'a,b' },
  );
  assert.ok(one.target.kind === 'values' && one.target.outputCount === 1);
});

test('a time and its event are survival', async () => {
  const { target, featureNames } = await encoded(
    't,e',
    rows(4, (row) => `${row + 1},${row % 2 ? 'yes' : 'No'}`),
    {
      target: 't',
      event: 'e',
    },
  );
  assert.ok(target.kind === 'survival');
  assert.deepEqual([...target.times, ...target.events], [1, 2, 3, 4, 0, 1, 0, 1]);
  assert.deepEqual(featureNames, ['x']);
});

test('weights come from a column, from classes, or from both', async () => {
  const body = rows(4, (row) => `${row % 2 ? 'ill' : 'well'},${row + 1}`);
  const weightsOf = async (options: Partial<EncodeOptions>) => [
    ...((await encoded('y,w', body, options)).weights ?? []),
  ];
  assert.deepEqual(await weightsOf({ weights: 'w' }), [1, 2, 3, 4]);
  assert.deepEqual(await weightsOf({ classWeights: { ill: 3 }, leaveOut: ['w'] }), [1, 3, 1, 3]);
  assert.deepEqual(await weightsOf({ weights: 'w', classWeights: { ill: 3 } }), [1, 6, 3, 12]);
});

test('what cannot be told or weighed is refused by its column, row and remedy', async () => {
  const number = { task: 'regression' } as const;
  const survival = { target: 't', event: 'e' };
  await refused(
    'y',
    rows(4, () => 'a'),
    number,
    /target "y", row 1: expected a finite number, got "a"; use task: 'classes'/,
  );
  await refused(
    'y',
    rows(30, (row) => (row === 4 ? 'inf' : `${row}.5`)),
    number,
    /row 5: expected a finite number, got "Infinity"/,
  );
  await refused(
    'y',
    rows(4, () => '2'),
    number,
    /target "y" is 2 in every row/,
  );
  await refused(
    't,e',
    rows(4, (row) => `${row},0`),
    survival,
    /event "e" came in none of the 4 rows/,
  );
  await refused(
    't,e',
    rows(4, (row) => `${-row},1`),
    survival,
    /time "t", row 2: expected at least 0, got -1/,
  );
  await refused(
    't,e',
    rows(4, (row) => `${row},${row}`),
    survival,
    /event "e", row 3: expected 1 .* got "2"/,
  );
  await refused(
    't,e',
    rows(4, () => '1,1'),
    { ...survival, ...number },
    /task cannot be regression where an event is named/,
  );
  const weighted = { weights: 'w' };
  const body = (weight: (row: number) => string) => rows(4, (row) => `${row % 2},${weight(row)}`);
  await refused(
    'y,w',
    body(() => '0'),
    weighted,
    /weight "w" is 0 in all 4 rows/,
  );
  await refused(
    'y,w',
    body((row) => String(row - 1)),
    weighted,
    /weight "w", row 1: expected at least 0, got -1/,
  );
  await refused(
    'y,w',
    body((row) => (row === 1 ? '' : '1')),
    weighted,
    /weight "w" is missing in 1 row, first in row 2/,
  );
  const classes = { classWeights: { gone: 2 }, leaveOut: ['w'] };
  await refused(
    'y,w',
    body(() => '1'),
    classes,
    /classWeights names the class "gone"; the classes are "0", "1"/,
  );
});

test('an infinite number among measured ones is refused with its row, and not taken for a class', async () => {
  const body = (word: string) => rows(30, (row) => (row === 5 ? word : `${row}.5`));
  for (const word of ['inf', '-Infinity']) {
    const message = /target "y", row 6: expected a finite number, got "-?Infinity"; correct it, or leave the row out/;
    await refused('y', body(word), {}, message);
    await refused('y', body(word), { task: 'regression' }, message);
  }
  const weighed = rows(30, (row) => `${row % 2},${row === 3 ? 'heavy' : 1}`);
  await refused('y,w', weighed, { weights: 'w' }, /weight "w", row 4: .* got "heavy"; name a column of numbers/);
});
