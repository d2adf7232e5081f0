/** What LassoNet, STG and EntryPrune begin and end with: checks, the batch size, and the kernel memory of one run. */
import { standardise } from '../../target/standardise.js';
import type { Matrix, Scores, Target, TrainingSet } from '../../types.js';
import { checkTraining } from '../check-training.js';
import type { SelectContext } from '../contract.js';
import { chooseBatchSize } from './sparse-network.js';

export async function runDense(
  given: TrainingSet<Matrix, Target>,
  k: number,
  wantedBatchSize: number | 'auto',
  { engine }: SelectContext,
  train: (training: TrainingSet<Matrix, Target>, batchSize: number) => Promise<Scores>,
): Promise<Scores> {
  checkTraining(given, k);
  const { rowCount } = given.matrix;
  const mark = engine.memory.mark();
  try {
    return await train(standardise(given), Math.min(rowCount, chooseBatchSize(wantedBatchSize, rowCount)));
  } finally {
    engine.memory.release(mark);
  }
}
