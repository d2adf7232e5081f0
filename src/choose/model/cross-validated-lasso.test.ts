/** The lasso of the promise against plain coordinate descent on the rows, and against its optimality conditions. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createSerialEngine, type Engine } from '../../compute/engine.js';
import { Pacer } from '../../compute/pacer.js';
import { fillNormal } from '../../maths/normal.js';
import { createRandom } from '../../maths/random.js';
import { type ScoredColumns, standardColumns, standardise } from '../ranked-columns.js';
import { fitByFolds, holdOut, sizesOf } from './cross-validated-lasso.js';
import { LassoFit } from './lasso-fit.js';
import { LassoPath } from './lasso-path.js';

const [rowCount, columnCount] = [60, 80];
let engine: Engine;
let columns: ScoredColumns;
let responses: readonly Float64Array[];
before(async () => {
  engine = await createSerialEngine();
  const values = new Float64Array(rowCount * columnCount);
  fillNormal(values, createRandom(1));
  // Neighbours share half of what they have.
  for (let at = values.length - 1; at >= rowCount; at--) values[at] += values[at - rowCount];
  columns = await standardColumns(Float32Array.from(values), rowCount, { engine, pacer: new Pacer({}) });
  const noise = new Float64Array(2 * rowCount);
  fillNormal(noise, createRandom(2));
  responses = [0, 1].map((response) => {
    const sums = Float64Array.from({ length: rowCount }, (_, row) => {
      const at = (column: number) => values[column * rowCount + row];
      return at(3) - at(20 + response) + 0.5 * at(77) + noise[response * rowCount + row];
    });
    standardise(sums);
    return sums;
  });
});
after(() => engine.dispose());

const columnOf = (column: number) =>
  columns.scores.view.subarray(column * columns.stride, column * columns.stride + rowCount);

/** One weight after the other on the rows that count, until none moves. */
function descendPlainly(response: Float64Array, isHeldOut: Uint8Array, lambda: number, weights: Float64Array) {
  const counted = Array.from({ length: rowCount }, (_, row) => row).filter((row) => isHeldOut[row] === 0);
  const left = response.slice();
  const move = (column: number, by: number) => {
    if (by === 0) return;
    columnOf(column).forEach((value, row) => {
      left[row] -= by * value;
    });
  };
  weights.forEach((weight, column) => {
    move(column, weight);
  });
  const meanProduct = (a: ArrayLike<number>, b: ArrayLike<number>) => {
    let sum = 0;
    for (const row of counted) sum += a[row] * b[row];
    return sum / counted.length;
  };
  for (let most = 1; most > 1e-7; ) {
    most = 0;
    for (let column = 0; column < columnCount; column++) {
      const values = columnOf(column);
      const bend = meanProduct(values, values);
      const aim = meanProduct(values, left) + bend * weights[column];
      const next = (Math.sign(aim) * Math.max(0, Math.abs(aim) - lambda)) / bend;
      most = Math.max(most, Math.abs(next - weights[column]));
      move(column, next - weights[column]);
      weights[column] = next;
    }
  }
  return left;
}

test('a solution keeps to the optimality conditions: |gradient| <= lambda, and lambda where there is a weight', async () => {
  const none = new Uint8Array(rowCount);
  const fit = new LassoFit(columns, [responses[0]], none, engine, new Pacer({}));
  const path = await LassoPath.create(columns, [fit], engine, new Pacer({}));
  const first = path.largestProduct(0) / rowCount;
  for (const share of [0.7, 0.4, 0.2]) {
    await path.solve(first * share);
    const sizes = sizesOf(fit.weights());
    assert.ok(sizes.some((size) => size > 0));
    sizes.forEach((size, column) => {
      const values = columnOf(column);
      const gradient = fit.residuals[0].reduce((sum, left, row) => sum + left * values[row], 0) / rowCount;
      const beyond = Math.abs(gradient) / (first * share) - 1;
      assert.ok(size > 0 ? Math.abs(beyond) < 0.01 : beyond < 0.002, `column ${column}: ${size}, ${beyond}`);
    });
  }
  path.dispose();
});

test('weights and lambda are those of plain coordinate descent on the rows of the same folds', async () => {
  const { weights: found, error } = await fitByFolds(columns, responses, {
    engine,
    pacer: new Pacer({}),
    random: createRandom(5),
  });
  const masks = holdOut(rowCount, createRandom(5));
  const first = Math.max(
    ...responses.flatMap((response) =>
      Array.from({ length: columnCount }, (_, column) =>
        Math.abs(columnOf(column).reduce((sum, value, row) => sum + value * response[row], 0) / rowCount),
      ),
    ),
  );
  const fits = [new Uint8Array(rowCount), ...masks].flatMap((mask) =>
    responses.map((response) => ({ mask, response, weights: new Float64Array(columnCount) })),
  );
  let best = { error: Number.POSITIVE_INFINITY, sizes: new Float64Array(columnCount) };
  for (let step = 1, worse = 0; worse < 2; step++) {
    let sum = 0;
    const now = new Float64Array(columnCount);
    for (const [at, { mask, response, weights }] of fits.entries()) {
      const left = descendPlainly(response, mask, first * 0.85 ** step, weights);
      left.forEach((each, row) => {
        sum += mask[row] * each ** 2;
      });
      if (at < responses.length) for (let c = 0; c < columnCount; c++) now[c] += Math.abs(weights[c]);
    }
    worse = sum / rowCount < best.error ? 0 : worse + 1;
    if (worse === 0) best = { error: sum / rowCount, sizes: now };
  }
  assert.ok(Math.abs(error - best.error) < 1e-3, `${error}, ${best.error}`);
  sizesOf(found).forEach((size, column) => {
    assert.ok(Math.abs(size - best.sizes[column]) < 0.01, `column ${column}: ${size}, ${best.sizes[column]}`);
  });
});

test('where rows that are held out are told no better than by nothing, no column has a weight', async () => {
  const noise = new Float64Array(rowCount);
  fillNormal(noise, createRandom(11));
  standardise(noise);
  const context = { engine, pacer: new Pacer({}), random: createRandom(6) };
  const { weights, error } = await fitByFolds(columns, [noise], context);
  const biggest = Math.max(...sizesOf(weights));
  assert.ok(error > 0.9 && (biggest === 0 || error < 1.02), `${error}, ${biggest}`);
});
