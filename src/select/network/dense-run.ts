/** What LassoNet and STG begin and end with: checks, the batch size, and the kernel memory of one run. */
import type { Scores, TrainingSet } from '../../types.js';
import { checkTraining } from '../check-training.js';
import type { SelectContext } from '../contract.js';
import { chooseBatchSize } from './sparse-network.js';

export async function runDense(
  training: TrainingSet,
  k: number,
  wantedBatchSize: number | 'auto',
  { engine }: SelectContext,
  train: (batchSize: number) => Promise<Scores>,
): Promise<Scores> {
  checkTraining(training, k);
  const { rowCount } = training.matrix;
  const mark = engine.memory.mark();
  try {
    return await train(Math.min(rowCount, chooseBatchSize(wantedBatchSize, rowCount)));
  } finally {
    engine.memory.release(mark);
  }
}
