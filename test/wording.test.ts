/** One message in three kinds of words: for those who write code, type commands, or look at the page. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { flagWording } from '../cli/wording.js';
import { UserError } from '../src/errors.js';
import { failureOf } from '../src/studio/failure.js';
import { inWords, libraryWording } from '../src/wording.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

const missing = new UserError('data', '3 cells are missing', {
  advice: [{ option: 'missing', values: ['drop-rows', 'mean', 'median'] }, 'clean the file'],
});
const batch = new UserError('usage', 'must be at least 1. Got 0', { subject: { option: 'batchSize', method: 'stg' } });
const diverged = new UserError('diverged', 'training diverged', {
  advice: [
    { option: 'learningRate', values: [0.01], verb: 'try' },
    { option: 'scaling', values: ['standard'] },
    'look for extreme values',
  ],
});
const disk = new UserError('failure', 'the disk is full', {
  advice: [
    'free some space',
    { option: 'scratch', verb: 'name another folder with' },
    { option: 'memory', verb: 'raise' },
  ],
});

test('the message of an error is in the words of the library', () => {
  assert.equal(missing.message, "3 cells are missing; use missing: 'drop-rows', 'mean' or 'median', or clean the file");
  assert.equal(batch.message, 'stg: batchSize must be at least 1. Got 0');
  assert.equal(
    diverged.message,
    "training diverged; try learningRate: 0.01, use scaling: 'standard', or look for extreme values",
  );
  assert.equal(disk.message, 'the disk is full; free some space, name another folder with scratch, or raise memory');
});

test('the command line says the same with flags', () => {
  const said = (error: UserError) => inWords(error, flagWording);
  assert.equal(said(missing), '3 cells are missing; use --missing drop-rows, mean or median, or clean the file');
  assert.equal(said(batch), '--batch-size must be at least 1. Got 0');
  assert.equal(
    said(diverged),
    'training diverged; try --learning-rate 0.01, use --scaling standard, or look for extreme values',
  );
  assert.equal(said(disk), 'the disk is full; free some space, name another folder with --scratch, or raise --memory');
});

test('the page says the same with the labels of its fields, and leaves out what it does not have', () => {
  const said = (error: UserError) => failureOf(error).message;
  assert.equal(
    said(missing),
    '3 cells are missing; choose “drop the rows”, “fill in the mean” or “fill in the median” under “Missing cells”, or clean the file.',
  );
  assert.equal(said(batch), '“Batch size” must be at least 1. Got 0.');
  assert.equal(
    said(diverged),
    'Training diverged; choose “0.01” under “Learning rate”, choose “standard” under “Scaling of the features”, or look for extreme values.',
  );
  assert.equal(said(disk), 'The disk is full; free some space.');
});

test('a purpose ends its clause, and advice without values names the option alone', () => {
  const advice = [{ option: 'keep', purpose: 'to select from them too' }];
  assert.equal(
    inWords({ statement: 'Left out: a', advice }, libraryWording),
    'Left out: a; use keep to select from them too',
  );
  assert.equal(
    inWords({ statement: 'Left out: a', advice }, flagWording),
    'Left out: a; use --keep to select from them too',
  );
  assert.equal(inWords({ statement: 'nothing to do' }, libraryWording), 'nothing to do');
});

test('no message of the library names a flag of the command line', () => {
  const folders = ['src', 'node/files', 'node/rows', 'node/sql', 'node/threads'];
  // These make a command line, style sheets and a table in Markdown; the last locks the folder of a command.
  const others = [
    'src/studio/select-command.ts',
    'src/report/page-styles.ts',
    'src/report/series-look.ts',
    'src/reproduce/render-markdown.ts',
    'node/files/folder-lock.ts',
  ];
  const flags = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !others.includes(path))
      .flatMap((path) =>
        readFileSync(join(root, path), 'utf8')
          .split('\n')
          .filter((line) => /(^|[\s'"`(])--[a-z]/.test(line) && !/^\s*(\/?\*|\/\/)/.test(line))
          .map((line) => `${path}: ${line.trim()}`),
      ),
  );
  assert.deepEqual(flags, []);
});
