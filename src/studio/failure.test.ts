import assert from 'node:assert/strict';
import test from 'node:test';
import { UserError } from '../errors.js';
import type { Remark } from '../wording.js';
import { failureOf } from './failure.js';

const said = (statement: string, details: Omit<Remark, 'statement'>) =>
  failureOf(new UserError('data', statement, details)).message;

test('a message for the page names fields, never options of the command line', () => {
  assert.equal(
    said('column "a" has 3 missing', {
      advice: [{ option: 'missing', values: ['drop-rows', 'mean'] }, 'clean the file'],
    }),
    'Column "a" has 3 missing; choose “drop the rows” or “fill in the mean” under “Missing cells”, or clean the file.',
  );
  assert.equal(
    said('Left out: "id" (every cell differs)', { advice: [{ option: 'keep', purpose: 'to select from them too' }] }),
    'Left out: "id" (every cell differs); tick them in the list of columns to select from them too.',
  );
  assert.equal(said('must be a number', { subject: { option: 'learningRate' } }), '“Learning rate” must be a number.');
});

test('what is no error of the user is called a bug, and want of memory is called that', () => {
  assert.equal(failureOf(new Error('x')).code, 'bug');
  assert.match(failureOf(new RangeError('Array buffer allocation failed')).message, /not enough memory/);
});
