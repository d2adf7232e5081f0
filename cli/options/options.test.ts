import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import test from 'node:test';
import { Command } from 'commander';
import type { OptionSpecs } from '../../src/select/contract.js';
import { shellQuote } from '../../src/shell-quote.js';
import { fraction, givenMethodOptions, imageShape, methodOptions, names, quoteName, wholeNumber } from './options.js';

const specs: OptionSpecs<{ learningRate: number; hidden: readonly number[]; activation: string }> = {
  learningRate: { type: 'number', default: 0.01, help: 'step size', min: 0 },
  hidden: { type: 'integers', default: [1000, 1000], help: 'layer sizes', min: 1 },
  activation: { type: 'choice', default: 'tanh', help: 'of hidden neurons', choices: ['tanh', 'relu'] },
};

function parse(words: readonly string[]): Record<string, unknown> {
  const command = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  for (const option of methodOptions(specs, 'Method:')) command.addOption(option);
  command.parse(words, { from: 'user' });
  return givenMethodOptions(specs, command.opts());
}

test('every hyper-parameter has an option, read by its type; what is not given is left out', () => {
  assert.deepEqual(parse([]), {});
  assert.deepEqual(parse(['--learning-rate', '0.5', '--hidden=30,20', '--activation', 'relu']), {
    learningRate: 0.5,
    hidden: [30, 20],
    activation: 'relu',
  });
});

test('the help of an option ends with its default', () => {
  const help = methodOptions(specs, 'Method:').map((option) => `${option.flags}: ${option.description}`);
  assert.deepEqual(help, [
    '--learning-rate <number>: step size (default: 0.01)',
    '--hidden <n,n,...>: layer sizes (default: 1000,1000)',
    '--activation <tanh|relu>: of hidden neurons (default: tanh)',
  ]);
});

test('text that is no number is refused with the name of the option', () => {
  assert.throws(() => parse(['--learning-rate', 'fast']), {
    code: 'usage',
    message: /^--learning-rate must be a number/,
  });
  for (const text of ['', ' ', '0', '-3', '1.5', 'abc', 'NaN', 'Infinity', '9007199254740993']) {
    assert.throws(() => wholeNumber('--k', 1)(text), {
      code: 'usage',
      message: /^--k must be a whole number of at least 1/,
    });
  }
  for (const text of ['', ' ', '1', '-0.1', 'half', 'NaN']) {
    assert.throws(() => fraction('--test-fraction')(text), { code: 'usage' });
  }
  assert.equal(wholeNumber('--k', 1)('50'), 50);
  assert.equal(fraction('--test-fraction')('0.25'), 0.25);
  assert.equal(fraction('--test-fraction')('0'), 0);
  assert.deepEqual(imageShape('--image-shape')('28x30'), [28, 30]);
  for (const text of ['', '28', '28x', '0x3', '2x3x4', '-1x2']) {
    assert.throws(() => imageShape('--image-shape')(text), { code: 'usage' });
  }
  assert.deepEqual(names('a, b'), ['a', 'b']);
});

test('a quoted command gives the shell the same words', { skip: process.platform === 'win32' && 'needs sh' }, () => {
  const words = ['plain-word', 'two words', "it's", '$HOME', '`x`', '"q"', 'a\nb', '*', ''];
  const heard = execFileSync('sh', ['-c', `printf '%s\\0' ${shellQuote(words)}`], { encoding: 'utf8' });
  assert.deepEqual(heard.split('\0').slice(0, -1), words);
});

test('names that hold commas stand in quotes, and are quoted so where they are handed on', () => {
  assert.deepEqual(names('a, b'), ['a', 'b']);
  assert.deepEqual(names('"income, monthly",age'), ['income, monthly', 'age']);
  assert.deepEqual(names('5" pipe,b'), ['5" pipe', 'b']);
  for (const name of ['plain', 'income, monthly', 'a "b", c', '"quoted"']) {
    assert.deepEqual(names(`${quoteName(name)},x`), [name, 'x']);
  }
});
