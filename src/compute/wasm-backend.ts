/** The kernels as WebAssembly, compiled from the bytes that the build put into kernels-wasm.ts, gzipped. */

import { fromBase64 } from '../base64.js';
import type { Backend } from './backend.js';
import { kernelsGzip } from './kernels-wasm.js';
import { openWasmKernels, type SharedWasm } from './wasm-kernels.js';

const pageBytes = 65536;
const maximumPages = 65536;

export async function createWasmBackend(): Promise<Backend> {
  const module = await compileKernels();
  const memory = new WebAssembly.Memory({ initial: 1, maximum: maximumPages, shared: true });
  const shared: SharedWasm = { module, memory };
  return {
    name: 'WebAssembly',
    memory: {
      get buffer() {
        return memory.buffer;
      },
      grow: (bytes) => {
        memory.grow(Math.ceil(bytes / pageBytes));
      },
    },
    kernels: openWasmKernels(shared),
    shared,
  };
}

async function compileKernels(): Promise<WebAssembly.Module> {
  const unpacked = new Blob([fromBase64(kernelsGzip)]).stream().pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compile(await new Response(unpacked).arrayBuffer());
}
