import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { UserError } from '../../errors.js';
import type { DenseMatrix, Table } from '../../types.js';
import { bytesSource } from '../source/source.js';
import { type CsvOptions, readCsv } from './csv.js';

function read(text: string | Uint8Array, options: CsvOptions = {}, chunkSize = 7): Promise<Table> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  return readCsv(bytesSource('table.csv', bytes, chunkSize), options);
}

function rows(table: Table): number[][] {
  const { values, columnCount } = table.numeric as DenseMatrix;
  return Array.from({ length: table.rowCount }, (_, row) => [
    ...values.subarray(row * columnCount, (row + 1) * columnCount),
  ]);
}

function textOf(table: Table, name: string) {
  return table.text.find((column) => column.name === name)?.values;
}

function refuses(text: string, message: RegExp, options: CsvOptions = {}): Promise<void> {
  return assert.rejects(read(text, options), (error: unknown) => {
    assert.ok(error instanceof UserError, String(error));
    assert.equal(error.code, 'data');
    assert.match(error.message, message);
    return true;
  });
}

test('numbers and text come out under their names, in the order of the file', async () => {
  const table = await read('a,kind,b\n1,x,2.5\n-3,y,4e2\n');
  assert.deepEqual(table.columnOrder, ['a', 'kind', 'b']);
  assert.deepEqual(table.numericNames, ['a', 'b']);
  assert.deepEqual(rows(table), [
    [1, 2.5],
    [-3, 400],
  ]);
  assert.deepEqual(textOf(table, 'kind'), ['x', 'y']);
});

test('what is said of the layout is not guessed, and the table tells how it was read', async () => {
  const text = 'a;b\n1,5;2\n2,5;3\n';
  const guessed = await read(text);
  assert.deepEqual(guessed.layout, { delimiter: 'semicolon', decimal: 'comma', header: true });
  assert.deepEqual(rows(guessed), [
    [1.5, 2],
    [2.5, 3],
  ]);
  const told = await read(text, { decimal: 'point', header: false });
  assert.deepEqual(told.layout, { delimiter: 'semicolon', decimal: 'point', header: false });
  assert.deepEqual(textOf(told, 'column1'), ['a', '1,5', '2,5']);
  const cut = await read(text, { delimiter: 'tab', decimal: 'comma' });
  assert.deepEqual(cut.columnOrder, ['a;b']);
});

test('semicolons with decimal commas, tabs, pipes and runs of blanks are found', async () => {
  const wanted = [
    [1.5, 2, 3],
    [4, 5.25, 6],
  ];
  for (const text of [
    'a;b;c\n1,5;2;3\n4;5,25;6',
    '1,5;2;3\n4;5,25;6\n',
    'a\tb\tc\n1.5\t2\t3\n4\t5.25\t6\n',
    'a|b|c\n1.5|2|3\n4|5.25|6\n',
    '  1.5   2  3 \n4 5.25\t6\n',
    'a, b, c\n1.5, 2, 3\n4, 5.25, 6\n',
  ]) {
    assert.deepEqual(rows(await read(text)), wanted, text);
  }
});

test('quotes, a byte order mark, CRLF and CR line ends and empty lines are read', async () => {
  const table = await read('\ufeff"na""me","b, c"\r\n\r\n"1",x\r\n2,"y\nz"\r\n\r\n');
  assert.deepEqual(table.columnOrder, ['na"me', 'b, c']);
  assert.deepEqual(rows(table), [[1], [2]]);
  assert.deepEqual(textOf(table, 'b, c'), ['x', 'y\nz']);
  assert.deepEqual(rows(await read('a,b\r1,2\r3,4')), [
    [1, 2],
    [3, 4],
  ]);
});

test('a header is found where there is one', async () => {
  assert.deepEqual((await read('1,2,setosa\n3,4,virginica\n')).columnOrder, ['column1', 'column2', 'column3']);
  assert.deepEqual((await read('label,1,2\n0,2.5,3\n1,2,2\n')).columnOrder, ['label', '1', '2']);
  assert.deepEqual((await read('1,2\n3,4\n', { header: true })).columnOrder, ['1', '2']);
  assert.deepEqual((await read(',g1,g2\ns1,2.5,3\ns2,2,2\n')).columnOrder, ['(row names)', 'g1', 'g2']);
});

test('missing cells are NaN among numbers and undefined among text', async () => {
  const table = await read('a,b,t\n1,NA,x\n,nan,NA\n?,3,""\n4,5,"NA"\n');
  assert.deepEqual(rows(table), [
    [1, Number.NaN],
    [Number.NaN, Number.NaN],
    [Number.NaN, 3],
    [4, 5],
  ]);
  assert.deepEqual(textOf(table, 't'), ['x', undefined, undefined, 'NA']);
});

test('numbers are stored in the smallest type that holds them all', async () => {
  const type = async (cells: string, options: CsvOptions = {}) =>
    (await read(`a\n${cells}\n`, options)).numeric.kind === 'dense' &&
    ((await read(`a\n${cells}\n`, options)).numeric as DenseMatrix).values.constructor.name;
  assert.equal(await type('0\n255'), 'Uint8Array');
  assert.equal(await type('0\n-1'), 'Int16Array');
  assert.equal(await type('0\n65535'), 'Uint16Array');
  assert.equal(await type('-1\n65535'), 'Int32Array');
  assert.equal(await type('1\nNA'), 'Float32Array');
  assert.equal(await type('0.5\n7'), 'Float32Array');
  assert.equal(await type('0.1\n7'), 'Float64Array');
  assert.equal(await type('16777217\nNA'), 'Float64Array');
  assert.equal(await type('0.1\n7', { precision: 'float32' }), 'Float32Array');
});

test('text that turns up late in a column of numbers makes the whole column text, cell for cell', async () => {
  const cells = Array.from({ length: 40_000 }, (_, row) => `0${row},${row},${row % 7}`);
  cells[39_000] = 'late,1,2';
  const table = await read(`a,b,c\n${cells.join('\n')}\n`, {}, 1 << 16);
  assert.deepEqual(table.numericNames, ['b', 'c']);
  assert.equal(textOf(table, 'a')![12], '012');
  assert.equal(textOf(table, 'a')![39_000], 'late');
  assert.equal(rows(table)[38_999][0], 38_999);
});

test('columns kept apart are text, as written', async () => {
  const table = await read('a,class\n1,01\n2,2\n', { apart: ['class'] });
  assert.deepEqual(table.numericNames, ['a']);
  assert.deepEqual(textOf(table, 'class'), ['01', '2']);
});

test('header names cannot reach a prototype', async () => {
  const table = await read('__proto__,constructor\n1,2\n');
  assert.deepEqual(table.numericNames, ['__proto__', 'constructor']);
  assert.equal(({} as Record<string, unknown>).polluted, undefined);
});

test('what cannot be read is refused with its place', async () => {
  await refuses('', /table\.csv: the file is empty/);
  await refuses('\n\n', /empty/);
  await refuses('a,b\n', /header but no row/);
  await refuses('a,b\n1,2\n3\n', /line 3: 1 cell where the header has 2/);
  await refuses('a,b\n1,2\n\n3,4,5\n', /line 4: 3 cells where the header has 2/);
  await refuses('a,b\n1,"2\n', /^table\.csv, line 2: a quote is opened and never closed; close it/);
  await refuses('# made by hand\n# twice\na,b\n1,"2\n', /^table\.csv, line 4: a quote is opened/);
  await refuses('a,b\n1,"2"x\n', /line 2: text stands after a closing quote/, { delimiter: 'comma' });
  await refuses('a,b\n1,\u00002\n', /^table\.csv, line 2: holds a zero byte/);
  await refuses('\ufffea', /./);
});

test('whatever a writer puts in, the reader gives back', async () => {
  const cell = fc.oneof(
    fc.double({ noDefaultInfinity: true }).map((value) => (Number.isNaN(value) ? '' : String(value))),
    fc.integer().map(String),
    fc.stringMatching(/^[ -~]{0,12}$/),
  );
  const tables = fc
    .integer({ min: 2, max: 5 })
    .chain((width) =>
      fc.tuple(
        fc.uniqueArray(fc.stringMatching(/^[a-z"',;_]{1,6}x$/), { minLength: width, maxLength: width }),
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 40 }),
      ),
    );
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  await fc.assert(
    fc.asyncProperty(tables, async ([names, cells, chunkSize]) => {
      const text = [names, ...cells].map((row) => row.map(quoted).join(',')).join('\r\n');
      const table = await read(text, { delimiter: 'comma', header: true }, chunkSize);
      assert.deepEqual(table.columnOrder, names);
      names.forEach((name, column) => {
        const place = table.numericNames.indexOf(name);
        cells.forEach((row, index) => {
          const given = row[column];
          if (place < 0) assert.equal(textOf(table, name)![index], given === '' ? undefined : given);
          else if (!Number.isNaN(rows(table)[index][place])) assert.equal(rows(table)[index][place], Number(given) + 0);
        });
      });
    }),
    { numRuns: 300 },
  );
});

test('text that is not UTF-8 is read as Windows-1252, and the table says so', async () => {
  const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const table = await read(latin1('gr\u00f6\u00dfe,ort\n1,K\u00f6ln\n2,Bonn\n'));
  assert.deepEqual(table.columnOrder, ['gr\u00f6\u00dfe', 'ort']);
  assert.deepEqual(textOf(table, 'ort'), ['K\u00f6ln', 'Bonn']);
  assert.match(table.notes!.join(), /not UTF-8 and was read as Windows-1252, such as "gr\u00f6\u00dfe"/);
  assert.equal((await read('gr\u00f6\u00dfe,ort\n1,K\u00f6ln\n')).notes, undefined);
});
