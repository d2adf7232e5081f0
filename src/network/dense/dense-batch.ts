/** The batch that stands before a dense network: its inputs and labels in kernel memory, and the loss over them. */
import { type Engine, evenBounds } from '../../compute/engine.js';
import type { Block } from '../../compute/memory.js';
import type { TrainingSet } from '../../types.js';
import { type BatchLoader, createBatchLoader, type FeatureList } from '../batch-loader.js';
import { paddedStride, paddedWidth } from '../sparse/network.js';
import type { Rows } from './dense-layer.js';

export class DenseBatch {
  readonly #engine: Engine;
  readonly #training: TrainingSet;
  readonly #loader: BatchLoader;
  readonly #values: Block<Float32Array>;
  readonly #labels: Block<Int32Array>;
  readonly #losses: Block<Float32Array>;
  readonly #stride: number;
  #features: FeatureList;
  #rowCount = 0;

  constructor(engine: Engine, training: TrainingSet, batchSize: number) {
    const { memory } = engine;
    const featureCount = training.matrix.columnCount;
    this.#engine = engine;
    this.#training = training;
    this.#stride = paddedStride(batchSize);
    this.#loader = createBatchLoader(engine, training, batchSize);
    this.#values = memory.float32(Math.ceil(featureCount / 4) * 4 * this.#stride);
    this.#labels = memory.int32(this.#stride);
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
    for (let b = 0; b < count; b++) this.#labels.view[b] = this.#training.labels[order[from + b]];
  }

  /** From now on only the features at these places (ascending) of those left so far are loaded. */
  keep(places: Int32Array): void {
    const { block } = this.#features;
    for (let a = 0; a < places.length; a++) block.view[a] = block.view[places[a]];
    this.#features = { block, count: places.length };
    this.#values.view.fill(0, places.length * this.#stride, Math.ceil(places.length / 4) * 4 * this.#stride);
  }

  /** Turns the logits into the gradient of the mean loss with respect to them; returns the sum of the losses. */
  softmaxLoss(logits: Rows): number {
    this.#engine.run(
      'softmax',
      evenBounds(this.width / 4, this.#engine.threadCount),
      logits.pointer,
      this.#losses.pointer,
      logits.pointer,
      this.#labels.pointer,
      this.#training.classCount,
      logits.stride,
      this.#rowCount,
      1 / this.#rowCount,
    );
    let total = 0;
    for (let b = 0; b < this.#rowCount; b++) total += this.#losses.view[b];
    return total;
  }
}
