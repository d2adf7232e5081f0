/** The page's worker: all reading, learning and judging happens here, so that the page never waits. */
import { createWebEngine } from '../src/compute/web-threads.js';
import { answerCall } from '../src/session/answer-call.js';
import { buffersOf, type EpochFrame } from '../src/studio/epoch-frame.js';
import { failureOf } from '../src/studio/failure.js';
import type { Answer, Question, StudioEvents } from '../src/studio/protocol.js';
import { StudioSession } from '../src/studio/session.js';
import { trustOwnScripts } from './trusted-types.js';

/** Of reading and progress the page needs to hear no more often than it can draw. */
const millisecondsBetween = 50;

const port = globalThis as unknown as {
  postMessage(message: Answer, transfer?: Transferable[]): void;
  onmessage: (event: MessageEvent<Question>) => void;
};

function tell<Name extends keyof StudioEvents>(event: Name, isFrequent = false): StudioEvents[Name] {
  let last = Number.NEGATIVE_INFINITY;
  return ((...words: unknown[]) => {
    const now = performance.now();
    if (isFrequent && now - last < millisecondsBetween) return;
    last = now;
    const transfer = event === 'epoch' ? (buffersOf(words[1] as EpochFrame) as ArrayBuffer[]) : [];
    port.postMessage({ kind: 'event', event, words }, transfer);
  }) as StudioEvents[Name];
}

trustOwnScripts();
const session = new StudioSession({
  createEngine: createWebEngine,
  now: () => performance.now(),
  versions: { neurofs: __NEUROFS_VERSION__, browser: navigator.userAgent },
  events: {
    reading: tell('reading', true),
    progress: tell('progress', true),
    begin: tell('begin'),
    stage: tell('stage'),
    epoch: tell('epoch'),
    point: tell('point'),
    fold: tell('fold'),
    seed: tell('seed'),
  },
});

port.onmessage = async ({ data }) => port.postMessage(await answerCall(data, session, failureOf));
