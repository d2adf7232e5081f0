import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { nowhere, shifted } from '../../src/compute/address.js';
import type { Backend } from '../../src/compute/backend.js';
import { evenBounds, runSerially } from '../../src/compute/engine.js';
import type { Kernels } from '../../src/compute/kernels.js';
import { haveSameBits } from '../../src/compute/same-bits.js';
import { createWasmBackend } from '../../src/compute/wasm-backend.js';
import { openWasmKernels, type SharedWasm } from '../../src/compute/wasm-kernels.js';
import { nativeWidths, noNative } from '../../test/fixtures/comparing-engine.js';
import { createNodeEngine } from '../threads/threads.js';
import { chooseBackend } from './choose-backend.js';
import { createNativeBackend } from './native-backend.js';

async function native(width?: number): Promise<Backend> {
  const backend = await createNativeBackend(width);
  if ('missing' in backend) throw new Error(backend.missing);
  return backend;
}

describe('the native engine', { skip: noNative }, () => {
  for (const width of nativeWidths) {
    test(`with vectors of ${width} floats passes the trial that decides whether it may run`, async () => {
      assert.match((await native(width)).name, new RegExp(`${32 * width}-bit`));
    });
  }

  test('is what runs where nothing is said', async () => {
    assert.match((await chooseBackend('auto')).name, /^native code/);
    assert.equal((await chooseBackend('wasm')).name, 'WebAssembly');
  });

  test('works on memory that was not there when it was opened, on every thread', async () => {
    const engine = await createNodeEngine(3, undefined, 'native');
    engine.memory.float32(30_000_000);
    const [out, input] = [engine.memory.float32(4 * 100), engine.memory.float32(4)];
    const [bias, rowStart] = [engine.memory.float32(100), engine.memory.int32(101)];
    bias.view.fill(2);
    const rows = [rowStart.pointer, nowhere, nowhere] as const;
    engine.run('forward', evenBounds(100, 12), out.pointer, input.pointer, bias.pointer, ...rows, 4, 4, 4, 0);
    assert.ok(out.view.every((value) => value === 2));
    engine.dispose();
  });

  test('refuses an address outside the memory, as WebAssembly does, on the calling thread and on others', async () => {
    const far = shifted(nowhere, 2 ** 31);
    const places = [far, far, far, far, far, far] as const;
    const serial = runSerially(await native());
    assert.throws(() => serial.run('forward', evenBounds(8, 1), ...places, 4, 4, 4, 0), /outside the memory/);
    const engine = await createNodeEngine(2, undefined, 'native');
    assert.throws(() => engine.run('forward', evenBounds(8, 8), ...places, 4, 4, 4, 0), /kernel forward failed/);
    engine.dispose();
  });
});

test('kernels that differ in one bit of one result do not pass for the same', async () => {
  const { module } = (await createWasmBackend()).shared as SharedWasm;
  const plain = (memory: WebAssembly.Memory): Kernels => openWasmKernels({ module, memory });
  assert.ok(haveSameBits(plain, plain));
  const flipped = (memory: WebAssembly.Memory): Kernels => {
    const kernels = plain(memory);
    const backpropagate: Kernels['backpropagate'] = (inDelta, ...rest) => {
      kernels.backpropagate(inDelta, ...rest);
      new Uint32Array(memory.buffer)[inDelta / 4] ^= 1;
    };
    return { ...kernels, backpropagate };
  };
  assert.ok(!haveSameBits(plain, flipped));
});

test('the trial notices each kernel of training or growth that does nothing, those of mostly zero inputs too', async () => {
  const { module } = (await createWasmBackend()).shared as SharedWasm;
  const plain = (memory: WebAssembly.Memory): Kernels => openWasmKernels({ module, memory });
  const wholeInputs = ['transposeIndex', 'forward', 'loss', 'backpropagate', 'update'] as const;
  const network = [
    'passColumns',
    'updateNetwork',
    'sumZeros',
    'forwardEntries',
    'stepBiases',
    'updateEntries',
    'bestEntryGradient',
    'collectEntryGradients',
  ] as const;
  for (const name of [...wholeInputs, ...network]) {
    const without = (memory: WebAssembly.Memory): Kernels => ({ ...plain(memory), [name]: () => {} });
    assert.ok(!haveSameBits(plain, without), name);
  }
});

test('an engine that there is not is refused with the names of those there are', async () => {
  await assert.rejects(chooseBackend('nativ'), /engine must be one of auto, native, wasm\. Got "nativ"/);
});

test('NEUROFS_ENGINE says what runs where no option does', () => {
  const main = fileURLToPath(new URL('../../cli/main.js', import.meta.url));
  const env = { ...process.env, NEUROFS_ENGINE: 'wasm' };
  const { stdout } = spawnSync(process.execPath, [main, '--version', '--verbose'], { encoding: 'utf8', env });
  assert.match(stdout, /^neurofs +\d+\.\d+\.\d+\nengine +WebAssembly \(as NEUROFS_ENGINE says\)\nnode /);
});

test('a wrong NEUROFS_ENGINE is blamed by its name, not the option', () => {
  const main = fileURLToPath(new URL('../../cli/main.js', import.meta.url));
  const env = { ...process.env, NEUROFS_ENGINE: 'foo' };
  const { stderr, status } = spawnSync(process.execPath, [main, '--version', '--verbose'], { encoding: 'utf8', env });
  assert.match(stderr, /NEUROFS_ENGINE must be one of auto, native, wasm\. Got "foo"/);
  assert.doesNotMatch(stderr, /--engine/);
  assert.equal(status, 2);
});
