/** What the network gives for all training rows, without learning from them: one output a row. */
import { yieldToEventLoop } from '../../compute/yield.js';
import { throwIfAborted } from '../../errors.js';
import { forwardBatch } from './pass.js';
import { loadBatch, type TrainingState } from './train-epoch.js';

export async function predictRows(state: TrainingState): Promise<Float64Array> {
  const { network, work, rowCount, batchSize, signal } = state;
  const outputs = work.outputs[work.outputs.length - 1].view;
  const order = Int32Array.from({ length: rowCount }, (_, row) => row);
  const found = new Float64Array(rowCount);
  for (let from = 0; from < rowCount; from += batchSize) {
    const count = Math.min(batchSize, rowCount - from);
    forwardBatch(network, work, loadBatch(state, order, from, count, work, 0));
    for (let b = 0; b < count; b++) found[from + b] = outputs[b];
    if (from % (64 * batchSize) === 0) await yieldToEventLoop();
    throwIfAborted(signal);
  }
  return found;
}
