import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { encodeTable } from '../encode/encode-table.js';
import { looksTransposed } from '../encode/looks-transposed.js';
import { readCsv } from '../read/csv/csv.js';
import { bytesSource } from '../read/source/source.js';
import { describeTable } from './describe-table.js';

const tableOf = (lines: readonly string[]) => readCsv(bytesSource('t.csv', new TextEncoder().encode(lines.join('\n'))));
const rows = (count: number, line: (row: number) => string) => Array.from({ length: count }, (_, row) => line(row));

test('the target is guessed, every column has its fate, and the options are those that a run needs', async () => {
  const table = await tableOf([
    'id,age,sex,flat,copy,diagnosis',
    ...rows(60, (row) => {
      const age = row === 4 ? '' : String((row * 7) % 53);
      const kind = row === 9 ? '' : row < 3 ? 'rare' : row % 2 ? 'ill' : 'well';
      return `p${row},${age},${row % 3 ? 'f' : 'm'},1,${age},${row === 3 ? 'once' : kind}`;
    }),
  ]);
  const { target, options, columns, findings, featureCount, usedRowCount } = await describeTable(table, {});
  assert.deepEqual([target!.name, target!.isGuess, target!.task], ['diagnosis', true, 'classes']);
  assert.deepEqual(
    [options.missing, options.missingTarget, options.rare, featureCount, usedRowCount],
    ['mean', 'drop', 'drop', 4, 58],
  );
  const fates = Object.fromEntries(columns.map(({ name, use, missing }) => [name, [use, missing]]));
  assert.deepEqual(fates, {
    id: ['identifier', 0],
    age: ['number', 1],
    sex: ['one-hot', 0],
    flat: ['number', 0],
    copy: ['number', 1],
    diagnosis: ['target', 1],
  });
  assert.deepEqual(new Set(findings.map(({ kind }) => kind)), new Set(['missing', 'classes', 'constant', 'repeats']));
  // What it says is needed is enough: nothing is refused any more.
  encodeTable(table, { ...options, target: 'diagnosis' });
});

test('rows named in series are to be kept together', async () => {
  const table = await tableOf([
    'sample,a,state',
    ...rows(40, (row) => `${300 + (row >> 2)}_${row % 4},${(row * 13) % 41},${row % 2 ? 'ill' : 'well'}`),
  ]);
  const { options } = await describeTable(table, {});
  assert.deepEqual([options.groupBy, options.groupUntil], ['sample', '_']);
});

test('times with their events are told from classes', async () => {
  const table = await tableOf([
    'age,time,cens',
    ...rows(40, (row) => `${(row * 7) % 31},${row * 13 + 5},${row % 3 ? 1 : 0}`),
  ]);
  const { target, options } = await describeTable(table, {});
  assert.deepEqual([target!.task, target!.name, options.event], ['survival', 'time', 'cens']);
});

test('without a column of classes nothing is guessed, and columns are told as they are', async () => {
  const table = await tableOf(['a,b', ...rows(30, (row) => `${row * 0.37},${row * 1.1 + 0.2}`)]);
  const { target, columns, options } = await describeTable(table, {});
  assert.deepEqual([target, columns[0].use, options], [undefined, undefined, {}]);
});

describe('a table looks transposed', () => {
  const genes = ['TP53', 'BRCA1', 'EGFR', 'MYC', 'KRAS', 'PTEN', 'CDK4', 'ERBB2', 'RB1', 'VHL', 'ATM', 'APC'];
  const byGene = (names: readonly string[], samples: readonly string[]) =>
    tableOf([
      `gene,${samples.join(',')}`,
      ...names.map(
        (name, row) => `${name},${samples.map((_, place) => ((row * 31 + place * 17) % 97) / 10).join(',')}`,
      ),
    ]);

  test('where rows are named as genes are', async () => {
    assert.ok(looksTransposed(await byGene(genes, ['a1', 'a2', 'b1', 'b2'])));
    assert.ok(
      looksTransposed(
        await byGene(
          genes,
          rows(30, (row) => `GSM${row}`),
        ),
      ),
    );
    const probes = rows(40, (row) => `${1000 + row}_s_at`);
    assert.ok(looksTransposed(await byGene(probes, ['x', 'y', 'z'])));
  });

  test('where columns are named as samples are and rows are far more', async () => {
    const features = rows(60, (row) => `metabolite ${row}`);
    assert.ok(looksTransposed(await byGene(features, ['GSM1', 'GSM2', 'GSM3', 'GSM4'])));
    assert.ok(!looksTransposed(await byGene(features, ['height', 'weight', 'age', 'pulse'])));
  });

  test('not where samples stand in rows, whatever they are called', async () => {
    const samples = rows(40, (row) => `GSM${1000 + row}`);
    assert.ok(!looksTransposed(await byGene(samples, genes)));
    assert.ok(
      !looksTransposed(
        await byGene(
          rows(40, (row) => `S${row}`),
          genes,
        ),
      ),
    );
  });

  test('and then it is said, with what to do', async () => {
    const table = await byGene(genes, ['a1', 'a2', 'b1', 'b2']);
    const { findings, options } = await describeTable(table, {});
    assert.deepEqual([findings[0].kind, options], ['transposed', { transpose: true }]);
    assert.throws(() => encodeTable(table, { target: 'MYC' }), /but a row of that name; use transpose/);
    assert.throws(() => encodeTable(table, { target: 'outcome' }), /this looks transposed; use transpose/);
  });
});
