import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figureFileNames } from './figure-names.js';

test('names of plain signs stay as they are', () => {
  const names = ['curves-mnist', 'importance-mnist-paper-0.5', 'means-Prostate_GE', 'topology-same-layer2-epoch10'];
  assert.deepEqual(figureFileNames(names), names);
});

test('a name has signs alone that a link and every file system take as they are', () => {
  const names = ['means-50% #1?.mat', 'means-a/b\\c:d*"<e>|.csv', 'means-données été.csv', 'means-数据.csv', '数据'];
  const safe = ['means-50-1.mat', 'means-a-b-c-d-e.csv', 'means-donnees-ete.csv', 'means.csv', 'figure'];
  assert.deepEqual(figureFileNames(names), safe);
  for (const name of safe) assert.equal(encodeURIComponent(name), name);
});

test('no two names differ by case alone, nor by signs that are not plain', () => {
  assert.deepEqual(figureFileNames(['A', 'a', 'a', 'a-2', 'é', 'e']), ['A', 'a-2', 'a-3', 'a-2-2', 'e', 'e-2']);
});

test('no name is longer than a file system takes', () => {
  const [first, second] = figureFileNames(['x'.repeat(300), 'x'.repeat(299)]);
  assert.ok(first.length < 120 && second.length < 120 && first !== second);
});
