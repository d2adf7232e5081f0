import assert from 'node:assert/strict';
import test from 'node:test';
import type { Matrix, Table } from '../types.js';
import { csvLine } from '../write/csv-line.js';
import { rankingCsv } from './ranking-csv.js';
import { selectedCsv } from './selected-csv.js';

const dense: Matrix = {
  kind: 'dense',
  rowCount: 3,
  columnCount: 3,
  values: Float64Array.of(1, 0, 0.1, 0, 5, Number.NaN, 7, 8, 9),
};
const sparse: Matrix = {
  kind: 'sparse',
  rowCount: 3,
  columnCount: 3,
  rowStart: Float64Array.of(0, 2, 4, 7),
  column: Int32Array.of(0, 2, 1, 2, 0, 1, 2),
  value: Float64Array.of(1, 0.1, 5, Number.NaN, 7, 8, 9),
};

function table(numeric: Matrix): Table {
  return {
    rowCount: 3,
    numericNames: ['a', 'b, "x"', 'c'],
    numeric,
    text: [
      { name: 'colour', values: ['red', undefined, ''] },
      { name: 'y', values: ['yes\nor so', 'no', 'no'] },
    ],
    columnOrder: ['y', 'a', 'colour', 'b, "x"', 'c'],
  };
}

test('cells that a reader could misread are quoted', () => {
  assert.equal(csvLine(['a', 'b,c', 'say "x"', '', ' d', 'e\nf', 1.5]), 'a,"b,c","say ""x""",""," d","e\nf",1.5\n');
});

test('the reduced data keeps the order and the cells of the file and ends with the target', () => {
  const expected = 'colour,"b, ""x""",c,y\nred,0,0.1,"yes\nor so"\n,5,,no\n"",8,9,no\n';
  const selected = { names: ['c', 'b, "x"', 'colour'], apart: ['y'] };
  assert.equal([...selectedCsv(table(dense), selected)].join(''), expected);
  assert.equal([...selectedCsv(table(sparse), selected)].join(''), expected);
});

test('rows that were dropped are not written, and a target of numbers is', () => {
  const selected = { names: ['a'], apart: ['c'], rowNumbers: Int32Array.of(0, 2) };
  assert.equal([...selectedCsv(table(dense), selected)].join(''), 'a,c\n1,0.1\n7,9\n');
});

test('the ranking lists every feature with the full score', () => {
  const ranking = [
    { rank: 1, name: 'c', index: 2, score: 1 / 3 },
    { rank: 2, name: 'a', index: 0, score: Number.POSITIVE_INFINITY },
  ];
  assert.equal(
    [...rankingCsv(ranking)].join(''),
    'rank,name,index,score,note\n1,c,2,0.3333333333333333,\n2,a,0,Infinity,\n',
  );
});

test('equal scores have one rank, and a finer score keeps the order of scores and goes by the effect alone', () => {
  const ranking = [
    { rank: 1, name: 'a', index: 0, score: 2 },
    { rank: 2, name: 'b', index: 1, score: -1 },
    { rank: 3, name: 'c', index: 2, score: -1 },
    { rank: 4, name: 'd', index: 3, score: -4 },
    { rank: 5, name: 'e', index: 4, score: -4, isConstant: true as const },
  ];
  const figures = (...values: number[]) => Float64Array.from(values);
  const alone = {
    effect: figures(0.1, 0.2, -0.9, 0, 0),
    p: figures(0.5, 0.4, 0.01, 1, 1),
    q: figures(1, 1, 0.05, 1, 1),
  };
  assert.deepEqual(
    [...rankingCsv(ranking, alone)],
    [
      'rank,name,index,score,fine_score,effect,p,fdr,note\n',
      '1,a,0,2,2,0.1,0.5,1,\n',
      '2,b,1,-1,-1,0.2,0.4,1,\n',
      '2,c,2,-1,0.5,-0.9,0.01,0.05,\n',
      '4,d,3,-4,-4,0,1,1,\n',
      '5,e,4,-4,-4,0,1,1,constant on the training rows\n',
    ],
  );
});

test('a text that a spreadsheet would run is made plain text; numbers stay numbers', () => {
  const cells = ['=1+1', '+A1', '-cmd|x', '@SUM(A1)', ' =1', '\t=1', 'a=b', '-1', '+1.5e-3', '-.5', -2, undefined];
  const line = csvLine(cells);
  assert.equal(line, `'=1+1,'+A1,'-cmd|x,'@SUM(A1),' =1,"'\t=1",a=b,-1,+1.5e-3,-.5,-2,\n`);
});
