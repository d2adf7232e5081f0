import assert from 'node:assert/strict';
import test from 'node:test';
import { CommanderError } from 'commander';
import { UserError } from '../src/errors.js';
import { describeFailure } from './errors.js';
import { createColours } from './terminal/colours.js';

const plain = createColours(false);

test('an error of the user is one line and its own exit code', () => {
  const codes = (['failure', 'usage', 'data', 'diverged', 'interrupted'] as const).map((code) => {
    const { exitCode, text } = describeFailure(new UserError(code, 'column "a" is bad'), plain);
    assert.equal(text, 'neurofs: column "a" is bad\n');
    return exitCode;
  });
  assert.deepEqual(codes, [1, 2, 3, 4, 130]);
});

test('anything else is a bug, shown with its stack', () => {
  const { exitCode, text } = describeFailure(new TypeError('oops'), plain);
  assert.equal(exitCode, 1);
  assert.match(text, /^neurofs: TypeError: oops\n {4}at [\s\S]*This is a bug in neurofs/);
  assert.match(describeFailure('thrown text', plain).text, /^neurofs: thrown text\n/);
});

test('what commander has printed is not printed again', () => {
  assert.deepEqual(describeFailure(new CommanderError(1, 'commander.unknownOption', ''), plain), {
    exitCode: 2,
    text: '',
  });
  assert.deepEqual(describeFailure(new CommanderError(0, 'commander.help', ''), plain), { exitCode: 0, text: '' });
});

test('names from the data cannot steer the terminal', () => {
  assert.equal(describeFailure(new UserError('data', 'column "\x1b[2J"'), plain).text, 'neurofs: column "\ufffd[2J"\n');
});

test('options and advice are worded as flags', () => {
  const wrong = new UserError('usage', 'must be at least 1. Got 0', {
    subject: { option: 'batchSize', method: 'stg' },
  });
  assert.equal(describeFailure(wrong, plain).text, 'neurofs: --batch-size must be at least 1. Got 0\n');
  const missing = new UserError('data', 'a cell is missing', {
    advice: [{ option: 'missing', values: ['drop-rows', 'mean'] }, 'clean the file'],
  });
  assert.equal(
    describeFailure(missing, plain).text,
    'neurofs: a cell is missing; use --missing drop-rows or mean, or clean the file\n',
  );
});
