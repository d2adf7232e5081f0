import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { createMersenneTwister } from '../maths/mersenne-twister.js';
import { permutation, scikitSplit } from './scikit-split.js';

test('the first numbers are those of the published generator', () => {
  // mt19937ar.c with init_genrand(5489), the seed it falls back to: its first output is 3499211612, its 10,000th 4123659995.
  const random = createMersenneTwister(5489);
  assert.equal(random.next(), 3499211612);
  for (let i = 2; i < 10_000; i++) random.next();
  assert.equal(random.next(), 4123659995);
});

test("permutations are NumPy's", () => {
  // python3 -c "import numpy; print(numpy.random.RandomState(42).permutation(10).tolist())"
  assert.deepEqual([...permutation(10, 42)], [8, 1, 5, 0, 7, 2, 9, 4, 3, 6]);
  assert.deepEqual([...permutation(1, 42)], [0]);
});

test('a split has the sizes of scikit-learn, which rounds the test rows up', () => {
  // python3 -c "from sklearn.model_selection import train_test_split as t; print(t(list(range(10)), test_size=0.2, random_state=42))"
  assert.deepEqual([...scikitSplit(10).train], [5, 0, 7, 2, 9, 4, 3, 6]);
  assert.deepEqual([...scikitSplit(10).test], [8, 1]);
  assert.equal(scikitSplit(102).test.length, 21);
});

const folder = join(process.env.NEUROFS_DATA ?? '', 'splits');
const skip = existsSync(folder) ? false : 'needs NEUROFS_DATA with splits made by scikit-learn';

describe('splits that scikit-learn made', { skip }, () => {
  for (const name of ['arcene', 'basehock', 'coil20', 'isolet', 'prostate-ge', 'usps']) {
    test(name, () => {
      const { train, test: tested } = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
      const { train: ours, test: oursTested } = scikitSplit(train.length + tested.length);
      assert.deepEqual([...oursTested], tested);
      assert.deepEqual([...ours], train);
    });
  }
});
