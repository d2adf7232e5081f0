/** Walks over shuffled rows batch by batch: the loop that every network's epoch shares. The last short batch is kept. */
import { yieldToEventLoop } from '../compute/yield.js';
import { throwIfAborted, UserError } from '../errors.js';

/** Multiply-adds after which the event loop gets a turn: some tens of milliseconds. */
const workBetweenYields = 2e8;

export interface BatchRun {
  readonly batchSize: number;
  /** Weights of the network: each costs three multiply-adds a row, forward, back and for its gradient. */
  readonly weightCount: number;
  /** Named in the error where the loss is no longer a number. */
  readonly learningRate: number;
  readonly signal: AbortSignal | undefined;
  /** Trains on rows order[from .. from + count] and returns the sum of their losses. */
  trainBatch(order: Int32Array, from: number, count: number): number;
}

/** Trains on the rows in the given order and returns the mean loss. */
export async function runBatches(run: BatchRun, order: Int32Array): Promise<number> {
  const { batchSize, weightCount } = run;
  let total = 0;
  let work = 0;
  for (let from = 0; from < order.length; from += batchSize) {
    const count = Math.min(batchSize, order.length - from);
    total += run.trainBatch(order, from, count);
    if (!Number.isFinite(total)) throw diverged(run.learningRate);
    work += 3 * weightCount * count;
    if (work >= workBetweenYields) {
      work = 0;
      await yieldToEventLoop();
    }
    throwIfAborted(run.signal);
  }
  return total / order.length;
}

export function diverged(learningRate: number): UserError {
  return new UserError(
    'diverged',
    `training diverged: the loss is no longer a finite number at learning rate ${learningRate}`,
    {
      advice: [
        { option: 'learningRate', values: [Math.min(0.01, Number((learningRate / 10).toPrecision(2)))], verb: 'try' },
        { option: 'scaling', values: ['standard'] },
        'look for extreme values in the data',
      ],
    },
  );
}
