/**
 * What a compute thread does: waits for work in shared memory, runs its part of a kernel, says so, waits again.
 *
 * Control words (Int32, shared): see `control` below. Arguments stand beside them as doubles. The coordinator raises
 * GENERATION to start a kernel, every thread lowers PENDING when its part is done.
 */
import { instantiateKernels } from './engine.js';
import type { KernelName } from './kernels.js';

/** Places of the control words. The cuts of the range follow from BOUNDS on. */
export const control = { GENERATION: 0, PENDING: 1, KERNEL: 2, ARGUMENTS: 3, FAILED: 4, STOP: 5, BOUNDS: 8 } as const;

export const mostArguments = 24;

/** Turns of looking at a control word before sleeping on it: some tens of microseconds, longer than most gaps between kernels. */
const spinTurns = 4000;

/** What a thread is given when it starts. */
export interface ThreadStart {
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  readonly words: Int32Array;
  readonly numbers: Float64Array;
  readonly kernelNames: readonly KernelName[];
  /** Which part of every kernel is this thread's; part 0 is the coordinator's. */
  readonly part: number;
}

/** Serves kernels until it is told to stop. */
export function serveKernels({ module, memory, words, numbers, kernelNames, part }: ThreadStart): void {
  const kernels = instantiateKernels(module, memory);
  let seen = 0;
  while (true) {
    seen = waitWhile(words, control.GENERATION, seen);
    if (Atomics.load(words, control.STOP) === 1) return;
    const from = words[control.BOUNDS + part];
    const to = words[control.BOUNDS + part + 1];
    if (to > from) {
      const args = numbers.subarray(0, words[control.ARGUMENTS]);
      try {
        kernels[kernelNames[words[control.KERNEL]]](...args, from, to, part);
      } catch {
        Atomics.store(words, control.FAILED, part);
      }
    }
    if (Atomics.sub(words, control.PENDING, 1) === 1) Atomics.notify(words, control.PENDING);
  }
}

/** Returns the word's value once it is no longer `value`: looks for a while, then sleeps. */
function waitWhile(words: Int32Array, place: number, value: number): number {
  for (let turn = 0; turn < spinTurns; turn++) {
    const now = Atomics.load(words, place);
    if (now !== value) return now;
  }
  while (true) {
    Atomics.wait(words, place, value);
    const now = Atomics.load(words, place);
    if (now !== value) return now;
  }
}
