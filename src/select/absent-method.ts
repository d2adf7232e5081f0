/** Stands for the user's own method in a selector that was read back without it: enough to transform, not to fit. */
import { UserError } from '../errors.js';
import type { NoOptions, SelectionMethod } from './contract.js';

export class AbsentMethod implements SelectionMethod<NoOptions> {
  readonly summary = 'a method that is not at hand';
  readonly options = {};

  constructor(
    readonly name: string,
    /** What the method was called with, as it was kept. */
    readonly given: Readonly<Record<string, unknown>>,
  ) {}

  async select(): Promise<never> {
    throw new UserError('usage', `this selector was fitted by the method "${this.name}", which is not built in`, {
      advice: ['pass the method itself to fromJSON to fit it again'],
    });
  }
}
