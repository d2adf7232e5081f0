import assert from 'node:assert/strict';
import test from 'node:test';
import { countOf, formatBytes, formatCount, formatDuration, formatNumber, formatPercent, listOf } from './format.js';

test('counts have commas between thousands', () => {
  assert.deepEqual([0, 999, 1000, 1234567].map(formatCount), ['0', '999', '1,000', '1,234,567']);
});

test('numbers have four significant digits and no empty zeros', () => {
  const written = [0, 1, 0.31415926, -2.5, 1234.5, 12345678, 0.00001234, 100, 20].map(formatNumber);
  assert.deepEqual(written, ['0', '1', '0.3142', '−2.5', '1,235', '1.235e7', '1.234e−5', '100', '20']);
});

test('numbers without a value are named', () => {
  assert.deepEqual([Number.POSITIVE_INFINITY, -1 / 0, Number.NaN].map(formatNumber), ['∞', '−∞', 'not a number']);
});

test('durations use the unit that fits', () => {
  const written = [0.42, 9.96, 42.4, 59.7, 75, 3599.8, 7300].map((seconds) =>
    formatDuration(seconds).replaceAll('\u00a0', ' '),
  );
  assert.deepEqual(written, ['0.4 s', '10 s', '42 s', '1 min 0 s', '1 min 15 s', '1 h 0 min', '2 h 1 min']);
});

test('percentages and counted words read well', () => {
  assert.equal(formatPercent(0.96634), '96.6\u00a0%');
  assert.equal(countOf(1, 'row'), '1\u00a0row');
  assert.equal(countOf(1200, 'class', 'classes'), '1,200\u00a0classes');
});

test('bytes use the unit that fits', () => {
  const written = [0, 999, 1536, 9960, 999_600, 45_678_901, 4 * 2 ** 30].map((bytes) =>
    formatBytes(bytes).replaceAll('\u00a0', ' '),
  );
  assert.deepEqual(written, ['0 B', '999 B', '1.5 kB', '10 kB', '1.0 MB', '46 MB', '4.3 GB']);
});

test('lists end with "and"', () => {
  assert.deepEqual(
    [listOf([]), listOf(['a']), listOf([1, 2]), listOf(['a', 'b', 'c'])],
    ['', 'a', '1 and 2', 'a, b and c'],
  );
});
