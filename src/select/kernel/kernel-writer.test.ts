import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSerialEngine } from '../../compute/engine.js';
import { referenceKernels } from '../../compute/reference/index.js';
import { viewMemory } from '../../compute/reference/views.js';
import { createRandom } from '../../maths/random.js';

test('centred kernels are those of the twin for odd and even blocks, and zeros for equal values', async () => {
  const engine = await createSerialEngine();
  const random = createRandom(1);
  for (const size of [1, 2, 3, 4, 7, 20, 33]) {
    const count = 5;
    const length = (size * (size + 1)) / 2;
    const values = engine.memory.float32(count * size);
    // The last block is constant, and the one before it has values far apart.
    for (let i = 0; i < (count - 1) * size; i++) values.view[i] = (2 * random.float() - 1) * (i < 3 * size ? 2 : 100);
    const scratch = engine.memory.float64(2 * (length + size + 2));
    const [fast, plain] = [0, 1].map(() => engine.memory.float32(count * length));
    engine.call('centredKernels', fast.pointer, values.pointer, scratch.pointer, size, 0, 2, 1);
    engine.call('centredKernels', fast.pointer, values.pointer, scratch.pointer, size, 2, count, 0);
    const twins = referenceKernels(viewMemory(engine.memory));
    twins.centredKernels(plain.pointer, values.pointer, 0, size, 0, count);
    fast.view.forEach((value, i) => {
      assert.ok(Math.abs(value - plain.view[i]) < 1e-6, `size ${size}, number ${i}: ${value}, ${plain.view[i]}`);
    });
    assert.ok(fast.view.subarray((count - 1) * length).every((value) => Math.abs(value) < 1e-6));
  }
  engine.dispose();
});
