import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { comma, numberFromText } from './parse-number.js';

test('every double is parsed to the bit, however it is written', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true }), fc.integer({ min: 0, max: 20 }), (value, digits) => {
      for (const text of [
        String(value),
        value.toExponential(digits),
        value.toFixed(digits),
        value.toPrecision(digits + 1),
      ]) {
        assert.ok(Object.is(numberFromText(text), Number(text)), text);
      }
    }),
    { numRuns: 2000 },
  );
});

test('decimal commas, signs, blanks and infinities are numbers', () => {
  assert.equal(numberFromText('3,25', comma), 3.25);
  assert.equal(numberFromText('-1,5e2', comma), -150);
  assert.equal(numberFromText('  +7 '), 7);
  assert.equal(numberFromText('.5'), 0.5);
  assert.equal(numberFromText('5.'), 5);
  assert.equal(numberFromText('-inf'), Number.NEGATIVE_INFINITY);
  assert.equal(numberFromText('Infinity'), Number.POSITIVE_INFINITY);
});

test('what only looks like a number is none', () => {
  for (const text of [
    '',
    ' ',
    '-',
    '+',
    '.',
    'e5',
    '1e',
    '1.2.3',
    '1-2',
    '0x10',
    '1_000',
    '12a',
    'info',
    '--1',
    '3,5',
    '1 2',
  ]) {
    assert.ok(Number.isNaN(numberFromText(text)), text);
  }
});
