import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { countCosts } from './network-cost.js';
import { paperAccuracy } from './paper.js';
import { accuracyTables, costTable, paperSets } from './paper-figures.js';

describe("the paper's figures", () => {
  test('are one for every data set in every row', () => {
    for (const [table, rows] of Object.entries(accuracyTables)) {
      for (const [method, row] of Object.entries(rows)) {
        assert.equal(row.split(' ').length, paperSets.length, `${table}, ${method}`);
        for (const cell of row.split(' ')) assert.match(cell, /^(-|\d+(\.\d+)?(±\d+(\.\d+)?)?)$/);
      }
    }
  });

  test('are found by classifier, K, method and data set', () => {
    assert.deepEqual(paperAccuracy('svm', 50, 'neurofs', 'mnist'), { mean: 0.953, deviation: 0.41 / 100 });
    assert.deepEqual(paperAccuracy('svm', 'mean', 'all-features', 'arcene'), { mean: 0.775 });
    assert.equal(paperAccuracy('svm', 50, 'rfs', 'mnist'), undefined);
    assert.equal(paperAccuracy('svm', 50, 'mrmr', 'mnist'), undefined);
    assert.equal(paperAccuracy('svm', 50, 'neurofs', 'no-such-set'), undefined);
  });

  test('of the means over K are the means of the tables per K, to their rounding', () => {
    for (const method of ['neurofs', 'lassonet', 'fisher']) {
      for (const set of paperSets) {
        const each = [25, 50, 75, 100, 150, 200].map((k) => paperAccuracy('svm', k, method, set)!.mean);
        const mean = each.reduce((sum, value) => sum + value, 0) / each.length;
        const printed = paperAccuracy('svm', 'mean', method, set)!.mean;
        assert.ok(Math.abs(mean - printed) < 0.0006, `${method}, ${set}: ${mean} and ${printed}`);
      }
    }
  });

  test('of the costs are those of our count on MNIST', () => {
    const shape = { featureCount: 784, classCount: 10, trainRowCount: 60_000, epochs: 100, epsilon: 30 };
    const { density, sparse, dense1, dense3 } = countCosts(shape);
    assert.equal(sparse.weights, 183_520);
    const paper = costTable.mnist;
    assert.equal((density * 100).toFixed(2), paper.density.toFixed(2));
    assert.equal((sparse.weights / 1e5).toFixed(2), paper.weights.sparse.toFixed(2));
    assert.equal((dense1.weights / 1e5).toFixed(2), paper.weights.dense1.toFixed(2));
    assert.equal((dense3.weights / 1e5).toFixed(2), paper.weights.dense3.toFixed(2));
    assert.ok(Math.abs(sparse.flops / 1e12 / paper.flops.sparse - 1) < 0.01);
  });
});
