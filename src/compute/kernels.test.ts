/** What the kernels' compiler wrote down of them, against the compiled module, the plain twins and TypeScript itself. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Backend } from './backend.js';
import { type Engine, evenBounds, runSerially } from './engine.js';
import { kernelNames, layouts } from './kernels-interface.js';
import { recordAt } from './records.js';
import { referenceKernels } from './reference/index.js';
import { viewMemory } from './reference/views.js';
import { createWasmBackend } from './wasm-backend.js';
import type { SharedWasm } from './wasm-kernels.js';

let backend: Backend;
let engine: Engine;
before(async () => {
  backend = await createWasmBackend();
  engine = runSerially(backend);
});

test('the kernels by name are all that the module exports', () => {
  const exported = WebAssembly.Module.exports((backend.shared as SharedWasm).module).filter(
    ({ kind }) => kind === 'function',
  );
  assert.deepEqual(exported.map(({ name }) => name).sort(), [...kernelNames].sort());
});

test('every plain twin takes the arguments of its kernel, the thread at most left out', () => {
  const twins = referenceKernels(viewMemory(backend.memory));
  for (const name of kernelNames) {
    const missing = backend.kernels[name].length - twins[name].length;
    assert.ok(missing === 0 || missing === 1, `${name}: the twin takes ${missing} arguments fewer`);
  }
  assert.deepEqual(Object.keys(twins).sort(), [...kernelNames].sort());
});

test('a record gives back what was written to each of its fields, and no field covers another', () => {
  const { pointer } = engine.memory.uint8(layouts.Problem.bytes);
  const record = recordAt(engine.memory, 'Problem', pointer);
  const fields = Object.keys(layouts.Problem.fields) as (keyof typeof layouts.Problem.fields)[];
  fields.forEach((field, place) => {
    record.set({ [field]: place + 1 });
  });
  assert.deepEqual(
    fields.map(record.get),
    Array.from(fields.keys(), (place) => place + 1),
  );
});

describe('TypeScript refuses', () => {
  const never = (): boolean => false;
  const bounds = evenBounds(4, 1);

  test('a kernel that there is not, too few arguments, and a count in the place of an address', () => {
    const { pointer } = engine.memory.float64(4);
    engine.run('squaredNorms', bounds, pointer, pointer, 0);
    if (never()) {
      // @ts-expect-error: no kernel has this name
      engine.run('squareNorms', bounds, pointer, pointer, 0);
      // @ts-expect-error: the stride is missing
      engine.run('squaredNorms', bounds, pointer, pointer);
      // @ts-expect-error: the second argument is an address
      engine.run('squaredNorms', bounds, pointer, 4, 0);
      // @ts-expect-error: this kernel has no range to cut
      engine.run('keepLargest', bounds, pointer, 4, 4);
    }
  });
});
