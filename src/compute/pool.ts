/**
 * An engine over several threads that share the kernels' memory and live as long as the engine.
 *
 * The calling thread is one of them: it posts the parts, wakes the others, takes parts itself, and waits for the last.
 * How a thread is started differs between Node and browsers, so that is passed in.
 */
import { UserError } from '../errors.js';
import type { Backend } from './backend.js';
import { createCrowding } from './crowding.js';
import { type Engine, runSerially } from './engine.js';
import type { AnyKernel, KernelName } from './kernels.js';
import { kernelNames } from './kernels-interface.js';
import { ComputeMemory } from './memory.js';
import { control, mostArguments, type ThreadStart, takeParts } from './thread.js';
import { createWasmBackend } from './wasm-backend.js';

/** A started thread, as the pool sees it. */
export interface Thread {
  /**
   * Settles once the thread runs. The coordinator waits for it before it first blocks, because in a browser a worker
   * starts only while its maker's event loop turns.
   */
  readonly ready: Promise<void>;
  /** Called once if the thread ends before it was told to. */
  onDeath(callback: (reason: string) => void): void;
  stop(): void;
}

export type StartThread = (start: ThreadStart) => Thread;

/** Parts for every thread where cutting costs nothing: the last to finish is then waited for a fraction of its share. */
const partsPerThread = 4;
const spinTurns = 20000;
/**
 * A part takes milliseconds: threads that finish none for so long, twice in a row, are gone. Twice, because a process that
 * was suspended comes back to a wait that is over.
 */
const silenceMilliseconds = 30_000;

/** An engine on `threadCount` threads; one thread needs no pool. On WebAssembly unless another backend is given. */
export async function createEngine(
  threadCount: number,
  startThread: StartThread | undefined,
  backend?: Backend,
): Promise<Engine> {
  const used = backend ?? (await createWasmBackend());
  if (threadCount === 1 || startThread === undefined) return runSerially(used);
  const { name, kernels, shared } = used;
  const memory = new ComputeMemory(used.memory);
  const partCount = partsPerThread * threadCount;
  const words = new Int32Array(new SharedArrayBuffer(4 * (control.BOUNDS + partCount + 1)));
  const numbers = new Float64Array(new SharedArrayBuffer(8 * mostArguments));
  let death: string | undefined;
  const threads = Array.from({ length: threadCount - 1 }, (_, index) => {
    const thread = startThread({ shared, words, numbers, kernelNames, thread: index + 1 });
    thread.onDeath((reason) => {
      death ??= reason;
    });
    return thread;
  });
  try {
    await Promise.all(threads.map((thread) => thread.ready));
  } catch (error) {
    for (const thread of threads) thread.stop();
    throw error;
  }
  const place = new Map(kernelNames.map((name, index) => [name, index]));

  const post = (kernel: KernelName, bounds: Int32Array, args: readonly number[]): void => {
    if (args.length > mostArguments)
      throw new Error(`${kernel} takes ${args.length} arguments, at most ${mostArguments} fit`);
    if (bounds.length > partCount + 1)
      throw new Error(`${kernel} is cut into ${bounds.length - 1} parts, at most ${partCount} fit`);
    words.set(bounds, control.BOUNDS);
    numbers.set(args);
    words[control.KERNEL] = place.get(kernel)!;
    words[control.ARGUMENTS] = args.length;
    words[control.PARTS] = bounds.length - 1;
    Atomics.store(words, control.PENDING, bounds.length - 1);
    Atomics.store(words, control.UNTAKEN, bounds.length - 1);
    Atomics.add(words, control.GENERATION, 1);
    Atomics.notify(words, control.GENERATION);
  };

  const crowding = createCrowding();
  const runAlone = (kernel: KernelName, bounds: Int32Array, args: readonly number[]): void => {
    try {
      for (let part = 0; part + 1 < bounds.length; part++) {
        if (bounds[part + 1] > bounds[part]) (kernels[kernel] as AnyKernel)(...args, bounds[part], bounds[part + 1], 0);
      }
    } catch (cause) {
      throw new Error(`kernel ${kernel} failed on thread 1`, { cause });
    }
  };

  /** Waits for the kernel that was posted at `start`, after doing what is left of it. */
  const finish = (kernel: KernelName, args: readonly number[], start: number): void => {
    takeParts(words, 0, (from, to) => (kernels[kernel] as AnyKernel)(...args, from, to, 0));
    const own = performance.now();
    if (!waitForAll(words)) {
      // A thread that answers after all would take part in later kernels as if they were this one: there are none.
      death = `no answer for ${(2 * silenceMilliseconds) / 1000} seconds`;
      for (const thread of threads) thread.stop();
      throw threadError(death);
    }
    crowding.note(own - start, performance.now() - own);
    const failed = Atomics.exchange(words, control.FAILED, 0);
    if (failed) throw new Error(`kernel ${kernel} failed on thread ${failed}`);
  };
  const begin: Engine['begin'] = (kernel, bounds, ...args) => {
    if (death) throw threadError(death);
    if (crowding.isAlone()) {
      runAlone(kernel, bounds, args);
      return () => {};
    }
    const start = performance.now();
    post(kernel, bounds, args);
    return () => finish(kernel, args, start);
  };

  return {
    backend: name,
    shared,
    memory,
    threadCount,
    partCount,
    run(kernel, bounds, ...args) {
      if (bounds.length > 2) return begin(kernel, bounds, ...args)();
      if (death) throw threadError(death);
      runAlone(kernel, bounds, args);
    },
    begin,
    call: (kernel, ...args) => kernels[kernel](...args),
    get isBroken() {
      return death !== undefined;
    },
    dispose() {
      Atomics.store(words, control.STOP, 1);
      Atomics.add(words, control.GENERATION, 1);
      Atomics.notify(words, control.GENERATION);
      for (const thread of threads) thread.stop();
    },
  };
}

/** Waits until all parts are done; false where nothing happened for too long. */
function waitForAll(words: Int32Array): boolean {
  for (let turn = 0; turn < spinTurns; turn++) if (Atomics.load(words, control.PENDING) === 0) return true;
  let left = Atomics.load(words, control.PENDING);
  for (let silences = 0; left > 0 && silences < 2; ) {
    const outcome = Atomics.wait(words, control.PENDING, left, silenceMilliseconds);
    const now = Atomics.load(words, control.PENDING);
    silences = outcome === 'timed-out' && now === left ? silences + 1 : 0;
    left = now;
  }
  return left === 0;
}

export function threadError(reason: string): UserError {
  return new UserError('failure', `a compute thread stopped: ${reason}`, {
    advice: ['run again', { option: 'threads', values: [1], purpose: 'if it happens again' }],
  });
}
