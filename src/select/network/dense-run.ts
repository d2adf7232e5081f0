/**
 * What LassoNet, STG and EntryPrune begin and end with: checks, the batch size, numbers in place of survival times, and the
 * kernel memory of one run.
 */
import { createWorkingResponse, type WorkingResponse } from '../../network/working-response.js';
import { standardise } from '../../target/standardise.js';
import type { Matrix, Scores, Target, TrainingSet } from '../../types.js';
import { checkTraining } from '../check-training.js';
import type { SelectContext } from '../contract.js';
import { chooseBatchSize } from './sparse-network.js';

export interface DenseRun {
  /** The rows as the network learns them. */
  readonly training: TrainingSet<Matrix, Target>;
  readonly batchSize: number;
  /** Present where they were survival times. */
  readonly working: WorkingResponse | undefined;
}

export async function runDense(
  given: TrainingSet<Matrix, Target>,
  k: number,
  wantedBatchSize: number | 'auto',
  { engine }: SelectContext,
  train: (run: DenseRun) => Promise<Scores>,
): Promise<Scores> {
  checkTraining(given, k);
  const { rowCount } = given.matrix;
  const batchSize = Math.min(rowCount, chooseBatchSize(wantedBatchSize, rowCount));
  const standard = standardise(given);
  const { target, weights } = standard;
  const working = target.kind === 'survival' ? createWorkingResponse(target, weights) : undefined;
  const training = working ? { ...standard, target: working.target, weights: working.weights } : standard;
  const mark = engine.memory.mark();
  try {
    return await train({ training, batchSize, working });
  } finally {
    engine.memory.release(mark);
  }
}
