import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '../maths/random.js';
import { createSerialEngine } from './engine.js';
import { Gram, triangleBounds } from './gram.js';
import { Pacer } from './pacer.js';
import { referenceKernels } from './reference/index.js';
import { viewMemory } from './reference/views.js';

test('the kernels give the products of the reference twins, for any number of rows and numbers', async () => {
  const engine = await createSerialEngine();
  const random = createRandom(1);
  for (const precision of ['float32', 'float64'] as const) {
    for (const [count, width] of [
      [1, 1],
      [5, 7],
      [12, 64],
      [33, 130],
    ]) {
      const gram = new Gram(engine, precision, count, width);
      for (let i = 0; i < count; i++) {
        for (let k = 0; k < width; k++) gram.panel[i * gram.width + k] = random.float() - 0.5;
      }
      await gram.add(new Pacer({}), () => 0);
      await gram.add(new Pacer({}), () => 0);
      const tolerance = precision === 'float32' ? 1e-5 : 1e-13;
      const expected = productsOfReference(gram);
      for (let i = 0; i < count; i++) {
        for (let j = 0; j <= i; j++) {
          const at = i * gram.size + j;
          assert.ok(Math.abs(gram.products[at] - 2 * expected[at]) <= tolerance, `${precision} ${count} ${i} ${j}`);
        }
      }
      gram.release();
    }
  }
  engine.dispose();
});

function productsOfReference(gram: Gram): Float64Array {
  const products = new Float64Array(gram.size * gram.size);
  const f32 = gram.panel instanceof Float32Array ? gram.panel : new Float32Array();
  // One buffer for both views of the double twin: the products first, the panel behind them.
  const f64 = new Float64Array(products.length + gram.panel.length);
  if (gram.panel instanceof Float64Array) f64.set(gram.panel, products.length);
  const twins = referenceKernels({ f32, f64, i32: new Int32Array(), u8: new Uint8Array() });
  if (f32.length > 0) twins.gramOfFloats(0, 0, gram.size, gram.width, 0, gram.size);
  else twins.gramOfDoubles(0, 8 * products.length, gram.size, gram.width, 0, gram.size);
  return f64.subarray(0, products.length);
}

test('products of two sets of rows are those of the twin, wherever the rows are cut', async () => {
  const engine = await createSerialEngine();
  const random = createRandom(3);
  const [rows, count, width] = [6, 8, 44];
  const a = engine.memory.float32(rows * width);
  const b = engine.memory.float32(count * width);
  for (const { view } of [a, b]) for (let i = 0; i < view.length; i++) view[i] = random.float() - 0.5;
  const [whole, parts] = [0, 1].map(() => engine.memory.float64(rows * count));
  engine.call('crossOfFloats', whole.pointer, a.pointer, b.pointer, count, width, 0, 3);
  for (const from of [0, 1, 2]) {
    engine.call('crossOfFloats', parts.pointer, a.pointer, b.pointer, count, width, from, from + 1);
  }
  assert.deepEqual(parts.view, whole.view);
  parts.view.fill(0);
  const twins = referenceKernels(viewMemory(engine.memory));
  twins.crossOfFloats(parts.pointer, a.pointer, b.pointer, count, width, 0, 3);
  parts.view.forEach((value, i) => {
    assert.ok(Math.abs(value - whole.view[i]) < 1e-6, `${i}: ${value}, ${whole.view[i]}`);
  });
  engine.dispose();
});

test('where the rows are cut changes no bit', async () => {
  const engine = await createSerialEngine();
  const random = createRandom(2);
  const [size, width] = [16, 40];
  const panel = engine.memory.float32(size * width);
  for (let i = 0; i < panel.view.length; i++) panel.view[i] = random.float() - 0.5;
  const whole = engine.memory.float64(size * size);
  const parts = engine.memory.float64(size * size);
  engine.call('gramOfFloats', whole.pointer, panel.pointer, size, width, 0, size);
  for (const [from, to] of [
    [0, 6],
    [6, 8],
    [8, 16],
  ]) {
    engine.call('gramOfFloats', parts.pointer, panel.pointer, size, width, from, to);
  }
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) assert.equal(parts.view[i * size + j], whole.view[i * size + j]);
  }
  engine.dispose();
});

test('bounds of the triangle ascend from start to end in steps of 4', () => {
  assert.deepEqual([...triangleBounds(0, 100, 1)], [0, 100]);
  assert.deepEqual([...triangleBounds(0, 100, 4)], [0, 52, 72, 88, 100]);
  assert.deepEqual([...triangleBounds(4, 8, 3)], [4, 4, 8, 8]);
});
