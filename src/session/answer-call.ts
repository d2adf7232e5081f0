/** Makes a call and gives its one answer, whatever becomes of it. */
import { UserError } from '../errors.js';
import type { Answered, Call, Failure } from './messages.js';

export async function answerCall(
  { id, call, words }: Call,
  calls: object,
  failureOf: (error: unknown) => Failure,
): Promise<Answered> {
  try {
    const made = (calls as Readonly<Record<string, unknown>>)[call];
    if (typeof made !== 'function' || call in Object.prototype)
      throw new UserError('usage', `there is no call "${call}"`);
    return { kind: 'answer', id, value: await made.apply(calls, [...words]) };
  } catch (error) {
    return { kind: 'failure', id, failure: failureOf(error) };
  }
}
