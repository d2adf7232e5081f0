import assert from 'node:assert/strict';
import test from 'node:test';
import type { Dataset, Matrix } from '../types.js';
import { csvLine } from './csv-line.js';
import { rankingCsv } from './ranking-csv.js';
import { selectedCsv } from './selected-csv.js';

const dense: Matrix = { kind: 'dense', rowCount: 2, columnCount: 3, values: Float64Array.of(1, 0, 0.1, 0, 5, -2) };
const sparse: Matrix = {
  kind: 'sparse',
  rowCount: 2,
  columnCount: 3,
  rowStart: Float64Array.of(0, 2, 4),
  column: Int32Array.of(0, 2, 1, 2),
  value: Float64Array.of(1, 0.1, 5, -2),
};

function dataset(matrix: Matrix): Dataset {
  return {
    matrix,
    featureNames: ['a', 'b, "x"', 'c'],
    labels: Int32Array.of(1, 0),
    classNames: ['no', 'yes\nor so'],
    targetName: 'y',
  };
}

test('cells that a reader could misread are quoted', () => {
  assert.equal(csvLine(['a', 'b,c', 'say "x"', '', ' d', 'e\nf', 1.5]), 'a,"b,c","say ""x""",""," d","e\nf",1.5\n');
});

test('the reduced data keeps the order of the file, the values as read, and ends with the target', () => {
  const expected = '"b, ""x""",c,y\n0,0.1,"yes\nor so"\n5,-2,no\n';
  assert.equal([...selectedCsv(dataset(dense), [2, 1])].join(''), expected);
});

test('sparse rows are written with their zeros', () => {
  assert.equal([...selectedCsv(dataset(sparse), [2, 1])].join(''), [...selectedCsv(dataset(dense), [2, 1])].join(''));
});

test('the ranking lists every feature once, best first, with the full score', () => {
  const scores = { scores: Float64Array.of(0.1, 0.3, 1 / 3), ranking: Int32Array.of(2, 1, 0) };
  assert.equal(
    [...rankingCsv(['a', 'b', 'c'], scores)].join(''),
    'rank,name,index,score\n1,c,2,0.3333333333333333\n2,b,1,0.3\n3,a,0,0.1\n',
  );
});
