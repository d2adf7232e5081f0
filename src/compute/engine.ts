/**
 * Runs kernels: alone, or cut into parts over threads that share the memory.
 *
 * Every kernel takes its numbers first and the range of neurons (or rows) it works on last, followed by the number of
 * the thread for those that need a place of their own: `kernel(...args, from, to, thread)`.
 * A range is cut at fixed bounds and no result depends on where the cuts are, so any number of threads gives the
 * same bits.
 */

import type { Backend } from './backend.js';
import type { AllArguments, AnyKernel, KernelArguments, KernelName, KernelResult, RangeKernelName } from './kernels.js';
import { ComputeMemory } from './memory.js';
import { createWasmBackend } from './wasm-backend.js';

export interface Engine {
  /** What the kernels run on, such as WebAssembly. */
  readonly backend: string;
  /** What a thread needs in order to open the same kernels: that of the backend. */
  readonly shared: object;
  readonly memory: ComputeMemory;
  readonly threadCount: number;
  /** Into how many parts work is best cut where a cut costs nothing; at least as many as there are threads. */
  readonly partCount: number;
  /**
   * Runs `kernel(...args, bounds[part], bounds[part + 1], thread)` for every part, on whichever thread is free, and
   * returns when all are done. `bounds` ascends and has at most partCount + 1 entries.
   */
  run<K extends RangeKernelName>(kernel: K, bounds: Int32Array, ...args: KernelArguments<K>): void;
  /**
   * As `run`, but returns at once where there are other threads, so that this one can do something else meanwhile; what it gives back
   * does the parts that are still left and waits for the others. Until then no other kernel may run.
   */
  begin<K extends RangeKernelName>(kernel: K, bounds: Int32Array, ...args: KernelArguments<K>): () => void;
  /** Calls the kernel on this thread alone and gives back what it returns. */
  call<K extends KernelName>(kernel: K, ...args: AllArguments<K>): KernelResult<K>;
  /** Whether a thread was lost, after which every run is refused. */
  readonly isBroken: boolean;
  dispose(): void;
}

/** Compiles the kernels and gives an engine on the calling thread. */
export async function createSerialEngine(): Promise<Engine> {
  return runSerially(await createWasmBackend());
}

/** An engine on the calling thread, whatever computes. */
export function runSerially({ name, memory, kernels, shared }: Backend): Engine {
  const run: Engine['run'] = (kernel, bounds, ...args) => {
    if (bounds[1] > bounds[0]) (kernels[kernel] as AnyKernel)(...args, bounds[0], bounds[1], 0);
  };
  return {
    backend: name,
    shared,
    memory: new ComputeMemory(memory),
    threadCount: 1,
    partCount: 1,
    run,
    begin: beginAtOnce(run),
    call: (kernel, ...args) => kernels[kernel](...args),
    isBroken: false,
    dispose: () => {},
  };
}

/** `begin` where no other thread is to help: the kernel is done at once, and there is nothing to wait for. */
export function beginAtOnce(run: Engine['run']): Engine['begin'] {
  return (...call) => {
    run(...call);
    return () => {};
  };
}

/** Cuts 0 .. count into `parts` nearly equal ranges. */
export function evenBounds(count: number, parts: number): Int32Array {
  return Int32Array.from({ length: parts + 1 }, (_, part) => Math.floor((count * part) / parts));
}

/** Cuts rows into `parts` ranges of nearly equal total weight, where `start` holds the running sums (as a row start does). */
export function weightedBounds(start: Int32Array, rowCount: number, parts: number): Int32Array {
  const bounds = new Int32Array(parts + 1);
  const total = start[rowCount];
  let row = 0;
  for (let part = 1; part < parts; part++) {
    const target = (total * part) / parts;
    while (row < rowCount && start[row] < target) row++;
    bounds[part] = row;
  }
  bounds[parts] = rowCount;
  return bounds;
}
