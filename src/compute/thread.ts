/**
 * What a compute thread does: waits for a kernel in shared memory, takes parts of it until none is left, waits again.
 *
 * Control words (Int32, shared): see `control` below. Arguments stand beside them as doubles. The coordinator writes
 * everything, then UNTAKEN, then raises GENERATION. Who lowers UNTAKEN from above 0 has taken a part and lowers PENDING when
 * it is done. UNTAKEN stays at 0 or below until the next kernel stands there whole, so a thread that comes late finds no
 * part or one of the next kernel, never a part that was done. Parts go to whoever is free, so that a thread that the system
 * holds up holds up no more than the part it has; and in ascending order, on which the search for growth relies.
 */
import type { AnyKernel, KernelName, Kernels } from './kernels.js';

/** Places of the control words. The cuts of the range follow from BOUNDS on. */
export const control = {
  GENERATION: 0,
  UNTAKEN: 1,
  PENDING: 2,
  PARTS: 3,
  KERNEL: 4,
  ARGUMENTS: 5,
  FAILED: 6,
  STOP: 7,
  BOUNDS: 8,
} as const;

export const mostArguments = 24;

/**
 * Turns of looking at a control word before sleeping on it: some hundreds of microseconds, longer than most gaps between
 * kernels. To wake a sleeping thread takes nearly as long.
 */
const spinTurns = 150_000;

/** What a thread is given when it starts. */
export interface ThreadStart {
  /** What the backend shares with its threads. */
  readonly shared: object;
  readonly words: Int32Array;
  readonly numbers: Float64Array;
  readonly kernelNames: readonly KernelName[];
  /** The thread's number, by which kernels know their scratch; 0 is the coordinator. */
  readonly thread: number;
}

/** Serves kernels, opened from what the thread was given, until it is told to stop. */
export function serveKernels(kernels: Kernels, { words, numbers, kernelNames, thread }: ThreadStart): void {
  let seen = 0;
  while (true) {
    seen = waitWhile(words, control.GENERATION, seen);
    if (Atomics.load(words, control.STOP) === 1) return;
    takeParts(words, thread, (from, to) => {
      const args = numbers.subarray(0, words[control.ARGUMENTS]);
      (kernels[kernelNames[words[control.KERNEL]]] as AnyKernel)(...args, from, to, thread);
    });
  }
}

/** Runs parts of the kernel at hand until none is left to take; FAILED says which thread met an error, counted from 1. */
export function takeParts(words: Int32Array, thread: number, run: (from: number, to: number) => void): void {
  while (true) {
    const untaken = Atomics.sub(words, control.UNTAKEN, 1);
    if (untaken <= 0) return;
    const part = words[control.PARTS] - untaken;
    const from = words[control.BOUNDS + part];
    const to = words[control.BOUNDS + part + 1];
    try {
      if (to > from) run(from, to);
    } catch {
      Atomics.store(words, control.FAILED, thread + 1);
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
