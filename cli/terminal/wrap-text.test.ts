import assert from 'node:assert/strict';
import test from 'node:test';
import { wrapText } from './wrap-text.js';

test('no line is wider than asked, words stay whole, later lines are indented', () => {
  assert.equal(wrapText('one two three four', 10, 2), 'one two\n  three\n  four');
  assert.equal(wrapText('one two', Number.POSITIVE_INFINITY), 'one two');
  assert.equal(wrapText('incomprehensibilities are long', 10), 'incomprehensibilities\nare long');
});
