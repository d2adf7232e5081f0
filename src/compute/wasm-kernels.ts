/** The kernels of a compiled module on a memory: what every thread does for itself. */
import type { Kernels } from './kernels.js';

export interface SharedWasm {
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
}

export function openWasmKernels({ module, memory }: SharedWasm): Kernels {
  return new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as Kernels;
}
