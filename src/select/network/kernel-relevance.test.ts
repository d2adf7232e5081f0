import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSerialEngine } from '../../compute/engine.js';
import { Pacer } from '../../compute/pacer.js';
import { createRandom } from '../../maths/random.js';
import { type KernelProblem, kernelRelevance } from './kernel-relevance.js';

const engine = await createSerialEngine();
const [rowCount, featureCount, ridge] = [14, 5, 0.7];
const random = createRandom(3);
const values = Float32Array.from({ length: rowCount * featureCount }, () => random.float());
const targets = [0, 1].map((output) => {
  const raw = Float64Array.from({ length: rowCount }, (_, row) => values[output * rowCount + row] + random.float());
  const mean = raw.reduce((sum, value) => sum + value, 0) / rowCount;
  return raw.map((value) => value - mean);
});
const problem: KernelProblem = { values, featureCount, rowCount, targets, ridge };
const relevanceOf = (given: KernelProblem): Promise<Float64Array> => kernelRelevance(given, engine, new Pacer({}));

/** The error of every row by a machine of the others alone, the features counting as `say` tells; written to be read. */
function errorLeftOut({ targets: told, weights }: KernelProblem, say: readonly number[]): number {
  const at = (row: number, feature: number): number => values[feature * rowCount + row];
  let spread = 0;
  for (let feature = 0; feature < featureCount; feature++) {
    const own = Array.from({ length: rowCount }, (_, row) => at(row, feature));
    const mean = own.reduce((sum, value) => sum + value, 0) / rowCount;
    spread += own.reduce((sum, value) => sum + (value - mean) ** 2, 0) / rowCount;
  }
  const kernel = (i: number, l: number): number => {
    const gaps = say.map((share, feature) => share * (at(i, feature) - at(l, feature)) ** 2);
    return Math.exp(-gaps.reduce((sum, gap) => sum + gap, 0) / spread);
  };
  let error = 0;
  for (let left = 0; left < rowCount; left++) {
    const rows = Array.from({ length: rowCount }, (_, row) => row).filter((row) => row !== left);
    const matrix = rows.map((i) => rows.map((l) => kernel(i, l) + (i === l ? ridge / (weights?.[i] ?? 1) : 0)));
    for (const target of told) {
      const alpha = solve(
        matrix,
        rows.map((row) => target[row]),
      );
      const predicted = rows.reduce((sum, row, place) => sum + alpha[place] * kernel(left, row), 0);
      error += (weights?.[left] ?? 1) * (target[left] - predicted) ** 2;
    }
  }
  return error;
}

/** Gauss's elimination. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]]);
  for (let i = 0; i < rows.length; i++) {
    for (let below = i + 1; below < rows.length; below++) {
      const share = rows[below][i] / rows[i][i];
      for (let at = i; at <= rows.length; at++) rows[below][at] -= share * rows[i][at];
    }
  }
  const found = new Array<number>(rows.length).fill(0);
  for (let i = rows.length - 1; i >= 0; i--) {
    const known = found.reduce((sum, value, at) => sum + (at > i ? rows[i][at] * value : 0), 0);
    found[i] = (rows[i][rows.length] - known) / rows[i][i];
  }
  return found;
}

/** By finite differences. */
function slope(given: KernelProblem, feature: number): number {
  const step = 1e-4;
  const by = (change: number): number =>
    errorLeftOut(
      given,
      Array.from({ length: featureCount }, (_, each) => (each === feature ? 1 + change : 1)),
    );
  return (by(step) - by(-step)) / (2 * step);
}

describe('what a feature is worth to a kernel machine', () => {
  const weights = Float64Array.from({ length: rowCount }, (_, row) => 0.5 + (row % 3));
  for (const [name, given] of [
    ['rows that count alike', problem],
    ['rows with weights', { ...problem, weights }],
  ] as const) {
    test(`is how much less error rows left out have by it: ${name}`, async () => {
      const relevance = await relevanceOf(given);
      relevance.forEach((value, feature) => {
        const expected = -slope(given, feature);
        assert.ok(Math.abs(value - expected) < 1e-5 * Math.max(1, Math.abs(expected)), `${value}, ${expected}`);
      });
    });
  }

  test('is larger for features that the target is made of than for noise', async () => {
    const rows = 60;
    const noisy = Float32Array.from({ length: rows * featureCount }, () => random.float());
    const made = Float64Array.from({ length: rows }, (_, row) => noisy[row] + noisy[rows + row] - 1);
    const relevance = await relevanceOf({ ...problem, values: noisy, rowCount: rows, targets: [made] });
    assert.ok(Math.min(relevance[0], relevance[1]) > Math.max(...relevance.subarray(2)), `${relevance}`);
  });

  test('is shared by copies', async () => {
    const alone = await relevanceOf(problem);
    const copied = Float32Array.from([...values, ...values.subarray(0, rowCount)]);
    const relevance = await relevanceOf({ ...problem, values: copied, featureCount: featureCount + 1 });
    assert.equal(relevance[0], relevance[featureCount]);
    assert.ok(relevance[0] < alone[0], `${relevance[0]}, ${alone[0]}`);
  });

  test('is 0 where all features are constant', async () => {
    const constant = new Float32Array(values.length).fill(2);
    assert.deepEqual([...(await relevanceOf({ ...problem, values: constant }))], [0, 0, 0, 0, 0]);
  });
});
