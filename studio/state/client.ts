/** The page's end of the line to its worker: calls that are promises, events that are callbacks. */
import type { PageFailure } from '../../src/studio/failure.js';
import type { Mend } from '../../src/studio/mends.js';
import type { Answer, StudioCalls, StudioEvents } from '../../src/studio/protocol.js';

/** A failure that came back from the worker. */
export class StudioFailure extends Error {
  readonly code: string;
  readonly mends: readonly Mend[];

  constructor({ code, message, mends = [] }: PageFailure) {
    super(message);
    this.code = code;
    this.mends = mends;
  }
}

type AnswerOf<Name extends keyof StudioCalls> = Promise<Awaited<ReturnType<StudioCalls[Name]>>>;

export interface StudioClient {
  call<Name extends keyof StudioCalls>(name: Name, ...words: Parameters<StudioCalls[Name]>): AnswerOf<Name>;
  /** Ends a worker that does not answer, and starts another. */
  end(): void;
}

interface Waiting {
  resolve(value: never): void;
  reject(error: StudioFailure): void;
}

const died =
  'The worker stopped, most likely for want of memory, and was started anew. Your file and your runs are still here; with fewer rows or columns, or on the command line, there is more room.';
const silent = 'The worker did not answer, so it was ended and started anew. Your file and your runs are still here.';

/** `onDeath` is called when the worker has died, or was ended, and a new one has taken its place. */
export function startClient(events: StudioEvents, onDeath: (message: string) => void): StudioClient {
  const waiting = new Map<number, Waiting>();
  let nextId = 0;
  let worker = start();

  function start(): Worker {
    const started = new Worker(new URL('../worker.ts', import.meta.url), { type: 'module', name: 'neurofs' });
    started.onmessage = ({ data }: MessageEvent<Answer>) => receive(data);
    started.onerror = () => restart(died);
    started.onmessageerror = () => restart(died);
    return started;
  }

  function restart(message: string): void {
    worker.terminate();
    worker = start();
    const broken = [...waiting.values()];
    waiting.clear();
    for (const each of broken) each.reject(new StudioFailure({ code: 'failure', message }));
    onDeath(message);
  }

  function receive(answer: Answer): void {
    if (answer.kind === 'event') {
      (events[answer.event] as (...words: readonly unknown[]) => void)(...answer.words);
      return;
    }
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (answer.kind === 'answer') asked?.resolve(answer.value as never);
    else asked?.reject(new StudioFailure(answer.failure));
  }

  return {
    call(call, ...words) {
      const id = nextId++;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve: resolve as (value: never) => void, reject });
        worker.postMessage({ id, call, words });
      });
    },
    end: () => restart(silent),
  };
}
