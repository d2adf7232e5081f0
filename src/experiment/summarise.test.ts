import assert from 'node:assert/strict';
import test from 'node:test';
import { accuracies } from '../../test/fixtures/accuracies.js';
import { jaccard, meanOverlap, stability } from './overlap.js';
import { rankingScores } from './ranking-score.js';
import { allFeatures, isFinal, type ResultRow } from './result-row.js';
import { summariseRows } from './summarise.js';

function row(method: string, k: number, seed: number, accuracy: number, features: readonly number[] = []): ResultRow {
  const key = `${method} ${k} ${seed}`;
  return {
    key,
    method,
    k,
    seed,
    measures: accuracies({ svm: accuracy }),
    features,
    selectSeconds: seed + 1,
    evaluateSeconds: 0,
  };
}

function failed(method: string, k: number, seed: number): ResultRow {
  return { ...row(method, k, seed, 0), measures: [], error: { code: 'diverged', message: 'training diverged' } };
}

test('the worst method scores 0, the best the number of methods minus one', () => {
  assert.deepEqual(rankingScores([0.9, 0.5, 0.7, 0.8]), [3, 0, 1, 2]);
});

test('equal methods share the mean of their places, and missing ones share the lowest', () => {
  // Places 0 .. 4 by hand: two missing share 0 and 1, two of 0.8 share 2 and 3, the best has 4.
  assert.deepEqual(rankingScores([0.8, undefined, 0.9, 0.8, undefined]), [2.5, 0.5, 4, 2.5, 0.5]);
  assert.deepEqual(rankingScores([0.5, 0.5, 0.5]), [1, 1, 1]);
});

test('the Jaccard index is the shared part of the union', () => {
  assert.equal(jaccard([1, 2, 3], [3, 4]), 1 / 4);
  assert.equal(jaccard([5, 6], [6, 5]), 1);
  assert.equal(jaccard([1], [2]), 0);
});

test('overlap is the mean over pairs of runs, stability over pairs of seeds', () => {
  const runs = [
    [1, 2],
    [1, 3],
    [1, 2],
  ];
  // Pairs: 1/3, 1, 1/3.
  assert.ok(Math.abs(stability(runs)! - 5 / 9) < 1e-15);
  assert.equal(stability([[1, 2]]), undefined);
  // Against {1, 2}: 1, 1/3, 1.
  assert.ok(Math.abs(meanOverlap(runs, [[1, 2]])! - 7 / 9) < 1e-15);
  assert.equal(meanOverlap(runs, []), undefined);
});

test('rows become means, deviations and ranking scores averaged over K, best method first', () => {
  const rows = [
    row(allFeatures, 10, 0, 0.95),
    row('random', 2, 0, 0.5, [0, 1]),
    row('random', 2, 1, 0.6, [2, 1]),
    row('random', 4, 0, 0.9, [0, 1, 2, 3]),
    row('random', 4, 1, 0.9, [0, 1, 2, 3]),
    row('fisher', 2, 0, 0.7, [4, 5]),
    row('fisher', 4, 0, 0.8, [4, 5, 6, 7]),
    row('rigl', 2, 0, 0.8, [4, 5]),
    failed('rigl', 2, 1),
    failed('rigl', 4, 0),
    failed('rigl', 4, 1),
  ];
  const summary = summariseRows(rows, ['svm']);
  assert.deepEqual(summary.ks, [2, 4]);
  assert.deepEqual(summary.baseline, { svm: { mean: 0.95, count: 1 } });
  // K 2: random 0, fisher 1, rigl 2. K 4: rigl 0 (failed), fisher 1, random 2. All tie at 1: mean accuracy decides.
  assert.deepEqual(
    summary.methods.map(({ method, rankingScore }) => [method, rankingScore.svm]),
    [
      ['fisher', 1],
      ['random', 1],
      ['rigl', 1],
    ],
  );
  const [fisher, random, rigl] = summary.methods;
  assert.deepEqual(fisher.byK[0].value.svm, { mean: 0.7, count: 1 });
  assert.ok(Math.abs(random.byK[0].value.svm!.mean - 0.55) < 1e-15);
  assert.ok(Math.abs(random.byK[0].value.svm!.deviation! - 0.1 / Math.SQRT2) < 1e-15);
  assert.deepEqual([random.byK[0].stability, random.byK[1].stability], [1 / 3, 1]);
  assert.deepEqual([random.selectSeconds, random.seedCount, fisher.seedCount], [1.5, 2, 1]);
  assert.equal(rigl.failures.length, 3);
  assert.deepEqual(rigl.byK[1].value, {});
  // Fisher and RigL chose the same at K 2; RigL has nothing at K 4; a single run has no stability.
  assert.deepEqual(summary.overlaps[0].values[0], [undefined, 0, 1]);
  assert.deepEqual(summary.overlaps[1].values[0], [undefined, 0, undefined]);
});

test('a failure is final where running again would fail again', () => {
  const reached = (limitSeconds: number): ResultRow => ({
    ...row('rfs', 2, 0, 0),
    error: { code: 'limit', message: '', limitSeconds },
  });
  assert.ok(isFinal(row('rfs', 2, 0, 1), undefined));
  assert.ok(isFinal(failed('rfs', 2, 0), undefined));
  assert.ok(isFinal(reached(60), 60));
  assert.ok(!isFinal(reached(60), 600));
  assert.ok(!isFinal(reached(60), undefined));
  assert.ok(!isFinal({ ...failed('rfs', 2, 0), error: { code: 'bug', message: '' } }, 60));
});
