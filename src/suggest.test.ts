import assert from 'node:assert/strict';
import { test } from 'node:test';
import { didYouMean, didYouMeanHint } from './suggest.js';

test('a misspelt word finds the name it was meant to be', () => {
  const names = ['neurofs', 'fisher', 'mrmr', 'mutual-information', 'hsic-lasso'];
  assert.equal(didYouMean('fischer', names), 'fisher');
  assert.equal(didYouMean('nuerofs', names), 'neurofs');
  assert.equal(didYouMean('MRMR', names), 'mrmr');
  assert.equal(didYouMean('mutualInformation', names), 'mutual-information');
  assert.equal(didYouMean('hsic_laso', names), 'hsic-lasso');
});

test('a word near to nothing gets no suggestion', () => {
  assert.equal(didYouMean('xyz', ['fisher', 'neurofs']), undefined);
  assert.equal(didYouMean('fisher', []), undefined);
  assert.equal(didYouMeanHint('xyz', ['fisher']), '');
});

test('the nearest of several near names wins, and the first of equally near ones', () => {
  assert.equal(didYouMean('epoch', ['epochs', 'epoch-count']), 'epochs');
  assert.equal(didYouMean('colx', ['col1', 'col2']), 'col1');
  assert.equal(didYouMeanHint('epoch', ['epochs']), '; did you mean "epochs"?');
});
