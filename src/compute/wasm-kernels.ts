/** The kernels of a compiled module on a memory: what every thread does for itself. */
import type { SharedKernels } from './backend.js';
import type { Kernels } from './kernels.js';

export function openWasmKernels({ module, memory }: SharedKernels): Kernels {
  return new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as Kernels;
}
