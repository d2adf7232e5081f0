/**
 * The kernels of an engine on a memory of their own, for a thread that computes apart from it: the same code, compiled and
 * tried already.
 */
import type { Backend } from '../../src/compute/backend.js';
import type { Engine } from '../../src/compute/engine.js';
import { openWasmBackend } from '../../src/compute/wasm-backend.js';
import type { SharedWasm } from '../../src/compute/wasm-kernels.js';
import { type SharedNative, withNativeCode } from './native-backend.js';

/** What such a thread is sent. */
export interface KernelsApart {
  readonly name: string;
  readonly compiled: Omit<SharedWasm, 'memory'>;
  readonly native?: Pick<SharedNative, 'path' | 'width'>;
}

export function kernelsApart({ backend, shared }: Engine): KernelsApart {
  const { module, tileLimit, ...rest } = shared as SharedWasm | SharedNative;
  return {
    name: backend,
    compiled: { module, ...(tileLimit !== undefined && { tileLimit }) },
    ...('path' in rest && { native: { path: rest.path, width: rest.width } }),
  };
}

export function openApart({ name, compiled, native }: KernelsApart): Backend {
  const wasm = openWasmBackend(name, compiled);
  return native === undefined ? wasm : withNativeCode(wasm, native);
}
