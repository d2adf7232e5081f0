import assert from 'node:assert/strict';
import test from 'node:test';
import { printable, textTable, textTables } from './text-table.js';

test('columns line up, numbers to the right, blanks where nothing was measured', () => {
  const table = textTable({
    head: ['', 'SVM', 'trees'],
    rows: [
      ['50 selected', '96.6 %', '9.1 %'],
      ['überall', undefined, '100.0 %'],
    ],
    right: [1, 2],
  });
  assert.equal(table, '                SVM    trees\n50 selected  96.6 %    9.1 %\nüberall              100.0 %');
});

test('a table wider than the terminal is cut between columns, its first column in every part', () => {
  const table = { head: ['name', 'one', 'two', 'three'], rows: [['a', '1', '2', '3']], right: [1, 2, 3] };
  assert.equal(textTables(table, 80), textTable(table));
  assert.equal(textTables(table, 15), 'name  one  two\na       1    2\n\nname  three\na         3');
  assert.equal(textTables(table, 3).split('\n\n').length, 3, 'a column that does not fit stands alone');
});

test('letters made of two code points take one place', () => {
  const [, first, second] = textTable({
    head: ['a', 'b'],
    rows: [
      ['e\u0301', 'x'],
      ['e', 'x'],
    ],
  }).split('\n');
  assert.equal(first.normalize('NFC').indexOf('x'), second.indexOf('x'));
});

test('control characters cannot reach the terminal', () => {
  assert.equal(printable('a\x1b[31mb\x07\nc'), 'a\ufffd[31mb\ufffd\ufffdc');
  assert.equal(printable('gene\u202eeneg \u05d0\u05d1'), 'gene\ufffdeneg \u05d0\u05d1');
});
