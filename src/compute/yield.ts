/**
 * Lets the event loop turn once, so that timers, signals and messages are served during long work.
 * A message to oneself is the fastest way that Node and browsers share; the channel is closed again so that it does
 * not keep a process alive.
 *
 * All long work comes through here between two pieces of it, so this is also where it can be held: nothing of a run
 * depends on when its pieces are done, so a run that was held gives the same bits.
 */
let held: Promise<void> | undefined;

export async function yieldToEventLoop(): Promise<void> {
  await turn();
  while (held !== undefined) await held;
}

/** Halts all long work of this thread before its next piece, until the function given back is called. */
export function holdWork(): () => void {
  const { promise, resolve } = withResolver();
  held = promise;
  return () => {
    if (held === promise) held = undefined;
    resolve();
  };
}

function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

function withResolver(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
