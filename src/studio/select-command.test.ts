import assert from 'node:assert/strict';
import { test } from 'node:test';
import { selectionDefaults } from '../pipeline.js';
import { selectCommand, whyNoCommand } from './select-command.js';

const data = { target: 'class', missing: 'refuse', leaveOut: [], keep: [] } as const;
const run = { ...selectionDefaults, k: 5 };

test('defaults are left out, besides the seed', () => {
  assert.equal(selectCommand('a.csv', data, run), 'neurofs select a.csv --target class --k 5 --seed 0');
});

test('all that differs is spelt out, and quoted for the shell', () => {
  const settings = { ...data, target: "it's", missing: 'mean', leaveOut: ['a', 'b'], imageShape: [2, 3] } as const;
  assert.equal(
    selectCommand('-my data.csv', settings, { ...run, method: 'rigl', methodOptions: { hidden: [4, 5], zeta: 0.1 } }),
    `neurofs select './-my data.csv' --target 'it'\\''s' --missing mean --leave-out a,b --image-shape 2x3 --k 5 --method rigl --hidden 4,5 --zeta 0.1 --seed 0`,
  );
});

test('how the file was read is said before the target', () => {
  const reading = {
    delimiter: 'tab',
    decimal: 'comma',
    header: false,
    transpose: true,
    missingMarks: ['.', '-9'],
  } as const;
  assert.equal(
    selectCommand('a.csv', data, run, reading),
    'neurofs select a.csv --delimiter tab --decimal comma --header no --transpose --missing-marks .,-9 --target class --k 5 --seed 0',
  );
});

test('names that cannot stand between commas have no command line', () => {
  assert.equal(whyNoCommand(data), undefined);
  assert.match(whyNoCommand({ ...data, keep: ['a,b'] })!, /“a,b”/);
});
