/**
 * Serves calls over standard input and output until the input ends: the protocol of docs/protocol.md. Whoever started this
 * process holds the other end of the input, so it ends with them, however they end.
 */
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { detailedFailure, ServeSession } from '../../src/serve/serve-session.js';
import { MessageReader, packMessage } from '../../src/session/array-frames.js';
import type { Call } from '../../src/session/messages.js';
import { packageVersion } from '../code-version.js';
import { hashText } from '../files/hash-text.js';
import { createNodeEngine } from '../threads/threads.js';
import { trialThreads } from '../threads/trial-threads.js';
import { loadCall } from './load-call.js';
import { readInput } from './read-input.js';

/** Raised when a caller that knows the number before would no longer be understood. */
export const protocolVersion = 1;

export interface ServeStreams {
  readonly output: Writable;
  readonly signal: AbortSignal;
}

export async function serveStdio({ output, signal }: ServeStreams): Promise<void> {
  const post = (message: object): void => {
    for (const piece of packMessage(message)) output.write(piece);
  };
  const versions = { neurofs: packageVersion(), node: process.versions.node };
  const session = new ServeSession({
    createEngine: (threads) => createNodeEngine(threads),
    startTrials: trialThreads(),
    post,
    now: () => performance.now(),
    hash: hashText,
    versions,
    calls: { load: loadCall },
  });
  post({ kind: 'greeting', protocol: protocolVersion, versions, calls: session.callNames });
  const reader = new MessageReader((message) => {
    session.take(message as unknown as Call).catch((error) => input.destroy(error));
  });
  const input = readInput(reader);
  const stop = () => input.destroy();
  signal.addEventListener('abort', stop, { once: true });
  // A caller that is gone hears nothing more, and that is no failure.
  output.on('error', stop);
  try {
    await finished(input, { writable: false });
  } catch (error) {
    // Where the bytes of a message are lost nothing after them can be understood.
    if (!isClosed(error)) post({ kind: 'failure', id: null, failure: detailedFailure(error) });
  } finally {
    signal.removeEventListener('abort', stop);
    await session.close();
  }
}

/** Whether the input was closed by us, and not by an error. */
function isClosed(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE';
}
