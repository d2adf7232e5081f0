import assert from 'node:assert/strict';
import test from 'node:test';
import { printable, textTable } from './text-table.js';

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
});
