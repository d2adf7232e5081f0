/** The kernels of a compiled module on a memory: what every thread does for itself. */
import type { Kernels } from './kernels.js';

export interface SharedWasm {
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  /** How many vectors of a batch the sparse product takes at a time, where it is not the usual number. */
  readonly tileLimit?: number;
}

export function openWasmKernels({ module, memory, tileLimit }: SharedWasm): Kernels {
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  if (tileLimit !== undefined) (exports.tileLimit as WebAssembly.Global).value = tileLimit;
  return exports as unknown as Kernels;
}
