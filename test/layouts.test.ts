/** The layouts of genomics, R and spreadsheets, on small files that other programs wrote (test/data/make.R, make-layouts.py). */

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type LoadOptions, loadFile } from '../node/files/load-file.js';
import { UserError } from '../src/errors.js';
import type { Table } from '../src/types.js';
import { matrixRows as rows } from './fixtures/matrix-rows.js';

const here = fileURLToPath(new URL('../../test/data/', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'neurofs-layouts-'));
after(() => rm(folder, { recursive: true }));

const whole = (row: number, column: number) => (7 * row + 3 * column) % 11;
const real = (row: number, column: number) => whole(row, column) + column / 4;
const thin = (row: number, column: number) => (whole(row, column) < 4 ? real(row, column) : 0);
const counts = (row: number, column: number) => (whole(row, column) < 4 ? whole(row, column) : 0);
const cells = (cell: (row: number, column: number) => number, columns = [0, 1, 2, 3]) =>
  Array.from({ length: 6 }, (_, row) => columns.map((column) => cell(row, column)));
const letters = ['a', 'b', 'a', 'b', 'a', 'b'];
const samples = ['s1', 's2', 's3', 's4', 's5', 's6'];
const rowNames = { name: '(row names)', values: samples };

async function load(name: string, options: LoadOptions = {}): Promise<Table> {
  return (await loadFile(join(here, name), options)).table;
}

async function loadText(text: string, options: LoadOptions = {}): Promise<Table> {
  const path = join(folder, 'text.csv');
  await writeFile(path, text);
  return (await loadFile(path, options)).table;
}

const textOf = (table: Table, name: string) => table.text.find((column) => column.name === name)?.values;

test('a data frame of R keeps numbers, logicals, missing cells, dates, factors and row names', async () => {
  for (const name of ['frame.rds', 'frame-version2.rds']) {
    const table = await load(name, { target: 'y' });
    assert.deepEqual(table.numericNames, ['p', 'q', 'r', 's', 'n', 'flag'], name);
    const n = [1, Number.NaN, 3, 4, 5, 6];
    const flag = [1, 0, Number.NaN, 1, 0, 1];
    const wanted = cells(real).map((row, index) => [...row, n[index], flag[index]]);
    assert.deepEqual(rows(table.numeric), wanted, name);
    assert.deepEqual(
      textOf(table, 'day'),
      ['01', '02', '03', '04', '05', '06'].map((day) => `2024-01-${day}`),
    );
    assert.deepEqual(textOf(table, 'y'), letters);
    assert.deepEqual(textOf(table, '(row names)'), name === 'frame.rds' ? undefined : samples);
  }
});

test('matrices of R come with their names and a target beside them: save, a list, a sparse matrix', async () => {
  const saved = await load('matrix.RData', { target: 'y' });
  assert.deepEqual(rows(saved.numeric), cells(real));
  assert.deepEqual(saved.numericNames, ['g', 'h', 'g-1', 'k']);
  assert.deepEqual(saved.text, [{ name: 'y', values: letters }, rowNames]);
  assert.deepEqual(saved.notes, ['Column names are repeated: the second "g" is called "g-1".']);
  const list = await load('list.rds');
  assert.deepEqual(rows(list.numeric), cells(whole));
  assert.deepEqual(textOf(list, 'y'), letters);
  const sparse = await load('sparse.rds');
  assert.equal(sparse.numeric.kind, 'sparse');
  assert.deepEqual(rows(sparse.numeric), cells(thin));
  assert.deepEqual(textOf(sparse, '(row names)'), samples);
  await assert.rejects(load('matrix.RData', { x: 'z' }), /there is no variable "z"; the variables are "x"/);
});

test('R data compressed by xz or bzip2 is named, with what to do', async () => {
  await assert.rejects(
    load('frame-xz.rds'),
    /is compressed by xz; unpack it first, or in R save it with compress = "gzip"/,
  );
  await assert.rejects(load('frame-bzip2.rds'), /is compressed by bzip2; unpack it first/);
});

test("R's write.table, whose header is one cell short, and write.csv give the same columns", async () => {
  const table = await load('write-table.tsv', { target: 'y' });
  assert.deepEqual(table.columnOrder, ['(row names)', 'X1', 'X2', 'X3', 'X4', 'y']);
  assert.deepEqual(table.text, [rowNames, { name: 'y', values: letters }]);
  assert.deepEqual(rows(table.numeric), cells(real));
  assert.deepEqual((await load('write-csv.csv')).columnOrder, table.columnOrder);
  // A delimiter at the end of every line is no row name.
  const ended = await loadText('a,b,y\n1,2,p,\n3,4,q,\n');
  assert.deepEqual(ended.columnOrder, ['a', 'b', 'y', 'column4']);
  assert.deepEqual(textOf(ended, 'y'), ['p', 'q']);
  // Rows that differ among themselves are still refused.
  await assert.rejects(loadText('a,b\n1,2,3\n4,5\n'), /line 2: 3 cells where the header has 2/);
});

test('genes in rows are turned round, rows of text and all, and joined with a phenotype file', async () => {
  const turned = await load('genes-in-rows.tsv', { transpose: true, target: 'kind' });
  assert.deepEqual(turned.columnOrder, ['(row names)', 'g', 'h', 'i', 'k', 'kind']);
  assert.deepEqual(rows(turned.numeric), cells(real));
  assert.deepEqual(turned.text, [rowNames, { name: 'kind', values: letters }]);

  const path = join(here, 'pheno.tsv');
  for (const on of [{ on: 'sample' }, {}]) {
    const joined = await load('write-table.tsv', { with: path, ...on });
    assert.deepEqual(textOf(joined, '(row names)'), samples.slice(1));
    assert.deepEqual(textOf(joined, 'donor'), ['1', '2', '2', '3', '3']);
    assert.deepEqual(
      textOf(joined, 'kind'),
      ['b', 'a', 'b', 'a', 'b'].map((_, place) => ['a', 'b', 'a', 'b', 'a'][place]),
    );
    assert.deepEqual(rows(joined.numeric), cells(real).slice(1));
    assert.match(String(joined.notes), /1 of 6 rows were dropped because .*pheno.tsv does not have them; 5 are left/);
    assert.match(String(joined.notes), /1 of 6 rows of .*pheno.tsv are not in /);
  }
  await assert.rejects(
    load('write-table.tsv', { with: path, on: 'smple' }),
    /no column "smple"; did you mean "sample"/,
  );
  await assert.rejects(
    load('write-table.tsv', { with: path, on: 'donor' }),
    /rows 2 and 3 are both "3" in column "donor"/,
  );
  await assert.rejects(load('write-csv.csv', { with: path, on: 'kind' }), UserError);
});

test('a folder of 10x Genomics gives cells in rows, sparse, with symbols and barcodes', async () => {
  const table = await load('ten-x');
  assert.equal(table.numeric.kind, 'sparse');
  assert.deepEqual(rows(table.numeric), cells(counts));
  assert.deepEqual(table.numericNames, ['g', 'h', 'g-1', 'k']);
  assert.deepEqual(table.text, [{ name: '(row names)', values: samples.map((name) => `${name}-1`) }]);
  assert.deepEqual((await load('ten-x/matrix.mtx.gz')).columnOrder, table.columnOrder);
  await assert.rejects(loadFile(folder), /is a folder; name a file in it/);
});

test('Matrix Market files are read sparse and as arrays', async () => {
  const sparse = await load('plain.mtx');
  assert.equal(sparse.numeric.kind, 'sparse');
  assert.deepEqual(rows(sparse.numeric), cells(thin));
  assert.deepEqual(rows((await load('array.mtx')).numeric), cells(real));
});

test('GCT gives samples in rows, with what is known of them', async () => {
  const table = await load('meta.gct', { target: 'kind' });
  assert.deepEqual(table.numericNames, ['g', 'h', 'i', 'k']);
  assert.deepEqual(rows(table.numeric), cells(real));
  assert.deepEqual(textOf(table, 'kind'), letters);
  assert.deepEqual(textOf(table, 'batch'), ['1', '1', '1', '2', '2', '2']);
  assert.deepEqual(textOf(table, '(row names)'), samples);
  const plain = '#1.2\n2\t3\nNAME\tDescription\tA\tB\tC\ng1\tfirst\t1\t2\t3\ng2\tna\t4\t\t6\n';
  const short = await loadText(plain);
  assert.deepEqual(rows(short.numeric), [
    [1, 4],
    [2, Number.NaN],
    [3, 6],
  ]);
  await assert.rejects(
    loadText(plain.replace('g2\tna\t4\t\t6\n', '')),
    /holds 1 features where its second line says 2/,
  );
});

const series = `!Series_title\t"A study"
!Sample_title\t"one"\t"two"\t"three"
!Sample_geo_accession\t"GSM1"\t"GSM2"\t"GSM3"
!Sample_characteristics_ch1\t"tissue: tumor"\t"tissue: normal"\t"tissue: tumor"
!Sample_characteristics_ch1\t"age: 51"\t"Sex: F"\t"age: 63"
!Sample_platform_id\t"GPL96"\t"GPL96"\t"GPL96"
!series_matrix_table_begin
"ID_REF"\t"GSM1"\t"GSM2"\t"GSM3"
"1007_s_at"\t7.5\t8.25\tnull
"1053_at"\t1\t2\t3
!series_matrix_table_end
`;

test('a GEO series matrix gives samples in rows and their characteristics as columns', async () => {
  const table = await loadText(series);
  assert.deepEqual(table.numericNames, ['1007_s_at', '1053_at']);
  assert.deepEqual(rows(table.numeric), [
    [7.5, 1],
    [8.25, 2],
    [Number.NaN, 3],
  ]);
  assert.deepEqual(table.text, [
    { name: '(row names)', values: ['GSM1', 'GSM2', 'GSM3'] },
    { name: 'title', values: ['one', 'two', 'three'] },
    { name: 'tissue', values: ['tumor', 'normal', 'tumor'] },
    { name: 'age', values: ['51', undefined, '63'] },
    { name: 'Sex', values: [undefined, 'F', undefined] },
  ]);
  await assert.rejects(loadText(series.replace('!series_matrix_table_end\n', '')), /is the file cut short/);
  const empty = series.replace(/"1[^\n]*\n/g, '');
  await assert.rejects(loadText(empty), /without a table of values.*supplementary file of counts/);
});

test('a workbook gives the sheet that is named: numbers, dates, truth values, missing cells and errors', async () => {
  const table = await load('book.xlsx', { x: 'cells & more', target: 'y' });
  assert.deepEqual(table.columnOrder, ['(row names)', 'p', 'q', 'r', 's', 'day', 'flag', 'gene', 'y']);
  const wanted = cells(real).map((row, index) => [...row, index % 3 === 0 ? 1 : 0]);
  wanted[1][1] = Number.NaN;
  wanted[2][2] = Number.NaN;
  assert.deepEqual(rows(table.numeric), wanted);
  assert.deepEqual(textOf(table, 'day')?.[5], '2024-01-06');
  assert.deepEqual(textOf(table, 'y'), letters);
  assert.deepEqual(textOf(table, '(row names)'), samples);
  assert.match(String(table.notes), /the workbook also has "notes"/);
  assert.match(String(table.notes), /"gene" holds 1 dates among 5 texts: Excel turns gene names/);
  await assert.rejects(load('book.xlsx', { x: 'cell & more' }), /no sheet "cell & more"; did you mean "cells & more"/);
  await assert.rejects(load('book.xlsx', { x: 'notes' }), /sheet "notes" has no row below its header/);
  const first = await load('book.xlsx', { target: 'y' });
  assert.deepEqual(first.columnOrder, table.columnOrder, 'the first sheet that holds rows');
  assert.deepEqual(first.matrices, ['cells & more', 'notes']);
});

test('AnnData brings names of cells, further columns of obs, layers, and raw with its own genes', async () => {
  const table = await load('layers.h5ad', { target: 'obs:cell_type', groupBy: 'obs:donor' });
  assert.deepEqual(rows(table.numeric), cells(thin, [0, 3]));
  assert.deepEqual(table.text, [
    { name: 'obs:cell_type', values: letters },
    rowNames,
    { name: 'obs:donor', values: ['d1', 'd1', 'd2', 'd2', 'd3', 'd3'] },
  ]);
  const layer = await load('layers.h5ad', { x: 'layers/counts', target: 'cell_type' });
  assert.deepEqual(layer.numericNames, ['g', 'k']);
  assert.deepEqual(rows(layer.numeric), cells(counts, [0, 3]));
  const raw = await load('layers.h5ad', { x: 'raw/X', target: 'cell_type' });
  assert.deepEqual(raw.numericNames, ['g', 'h', 'i', 'k']);
  assert.deepEqual(rows(raw.numeric), cells(real));
  await assert.rejects(
    load('layers.h5ad', { x: 'layers/count' }),
    /no matrix "layers\/count"; it holds X, layers\/counts, raw\/X/,
  );
});

test('names of features are found beside the matrix, or read from a list', async () => {
  const named = await load('named.npz');
  assert.deepEqual(named.numericNames, ['g', 'h', 'i', 'k']);
  assert.deepEqual(named.text, [{ name: 'y', values: letters }, rowNames]);
  assert.deepEqual((await load('named.mat')).numericNames, ['g', 'h', 'i', 'k']);
  const list = join(folder, 'names.txt');
  await writeFile(list, 'one\ntwo\nthree\nfour\n');
  assert.deepEqual((await load('plain.npz', { names: list })).columnOrder, ['one', 'two', 'three', 'four', 'y']);
  await writeFile(list, 'one\ntwo\n');
  await assert.rejects(load('plain.npz', { names: list }), /2 names for the 4 columns of numbers/);
});

test('text in UTF-16, comments above the header, and a header behind a # are read', async () => {
  const table = await load('utf16.txt');
  assert.deepEqual(table.columnOrder, ['p', 'q', 'r', 's', 'y']);
  assert.deepEqual(rows(table.numeric), cells(real));
  const commented = await loadText('# made by a program\n# on a day\na,b,y\n1,2,p\n3,4,q\n');
  assert.deepEqual(commented.columnOrder, ['a', 'b', 'y']);
  assert.equal(commented.rowCount, 2);
  const otus = await loadText('# Constructed from biom file\n#OTU ID\tS1\tS2\nOTU1\t5\t0\nOTU2\t1\t2\n');
  assert.deepEqual(otus.columnOrder, ['OTU ID', 'S1', 'S2']);
  assert.equal(otus.rowCount, 2);
  await assert.rejects(loadText('# c\na,b\n1,2\n1\n'), /line 4: 1 cell where the header has 2/);
});

test('repeated and empty names are numbered and named, with a note', async () => {
  const table = await loadText('id,a,a,,y,a-1\nx1,1,2,3,p,4\nx2,1,2,3,q,4\n');
  assert.deepEqual(table.columnOrder, ['id', 'a', 'a-2', 'column4', 'y', 'a-1']);
  assert.deepEqual(table.notes, [
    'Column 4 has no name in the header and is called column4.',
    'Column names are repeated: the second "a" is called "a-2".',
  ]);
});

test("a user's own marks for missing cells hold in columns of numbers and of text", async () => {
  const marks = ['.', '-', '-99'];
  const table = await loadText('a,b,c,y\n1,.,-99,p\n-99,2,5,-\n3,4,6,q\n', { missingMarks: marks });
  assert.deepEqual(textOf(table, 'b'), [undefined, '2', '4']);
  assert.deepEqual(textOf(table, 'y'), ['p', undefined, 'q']);
  assert.deepEqual(rows(table.numeric), [
    [1, Number.NaN],
    [Number.NaN, 5],
    [3, 6],
  ]);
});

test('what is not read is known by its name', async () => {
  for (const [start, words] of [
    [[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1], /Excel before 2007/],
    [[0x80, 0x04, 0x95, 0x10], /pickle, which can run code/],
    [[...new TextEncoder().encode('##fileformat=VCFv4.2\n')], /VCF file/],
    [[...new TextEncoder().encode('$FL2@(#) SPSS DATA FILE')], /SPSS/],
    [[...new TextEncoder().encode('RDA3\nA\n3\n262657\n')], /R data file in text/],
  ] as const) {
    const path = join(folder, 'unread');
    await writeFile(path, Uint8Array.from(start));
    await assert.rejects(loadFile(path), words);
  }
});
