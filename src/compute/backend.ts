/**
 * What computes: the kernels, over a memory that all threads share. WebAssembly (wasm-backend.ts) is one; another, such as
 * native code, has to give the same kernels with the same bits, and engines, memory and threads work on top of it as they are.
 */
import type { Kernels } from './kernels.js';

export interface Backend {
  /** Its name, for those who want to know what runs. */
  readonly name: string;
  readonly memory: LinearMemory;
  readonly kernels: Kernels;
  /** What a thread is sent in order to open the same kernels on the same memory; the file it starts with knows how. */
  readonly shared: object;
}

/** Bytes that addresses count from 0 on. Growing leaves views on the earlier buffer valid, and what they show shared. */
export interface LinearMemory {
  readonly buffer: ArrayBufferLike;
  /** Makes room for so many bytes more; throws where there is none. */
  grow(bytes: number): void;
}
