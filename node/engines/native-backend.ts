/** The kernels as native code over the memory of WebAssembly; kernels that have no native form go on in WebAssembly. */
import type { Backend, LinearMemory } from '../../src/compute/backend.js';
import type { Kernels } from '../../src/compute/kernels.js';
import { haveSameBits } from '../../src/compute/same-bits.js';
import { createWasmBackend } from '../../src/compute/wasm-backend.js';
import { openWasmKernels, type SharedWasm } from '../../src/compute/wasm-kernels.js';
import { findNativeAddon, loadNativeAddon, type NativeAddon } from './native-addon.js';

export interface SharedNative extends SharedWasm {
  readonly path: string;
  readonly width: number;
  /** How many bytes of the memory may be addressed now. */
  readonly size: Float64Array;
}

/** The backend, or why there is none. Without a width of vectors in floats the widest is taken. */
export async function createNativeBackend(width?: number): Promise<Backend | { readonly missing: string }> {
  const found = findNativeAddon();
  if ('missing' in found) return found;
  const { addon, path } = found;
  const used = width ?? addon.widths[0];
  const wasm = await createWasmBackend();
  const { module } = wasm.shared as SharedWasm;
  if (
    !haveSameBits(
      (trial) => openOn(addon, { module, memory: trial }, used),
      (trial) => openWasmKernels({ module, memory: trial }),
    )
  ) {
    return { missing: `${path} computes other bits than WebAssembly on this machine` };
  }
  return withNativeCode(wasm, { path, width: used });
}

/** A backend of WebAssembly with the native kernels in place of its own, as far as there are any. */
export function withNativeCode(wasm: Backend, { path, width }: Pick<SharedNative, 'path' | 'width'>): Backend {
  const { module, memory } = wasm.shared as SharedWasm;
  const size = new Float64Array(new SharedArrayBuffer(8));
  const shared: SharedNative = { module, memory, path, width, size };
  return {
    name: `native code, ${32 * width}-bit vectors`,
    memory: measured(wasm.memory, size),
    kernels: openNativeKernels(shared),
    shared,
  };
}

/** What every thread does for itself. */
export function openNativeKernels(shared: SharedNative): Kernels {
  return openOn(loadNativeAddon(shared.path), shared, shared.width, shared.size);
}

function openOn(
  addon: NativeAddon,
  { module, memory }: SharedWasm,
  width: number,
  size: Float64Array = Float64Array.of(memory.buffer.byteLength),
): Kernels {
  return { ...openWasmKernels({ module, memory }), ...addon.open(new Uint8Array(memory.buffer), size, width) };
}

/** The memory, with its size written down for those who cannot ask it. */
function measured(memory: LinearMemory, size: Float64Array): LinearMemory {
  size[0] = memory.buffer.byteLength;
  return {
    get buffer() {
      return memory.buffer;
    },
    grow(bytes) {
      memory.grow(bytes);
      size[0] = memory.buffer.byteLength;
    },
  };
}
