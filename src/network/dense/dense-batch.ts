/** The batch that stands before a dense network: its inputs and targets in kernel memory, and the loss over them. */
import { type Engine, evenBounds } from '../../compute/engine.js';
import type { Block } from '../../compute/memory.js';
import type { Matrix, Target, TrainingSet } from '../../types.js';
import { type BatchLoader, createBatchLoader, type FeatureList } from '../batch-loader.js';
import { type Loss, loadLossRows, lossCode, lossOf, targetsOfRow } from '../loss.js';
import { paddedStride, paddedWidth } from '../sparse/network.js';
import type { Rows } from './dense-layer.js';

export class DenseBatch {
  readonly #engine: Engine;
  readonly #training: TrainingSet<Matrix, Target>;
  readonly #loader: BatchLoader;
  readonly #values: Block<Float32Array>;
  readonly #loss: Loss;
  readonly #targets: Block<Float32Array>;
  readonly #weights: Block<Float32Array>;
  readonly #losses: Block<Float32Array>;
  readonly #stride: number;
  #features: FeatureList;
  #rowCount = 0;

  constructor(engine: Engine, training: TrainingSet<Matrix, Target>, batchSize: number) {
    const { memory } = engine;
    const featureCount = training.matrix.columnCount;
    this.#engine = engine;
    this.#training = training;
    this.#stride = paddedStride(batchSize);
    this.#loader = createBatchLoader(engine, training, batchSize);
    this.#values = memory.float32(Math.ceil(featureCount / 4) * 4 * this.#stride);
    this.#loss = lossOf(training.target);
    this.#targets = memory.float32(targetsOfRow(this.#loss.kind, this.#loss.outputCount) * this.#stride);
    this.#weights = memory.float32(this.#stride);
    this.#weights.view.fill(1);
    this.#losses = memory.float32(this.#stride);
    this.#features = { block: memory.int32(featureCount), count: featureCount };
    for (let feature = 0; feature < featureCount; feature++) this.#features.block.view[feature] = feature;
  }

  /** [feature][row], the features that are left one after the other. */
  get inputs(): Rows {
    return { pointer: this.#values.pointer, stride: this.#stride };
  }

  /** Columns the kernels work on: the rows loaded, rounded up to fours. */
  get width(): number {
    return paddedWidth(this.#rowCount);
  }

  /** Brings rows order[from .. from + count] in. */
  load(order: Int32Array, from: number, count: number): void {
    this.#rowCount = count;
    const target = { values: this.#values, stride: this.#stride, compact: true };
    this.#loader.load(order, from, count, this.width, this.#features, target);
    const rows = { targets: this.#targets.view, weights: this.#weights.view, stride: this.#stride };
    loadLossRows(this.#training, order, from, count, rows, 0);
  }

  /** From now on only the features at these places (ascending) of those left so far are loaded. */
  keep(places: Int32Array): void {
    const { block } = this.#features;
    for (let a = 0; a < places.length; a++) block.view[a] = block.view[places[a]];
    this.#features = { block, count: places.length };
    this.#values.view.fill(0, places.length * this.#stride, Math.ceil(places.length / 4) * 4 * this.#stride);
  }

  /** From now on these features (ascending) are loaded, whichever were before. */
  use(features: Int32Array): void {
    const { block } = this.#features;
    block.view.set(features);
    this.#features = { block, count: features.length };
    this.#values.view.fill(0, features.length * this.#stride, Math.ceil(features.length / 4) * 4 * this.#stride);
  }

  /** Turns the outputs into the gradient of the mean loss with respect to them; returns the sum of the losses. */
  lossOf(outputs: Rows): number {
    this.#engine.run(
      'loss',
      evenBounds(this.width / 4, this.#engine.threadCount),
      outputs.pointer,
      this.#losses.pointer,
      outputs.pointer,
      this.#targets.pointer,
      this.#weights.pointer,
      lossCode(this.#loss.kind),
      this.#loss.outputCount,
      outputs.stride,
      this.#rowCount,
      1 / this.#rowCount,
    );
    let total = 0;
    for (let b = 0; b < this.#rowCount; b++) total += this.#losses.view[b];
    return total;
  }
}
