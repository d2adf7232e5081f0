/**
 * Answers the calls of another language, one after another: a call has all cores while it runs. `cancel` alone is heard at
 * once. Nothing of a call is kept but the engine, so a caller may end at any moment.
 */
import { throwIfAborted, UserError } from '../errors.js';
import { describeMethods } from '../select/describe-methods.js';
import { answerCall } from '../session/answer-call.js';
import type { Answered, Call, DetailedFailure, Told } from '../session/messages.js';
import type { CallContext, CallEvents, ServedCall } from './call-context.js';
import { compareCall } from './compare-call.js';
import { curveCall } from './curve-call.js';
import { selectCall } from './select-call.js';
import { WarmEngine } from './warm-engine.js';

export interface ServeTools extends Pick<CallContext, 'now' | 'hash' | 'versions' | 'createEngine' | 'startTrials'> {
  readonly post: (message: Answered | Told) => void;
  /** What can be called besides, where there are files. */
  readonly calls?: Readonly<Record<string, ServedCall>>;
}

const portableCalls: Readonly<Record<string, ServedCall>> = {
  methods: () => describeMethods(),
  select: selectCall,
  compare: compareCall,
  curve: curveCall,
};

/** Nobody can follow more than this, and a caller that reads slowly must not be buried in it. */
const millisecondsBetween = 50;

export class ServeSession {
  readonly #tools: ServeTools;
  readonly #calls: Readonly<Record<string, ServedCall>>;
  readonly #engine: WarmEngine;
  readonly #underWay = new Map<number, AbortController>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(tools: ServeTools) {
    this.#tools = tools;
    this.#calls = { ...portableCalls, ...tools.calls };
    this.#engine = new WarmEngine(tools.createEngine);
  }

  get callNames(): readonly string[] {
    return [...Object.keys(this.#calls), 'cancel'];
  }

  /** Posts the one answer to the call when it is there. */
  async take(call: Call): Promise<void> {
    checkCall(call);
    if (call.call === 'cancel') {
      this.#tools.post({ kind: 'answer', id: call.id, value: this.#cancel(call.words[0]) });
      return;
    }
    const stopping = new AbortController();
    this.#underWay.set(call.id, stopping);
    const answered = this.#last.then(() => this.#answer(call, stopping.signal));
    this.#last = answered;
    this.#tools.post(await answered);
  }

  /** Stops what runs and waits; the answers still come. */
  async close(): Promise<void> {
    for (const stopping of this.#underWay.values()) stopping.abort();
    await this.#last;
    this.#engine.letGo();
  }

  async #answer(call: Call, signal: AbortSignal): Promise<Answered> {
    const served = Object.hasOwn(this.#calls, call.call) ? this.#calls[call.call] : undefined;
    const made = served && {
      [call.call]: (...words: never[]) => {
        throwIfAborted(signal);
        return served(this.#context(call.id, signal), ...words);
      },
    };
    const answered = await answerCall(call, made ?? {}, detailedFailure);
    this.#underWay.delete(call.id);
    this.#engine.tidy();
    return answered;
  }

  #context(id: number, signal: AbortSignal): CallContext {
    const { now, hash, versions, createEngine, startTrials } = this.#tools;
    const engine = (threads: number | undefined) => this.#engine.take(threads);
    return { signal, now, hash, versions, createEngine, startTrials, engine, tell: this.#events(id) };
  }

  #events(id: number): CallEvents {
    const tell = (event: string, word: unknown) => this.#tools.post({ kind: 'event', id, event, words: [word] });
    const isDueProgress = this.#everyNowAndThen();
    const isDueEpoch = this.#everyNowAndThen();
    return {
      stage: (name) => tell('stage', name),
      progress: (share) => isDueProgress() && tell('progress', share),
      // The first and the last are always told, and the answer has the history of all.
      epoch: (told) => (isDueEpoch() || told.epoch === told.epochCount) && tell('epoch', told),
    };
  }

  #everyNowAndThen(): () => boolean {
    const { now } = this.#tools;
    let last = Number.NEGATIVE_INFINITY;
    return () => {
      const isDue = now() - last >= millisecondsBetween;
      if (isDue) last = now();
      return isDue;
    };
  }

  /** Whether there was anything to stop. */
  #cancel(id: unknown): boolean {
    const stopping = this.#underWay.get(id as number);
    stopping?.abort();
    return stopping !== undefined;
  }
}

function checkCall({ id, call, words }: Call): void {
  if (Number.isSafeInteger(id) && typeof call === 'string' && Array.isArray(words)) return;
  throw new UserError('usage', 'expected a call with a whole number as "id", "call" as text and "words" as a list');
}

/** Callers word a failure themselves, by the names that their users know. */
export function detailedFailure(error: unknown): DetailedFailure {
  if (error instanceof UserError) {
    const { code, message, statement, subject, advice } = error;
    return { code, message, statement, advice, ...(subject && { subject }) };
  }
  if (error instanceof RangeError && /memory|allocation|length|buffer/i.test(error.message)) {
    return { code: 'failure', message: `there is not enough memory for this (${error.message})` };
  }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { code: 'bug', message };
}
