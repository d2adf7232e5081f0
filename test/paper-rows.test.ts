/** The committed rows of the reproduction, where they are to be the paper's to the digit: what its authors ran without randomness. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { catalogue } from '../src/catalogue/catalogue.js';
import { type JobRow, measuredOf } from '../src/experiment/result-row.js';
import { paperAccuracy } from '../src/reproduce/paper.js';
import { fullScale } from '../src/reproduce/scale.js';
import { paperEight } from '../src/reproduce/variants.js';
import { printedAccuracy } from './fixtures/printed-accuracy.js';

const path = fileURLToPath(new URL('../../experiments/results/full.jsonl', import.meta.url));
const rows = readFileSync(path, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as JobRow);
const sets = ['coil20', 'usps', 'mnist', 'fashion-mnist', 'isolet', 'basehock', 'arcene', 'prostate-ge'];
const classical = paperEight.filter(({ method }) => ['fisher', 'cife', 'icap', 'rfs'].includes(method));

/** Every cell that the paper has of these, as ours and the paper's. */
function cellsBy(judge: string, ks: readonly number[]) {
  return classical.flatMap(({ name, method }) =>
    sets.flatMap((set) => {
      const title = catalogue.find(({ key }) => key === set)!.paperName;
      return ks.flatMap((k) => {
        const paper = paperAccuracy(judge, k, method, set);
        if (paper === undefined) return [];
        const rowOf = (variant: string) =>
          rows.find((each) => each.variant === variant && each.data === title && each.k === k && !each.error);
        // Where a form is set up as usual, one row serves both names.
        const row = rowOf(name) ?? (method === 'fisher' ? rowOf(method) : undefined);
        assert.ok(row, `${name} on ${title} at K = ${k}`);
        const ours = printedAccuracy(measuredOf(row, judge, 'accuracy')!.value);
        return [{ cell: `${method} ${set} ${k}`, ours, paper: printedAccuracy(paper.mean) }];
      });
    }),
  );
}

test('by the SVM 176 of 180 cells are equal, and the others are at most 0.2 points apart', () => {
  const cells = cellsBy('svm', fullScale.ks);
  assert.equal(cells.length, 180);
  const others = cells.filter(({ ours, paper }) => ours !== paper);
  assert.deepEqual(
    others.map(({ cell }) => cell),
    ['cife mnist 75', 'icap fashion-mnist 100', 'icap fashion-mnist 150', 'icap fashion-mnist 200'],
  );
  for (const { cell, ours, paper } of others) assert.ok(Math.abs(Number(ours) - Number(paper)) < 0.21, cell);
});

test('by the nearest neighbour at K = 50 all of 30 are equal but one', () => {
  const cells = cellsBy('knn', [50]);
  assert.equal(cells.length, 30);
  assert.deepEqual(
    cells.filter(({ ours, paper }) => ours !== paper).map(({ cell }) => cell),
    ['icap fashion-mnist 50'],
  );
});

test('with all features every set gives the paper’s figure of the SVM and of the nearest neighbour, to its last digit', () => {
  const percent = (share: number) => (100 * share).toFixed(2);
  for (const judge of ['svm', 'knn']) {
    for (const set of sets) {
      const title = catalogue.find(({ key }) => key === set)!.paperName;
      const rowOf = (variant: string) => rows.find((each) => each.variant === variant && each.data === title);
      // Where the baseline is set up as usual, one row serves both names.
      const row = rowOf('all-features, paper settings') ?? rowOf('all-features');
      const paper = paperAccuracy(judge, 50, 'all-features', set)!;
      assert.equal(percent(measuredOf(row!, judge, 'accuracy')!.value), percent(paper.mean), `${judge} on ${set}`);
    }
  }
});
