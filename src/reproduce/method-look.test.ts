import assert from 'node:assert/strict';
import test from 'node:test';
import { seriesClass, seriesColourCount } from '../report/series-look.js';
import { methodLook } from './method-look.js';
import { comparedVariants, defaultForms, neurofsBest, neurofsPaper } from './variants.js';

const lookOf = (name: string) => methodLook(comparedVariants, comparedVariants.find((each) => each.name === name)!);

test('no two compared methods look the same', () => {
  const looks = comparedVariants.map((each) => seriesClass(methodLook(comparedVariants, each)));
  assert.equal(new Set(looks).size, looks.length);
});

test('filled are neurofs and what the paper ran, pale the others', () => {
  for (const each of comparedVariants) {
    const isFilled = each.method === 'neurofs' || each.paperMethod !== undefined;
    assert.equal(methodLook(comparedVariants, each) < seriesColourCount, isFilled, each.name);
  }
});

test('two forms of a method share a colour, but not those of neurofs', () => {
  for (const name of ['fisher', 'cife', 'icap']) {
    assert.equal(lookOf(name), lookOf(`${name}, paper settings`) + seriesColourCount);
  }
  assert.notEqual(lookOf(neurofsBest.name) % seriesColourCount, lookOf(neurofsPaper.name) % seriesColourCount);
});

test('neurofs looks the same in a benchmark, wherever it stands among the methods', () => {
  const { variants } = defaultForms(['fisher', 'mrmr', 'neurofs', 'lasso']);
  assert.equal(methodLook(variants, variants[2]), lookOf('neurofs'));
  assert.deepEqual(
    variants.map((each) => methodLook(variants, each)),
    [1, 2, 0, 3],
  );
});
