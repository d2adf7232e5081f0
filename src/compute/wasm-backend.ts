/** The kernels as WebAssembly, compiled from the bytes that the build put into kernels-wasm.ts, gzipped. */

import { fromBase64 } from '../base64.js';
import type { Backend } from './backend.js';
import { kernelsGzip } from './kernels-wasm.js';
import { openWasmKernels, type SharedWasm } from './wasm-kernels.js';

const pageBytes = 65536;
const maximumPages = 65536;

export async function createWasmBackend(): Promise<Backend> {
  return openWasmBackend('WebAssembly', { module: await WebAssembly.compile(await unpackKernels()) });
}

/** A backend on a memory of its own, from a module that was compiled from the kernels. */
export function openWasmBackend(name: string, compiled: Omit<SharedWasm, 'memory'>): Backend {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: maximumPages, shared: true });
  const shared: SharedWasm = { ...compiled, memory };
  return {
    name,
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

/** The bytes of the module. */
export async function unpackKernels(): Promise<ArrayBuffer> {
  const unpacked = new Blob([fromBase64(kernelsGzip)]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(unpacked).arrayBuffer();
}
