/** One pass over the training rows: shuffled batches, forward, backward, update. */
import { nowhere } from '../../compute/address.js';
import type { Target } from '../../types.js';
import type { BatchLoader, BatchTarget, FeatureList } from '../batch-loader.js';
import { loadLossRows } from '../loss.js';
import { runBatches } from '../run-batches.js';
import type { Stopwatch } from '../stopwatch.js';
import type { BatchEntries } from './batch-entries.js';
import type { Network, Workspace } from './network.js';
import { paddedWidth } from './network.js';
import { type Batch, beginZeroSums, passBatch, type StepOptions, updateLayers } from './pass.js';

export interface TrainingState {
  readonly network: Network;
  readonly work: Workspace;
  readonly loader: BatchLoader;
  /** Where the inputs of a batch stand, all of them or, where most are zero, the others alone. */
  readonly input: BatchTarget | BatchEntries;
  readonly target: Target;
  /** How much every training row counts; all alike where it is absent. */
  readonly weights: Float64Array | undefined;
  readonly rowCount: number;
  readonly batchSize: number;
  step: StepOptions;
  /** The features whose neurons are active; only these are copied in. */
  active: FeatureList;
  readonly signal: AbortSignal | undefined;
  readonly stopwatch: Stopwatch | undefined;
}

/** The features whose input neurons are active, ascending. */
export function activeFeatures({ active }: Pick<TrainingState, 'active'>): Int32Array {
  return active.block.view.subarray(0, active.count);
}

/** Trains on the rows in the given order and returns the mean loss. */
export async function trainEpoch(state: TrainingState, order: Int32Array): Promise<number> {
  const { network, batchSize, signal, input } = state;
  const entries = 'load' in input ? input : undefined;
  entries?.begin();
  const loss = await runBatches(
    {
      batchSize,
      weightCount: network.layers.reduce((sum, layer) => sum + layer.connectionCount, 0),
      learningRate: state.step.learningRate,
      signal,
      trainBatch: (rows, from, count) => trainBatch(state, rows, from, count),
    },
    order,
  );
  entries?.settle();
  return loss;
}

function trainBatch(state: TrainingState, order: Int32Array, from: number, count: number): number {
  const { network, work, stopwatch } = state;
  const batch = loadBatch(state, order, from, count, work, 0);
  stopwatch?.lap('copy-in');
  const loss = passBatch(network, work, batch, 1 / batch.rowCount);
  stopwatch?.lap('passes');
  updateLayers(network, work, batch, state.step);
  stopwatch?.lap('update');
  return loss;
}

/** Brings rows order[from .. from + count] with their targets and weights in, as a batch for the columns at `column` of `work`. */
export function loadBatch(
  state: TrainingState,
  order: Int32Array,
  from: number,
  count: number,
  work: Workspace,
  column: number,
): Batch {
  const { loader, input, active, network } = state;
  const rows = { targets: work.targets.view, weights: work.weights.view, stride: work.stride };
  if ('load' in input) {
    const summed = beginZeroSums(network, work, input.pointer);
    try {
      loadLossRows(state, order, from, count, rows, column);
      input.load(order, from, count);
    } finally {
      summed();
    }
    return { input: nowhere, inputStride: 0, entries: input.pointer, hasZeroSums: true, rowCount: count, column };
  }
  loadLossRows(state, order, from, count, rows, column);
  loader.load(order, from, count, paddedWidth(count), active, input);
  return { input: input.values.pointer, inputStride: input.stride, rowCount: count, column };
}

/** Writes what the active input neurons see of a row of the batch that was loaded last. */
export function readInputs(state: TrainingState, row: number, into: Float32Array): void {
  const { input } = state;
  if ('load' in input) input.readRow(row, into);
  else for (const feature of activeFeatures(state)) into[feature] = input.values.view[feature * input.stride + row];
}
