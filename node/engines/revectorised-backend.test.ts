import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Engine, evenBounds, runSerially } from '../../src/compute/engine.js';
import { createEngine } from '../../src/compute/pool.js';
import { createWasmBackend } from '../../src/compute/wasm-backend.js';
import { createRandom } from '../../src/maths/random.js';
import { noNative } from '../../test/fixtures/comparing-engine.js';
import { startNodeThread } from '../threads/threads.js';
import { chooseBackend } from './choose-backend.js';
import { createRevectorisedBackend } from './revectorised-backend.js';

const found = await createRevectorisedBackend();
const missing = 'missing' in found && `256-bit vectors: ${found.missing}`;

async function revectorised() {
  const backend = await createRevectorisedBackend();
  if ('missing' in backend) throw new Error(backend.missing);
  return backend;
}

/** What a layer gives for a batch of 100 rows, cut over the threads of the engine. */
function passLayer({ memory, run, partCount }: Engine): Float32Array {
  const random = createRandom(1);
  const [inCount, outCount, batch, each] = [40, 60, 100, 9];
  const floats = (length: number) => {
    const block = memory.float32(length);
    block.view.forEach((_, at) => {
      block.view[at] = random.float() - 0.5;
    });
    return block;
  };
  const [out, input, bias, weight] = [outCount * batch, inCount * batch, outCount, outCount * each].map(floats);
  const [rowStart, column] = [memory.int32(outCount + 1), memory.int32(outCount * each)];
  rowStart.view.forEach((_, at) => {
    rowStart.view[at] = at * each;
  });
  column.view.forEach((_, at) => {
    column.view[at] = random.below(inCount);
  });
  const places = [out.pointer, input.pointer, bias.pointer, rowStart.pointer, column.pointer, weight.pointer] as const;
  run('forward', evenBounds(outCount, partCount), ...places, batch, batch, batch, 1);
  return out.view.slice();
}

describe('WebAssembly with the wide vectors of V8', { skip: missing }, () => {
  test('is there on every machine with Node 24 whose V8 passes the trial', async () => {
    assert.equal((await revectorised()).name, 'WebAssembly, 256-bit vectors (revectorised)');
  });

  test('runs where nothing is said and there is no native code; wasm stays what it is everywhere', async () => {
    assert.match((await chooseBackend('auto')).name, noNative ? /revectorised/ : /^native code/);
    assert.equal((await chooseBackend('wasm')).name, 'WebAssembly');
  });

  test('gives the bits of plain WebAssembly, on one thread and on three', async () => {
    const expected = passLayer(runSerially(await createWasmBackend()));
    assert.deepEqual(passLayer(runSerially(await revectorised())), expected);
    const engine = await createEngine(3, startNodeThread, await revectorised());
    assert.deepEqual(passLayer(engine), expected);
    engine.dispose();
  });
});

test('looking for wide vectors says nothing on standard error, whether they are there or not', () => {
  const main = fileURLToPath(new URL('../../cli/main.js', import.meta.url));
  const env = { ...process.env, NEUROFS_ENGINE: 'auto' };
  const { stdout, stderr } = spawnSync(process.execPath, [main, '--version', '--verbose'], { encoding: 'utf8', env });
  assert.match(stdout, /\nengine +(native code|WebAssembly)/);
  assert.equal(stderr, '');
});
