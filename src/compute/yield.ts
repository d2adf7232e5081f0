/**
 * Lets the event loop turn once, so that timers, signals and messages are served during long work.
 * A message to oneself is the fastest way that Node and browsers share; the channel is closed again so that it does
 * not keep a process alive.
 */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
