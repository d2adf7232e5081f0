import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UserError } from '../errors.js';
import type { OptionSpecs } from './contract.js';
import { readOptionText, resolveOptions } from './resolve-options.js';

interface Options {
  readonly share: number;
  readonly bins: number;
  readonly discretise: string;
  readonly layers: readonly number[];
}
const options: OptionSpecs<Options> = {
  share: { type: 'number', default: 0.5, help: 'a share', min: 0, max: 1 },
  bins: { type: 'number', default: 5, help: 'a count', min: 2, integer: true },
  discretise: { type: 'choice', default: 'mdl', help: 'a choice', choices: ['mdl', 'equal-frequency', 'none'] },
  layers: { type: 'integers', default: [10, 10], help: 'a list', min: 1 },
};
const method = { name: 'example', options };

const fails = (given: Record<string, unknown>, message: RegExp) =>
  assert.throws(
    () => resolveOptions(method, given),
    (error) => error instanceof UserError && error.code === 'usage' && message.test(error.message),
  );

test('options not given get their defaults, given ones are kept', () => {
  assert.deepEqual(resolveOptions(method), { share: 0.5, bins: 5, discretise: 'mdl', layers: [10, 10] });
  assert.deepEqual(resolveOptions(method, { bins: 2, layers: [3], share: undefined }), {
    share: 0.5,
    bins: 2,
    discretise: 'mdl',
    layers: [3],
  });
});

test('an unknown option is an error that suggests the one meant', () => {
  fails({ bin: 3 }, /^example: unknown option "bin"; did you mean "bins"\? its options are share, bins/);
  fails({ toString: 3 }, /^example: unknown option "toString"; its options are/);
  const none = { name: 'random', options: {} as OptionSpecs<object> };
  assert.throws(() => resolveOptions(none, { seed: 1 }), /random: unknown option "seed"; random takes no options/);
});

test('numbers outside their range, fractions and non-numbers are refused with the range', () => {
  fails({ share: 1.5 }, /example: share must be a number from 0 to 1\. Got 1\.5/);
  fails({ share: Number.NaN }, /Got NaN/);
  fails({ share: '0.5' }, /Got "0\.5"/);
  fails({ bins: 2.5 }, /bins must be a whole number of at least 2\. Got 2\.5/);
  fails({ layers: [4, 0] }, /example: layers must be a list of whole numbers of at least 1\. Got \[4,0\]/);
  fails({ layers: [] }, /layers must be a list of whole numbers of at least 1\. Got \[\]/);
});

test('a choice that is not offered is refused with the choices listed', () => {
  fails(
    { discretise: 'equalfrequencies' },
    /must be one of mdl, equal-frequency, none\. Got "equalfrequencies"; did you mean "equal-frequency"\?/,
  );
  fails({ discretise: 3 }, /Got 3$/);
});

test('option text is read by the type of its spec', () => {
  assert.equal(readOptionText('--share', options.share, '0.25'), 0.25);
  assert.equal(readOptionText('--discretise', options.discretise, 'mdl'), 'mdl');
  assert.deepEqual(readOptionText('--layers', options.layers, '30,20'), [30, 20]);
  assert.throws(() => readOptionText('--bins', options.bins, 'many'), /--bins must be a number\. Got "many"/);
  assert.throws(() => readOptionText('--layers', options.layers, '3,'), /--layers must be a number\. Got ""/);
});
