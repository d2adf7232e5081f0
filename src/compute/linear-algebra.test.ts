import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '../maths/random.js';
import { createSerialEngine } from './engine.js';
import { factorise, invert, invertPositive, solveFactorised } from './linear-algebra.js';
import { Pacer } from './pacer.js';
import { referenceKernels } from './reference/index.js';

/** A random positive definite matrix, [count][stride]. */
function definite(count: number, stride: number, seed: number): Float64Array {
  const random = createRandom(seed);
  const roots = Float64Array.from({ length: count * count }, () => random.float() - 0.5);
  const matrix = new Float64Array(count * stride);
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < count; j++) {
      for (let k = 0; k < count; k++) matrix[i * stride + j] += roots[i * count + k] * roots[j * count + k];
    }
    matrix[i * stride + i] += 0.5;
  }
  return matrix;
}

for (const count of [1, 2, 7, 40]) {
  test(`a system of ${count} is factorised, solved and inverted as its reference twin does`, async () => {
    const engine = await createSerialEngine();
    const pacer = new Pacer({});
    const stride = Math.ceil(count / 4) * 4;
    const matrix = definite(count, stride, count);
    const numbers = engine.memory.float64(count * stride);
    const inverse = { numbers: engine.memory.float64(count * stride), count, stride };
    numbers.view.set(matrix);
    const triangle = { numbers, count, stride };
    await factorise(engine, triangle, pacer, () => 0);
    await invert(engine, triangle, inverse, pacer, () => 0);

    const f64 = new Float64Array(2 * matrix.length);
    f64.set(matrix);
    const twins = referenceKernels({ f32: new Float32Array(), f64, i32: new Int32Array(), u8: new Uint8Array() });
    assert.equal(twins.factoriseRows(0, stride, 0, count), -1);
    twins.invertRows(8 * matrix.length, 0, stride, 0, count);
    for (let i = 0; i < count; i++) {
      for (let j = 0; j <= i; j++) {
        const at = i * stride + j;
        assert.ok(Math.abs(numbers.view[at] - f64[at]) < 1e-12);
        assert.ok(Math.abs(inverse.numbers.view[at] - f64[matrix.length + at]) < 1e-10);
      }
    }

    const x = Float64Array.from({ length: count }, (_, i) => i + 1);
    const b = x.map((_, i) => x.reduce((sum, value, j) => sum + matrix[i * stride + j] * value, 0));
    solveFactorised(triangle, b);
    for (let i = 0; i < count; i++) assert.ok(Math.abs(b[i] - x[i]) < 1e-9);
    engine.dispose();
  });
}

test('a matrix that is not positive definite is refused', async () => {
  const engine = await createSerialEngine();
  const numbers = engine.memory.float64(8);
  numbers.view.set([1, 0, 0, 0, 2, 1]);
  const triangle = { numbers, count: 2, stride: 4 };
  await assert.rejects(
    factorise(engine, triangle, new Pacer({}), () => 0),
    /row 1 of 2: the matrix is not positive/,
  );
  engine.dispose();
});

test('a positive definite matrix times its inverse is 1', async () => {
  const engine = await createSerialEngine();
  const count = 23;
  const matrix = definite(count, count, 3);
  const inverse = await invertPositive(engine, matrix, count, new Pacer({}));
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < count; j++) {
      let sum = 0;
      for (let k = 0; k < count; k++) sum += matrix[i * count + k] * inverse[k * count + j];
      assert.ok(Math.abs(sum - Number(i === j)) < 1e-10, `${i}, ${j}: ${sum}`);
    }
  }
  engine.dispose();
});
