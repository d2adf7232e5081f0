/**
 * Passes of a dense network over its training rows. Where it learns survival times, the risks of all rows are taken anew
 * after every pass, and what it learns follows from them: see ../working-response.ts.
 */
import { yieldToEventLoop } from '../../compute/yield.js';
import { throwIfAborted } from '../../errors.js';
import { allRows } from '../../matrix/all-rows.js';
import { type BatchRun, runBatches } from '../run-batches.js';
import type { WorkingResponse } from '../working-response.js';

export interface DenseNetwork {
  readonly weightCount: number;
  /** The first output of rows order[from .. from + count], as the network is; valid until the next call. */
  predict(order: Int32Array, from: number, count: number): Float32Array;
}

export interface DenseEpochOptions extends Pick<BatchRun, 'batchSize' | 'learningRate' | 'signal'> {
  readonly rowCount: number;
  readonly working: WorkingResponse | undefined;
}

export class DenseEpochs {
  readonly #network: DenseNetwork;
  readonly #options: DenseEpochOptions;

  private constructor(network: DenseNetwork, options: DenseEpochOptions) {
    this.#network = network;
    this.#options = options;
  }

  /** Begins with the risks that the network gives before it has learnt anything. */
  static async begin(network: DenseNetwork, options: DenseEpochOptions): Promise<DenseEpochs> {
    const epochs = new DenseEpochs(network, options);
    await epochs.#takeRisks();
    return epochs;
  }

  /** Trains on the rows in the given order and returns the mean loss. */
  async train(order: Int32Array, trainBatch: BatchRun['trainBatch']): Promise<number> {
    const { batchSize, learningRate, signal } = this.#options;
    const { weightCount } = this.#network;
    const loss = await runBatches({ batchSize, weightCount, learningRate, signal, trainBatch }, order);
    return (await this.#takeRisks()) ?? loss;
  }

  /** The mean loss of survival times; nothing is done for other targets. */
  async #takeRisks(): Promise<number | undefined> {
    const { rowCount, batchSize, working, signal } = this.#options;
    if (working === undefined) return undefined;
    const order = allRows({ rowCount });
    const risks = new Float64Array(rowCount);
    for (let from = 0; from < rowCount; from += batchSize) {
      const count = Math.min(batchSize, rowCount - from);
      risks.set(this.#network.predict(order, from, count).subarray(0, count), from);
      if (from % (64 * batchSize) === 0) await yieldToEventLoop();
      throwIfAborted(signal);
    }
    return working.update(risks);
  }
}
