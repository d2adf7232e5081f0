/**
 * Runs trials side by side, as many as the engine has threads. Rows are so few that the kernels of one trial gain next to
 * nothing from threads of their own.
 *
 * The calling thread takes trials from the first moment on. The others join it when they have started, which takes longer
 * than all trials of a small table: such a table never gets to see them.
 */
import { beginAtOnce, type Engine } from '../../src/compute/engine.js';
import { threadError } from '../../src/compute/pool.js';
import { throwIfAborted } from '../../src/errors.js';
import { createTrialRun } from '../../src/method-trial.js';
import { type StartTrials, type TrialRunner, trialsInTurn } from '../../src/run-trials.js';
import { foldCount } from '../../src/trial-rounds.js';
import { kernelsApart } from '../engines/kernels-apart.js';
import { trialThreadsWithin } from '../rows/memory-plan.js';
import { handOutTrials, type TrialsHandedOut } from './hand-out-trials.js';
import { type StartTrialThread, startTrialThread, type TrialThread } from './start-trial-thread.js';

export interface TrialThreadsOptions {
  /** The bytes that the whole process may take. */
  readonly memory?: number | undefined;
  /** Milliseconds of trials before threads are started for the others. */
  readonly patience?: number;
  readonly startThread?: StartTrialThread;
}

/** A thread takes two or three times as long to start. */
const usualPatience = 100;

export function trialThreads({ memory = Number.POSITIVE_INFINITY, ...options }: TrialThreadsOptions = {}): StartTrials {
  return (setting, context) => {
    const threadCount = trialThreadsWithin(memory, context.engine.threadCount, setting.dataset.matrix);
    return threadCount === 1 ? trialsInTurn(setting, context) : runBeside(threadCount, options, setting, context);
  };
}

function runBeside(
  threadCount: number,
  { patience = usualPatience, startThread = startTrialThread }: TrialThreadsOptions,
  ...[setting, { engine, signal }]: Parameters<StartTrials>
): TrialRunner {
  /** Fires where the work is no longer wanted, whatever the reason. */
  const halted = new AbortController();
  const runHere = createTrialRun(setting, { engine: withoutThreads(engine), signal: halted.signal }, foldCount);
  const threads: TrialThread[] = [];
  const ready: TrialThread[] = [];
  let starting: ReturnType<typeof setTimeout> | undefined;
  let death: string | undefined;
  let underWay: { readonly trials: TrialsHandedOut; readonly served: Promise<void>[] } | undefined;

  const halt = (): void => {
    halted.abort();
    underWay?.trials.stop();
    for (const thread of threads) void thread.stop();
  };
  const die = (reason: string): void => {
    death ??= reason;
    halt();
  };
  const join = (thread: TrialThread): void => {
    underWay?.served.push(underWay.trials.serve(thread.run));
  };
  const startThreads = (count: number): void => {
    try {
      while (threads.length < count) {
        const thread = startThread({ setting, kernels: kernelsApart(engine) });
        threads.push(thread);
        thread.onDeath(die);
        void thread.ready.then(() => {
          ready.push(thread);
          join(thread);
        });
      }
    } catch (error) {
      die(error instanceof Error ? error.message : String(error));
    }
  };
  const refuse = (): void => {
    throwIfAborted(signal);
    if (death !== undefined) throw threadError(death);
  };
  signal?.addEventListener('abort', halt);

  return {
    async run(given, onDone) {
      refuse();
      const trials = handOutTrials(given, { onDone, onFailed: halt });
      underWay = { trials, served: [] };
      ready.forEach(join);
      const count = Math.min(threadCount, given.length) - 1;
      starting ??= setTimeout(startThreads, patience, count);
      await trials.serve(runHere);
      await Promise.all(underWay.served);
      underWay = undefined;
      refuse();
      return trials.values();
    },
    async close() {
      signal?.removeEventListener('abort', halt);
      clearTimeout(starting);
      await Promise.all(threads.map((thread) => thread.stop()));
    },
  };
}

/** The same engine, with no part of a kernel for other threads. */
function withoutThreads(engine: Engine): Engine {
  return { ...engine, threadCount: 1, partCount: 1, begin: beginAtOnce(engine.run) };
}
