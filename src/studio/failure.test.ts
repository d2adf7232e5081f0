import assert from 'node:assert/strict';
import test from 'node:test';
import { UserError } from '../errors.js';
import { failureOf } from './failure.js';

const said = (message: string) => failureOf(new UserError('data', message)).message;

test('a message for the page names fields, never options of the command line', () => {
  assert.equal(
    said(
      'column "a" has 3 missing; use --missing drop-rows, drop-columns, mean, median or indicator, or clean the file',
    ),
    'Column "a" has 3 missing; choose under “Missing cells” what to do with them, or clean the file.',
  );
  assert.equal(
    said('Left out: "id" (every cell differs); use --keep to select from them too.'),
    'Left out: "id" (every cell differs); tick them in the list of columns to select from them too.',
  );
  assert.equal(said('--learning-rate must be a number'), '“learning rate” must be a number.');
});

test('what is no error of the user is called a bug, and want of memory is called that', () => {
  assert.equal(failureOf(new Error('x')).code, 'bug');
  assert.match(failureOf(new RangeError('Array buffer allocation failed')).message, /not enough memory/);
});
