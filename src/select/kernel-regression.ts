/**
 * The regression behind HSIC Lasso: the label kernel L explained by the feature kernels K_j,
 * c_j = K_j . L and G_jk = K_j . K_k, both averaged over the blocks, without ever holding the kernels.
 *
 * The authors' code keeps n * B * M numbers for every feature. Here c takes one pass, feature by feature, and G, for
 * chosen features, one pass over chunks of blocks.
 */
import type { Engine } from '../compute/engine.js';
import type { TrainingSet } from '../types.js';
import { type ColumnReader, createColumnReader, spreadColumn } from './columns.js';
import { Gram } from './gram.js';
import { type KernelBlocks, standardise } from './kernel-blocks.js';
import type { Pacer } from './pacer.js';

/** Kernel numbers that are in memory at once, for all features together: 64 MiB. */
const chunkNumbers = 16_777_216;
/** What one number of a kernel costs in the pacer's steps. */
const stepsPerNumber = 6;

export class KernelRegression {
  readonly #training: TrainingSet;
  readonly #blocks: KernelBlocks;
  readonly #reader: ColumnReader;
  readonly #spread: Float64Array;

  constructor(training: TrainingSet, blocks: KernelBlocks) {
    this.#training = training;
    this.#blocks = blocks;
    this.#reader = createColumnReader(training);
    this.#spread = new Float64Array(blocks.rowCount);
  }

  /** L . L, averaged over the blocks: 1, less where a block holds one class only. */
  labelSquare = 0;

  /** c_j of every feature; `done` turns the share of this pass into progress. */
  async relate(pacer: Pacer, done: (share: number) => number): Promise<Float64Array> {
    const { labels, classCount, matrix } = this.#training;
    const { blockCount, length } = this.#blocks;
    const labelKernel = new Float64Array(blockCount * length);
    for (let block = 0; block < blockCount; block++) {
      this.#blocks.writeDelta(labels, classCount, block, labelKernel, block * length);
    }
    this.labelSquare = labelKernel.reduce((sum, value) => sum + value * value, 0) / blockCount;
    const kernel = new Float64Array(length);
    const values = new Float32Array(this.#blocks.rowCount);
    const related = new Float64Array(matrix.columnCount);
    for (let feature = 0; feature < matrix.columnCount; feature++) {
      this.#readStandardised(feature, values);
      let sum = 0;
      for (let block = 0; block < blockCount; block++) {
        this.#blocks.writeGaussian(values, block, kernel, 0);
        for (let i = 0; i < length; i++) sum += kernel[i] * labelKernel[block * length + i];
        if (pacer.isDue(length * stepsPerNumber)) await pacer.rest(done(feature / matrix.columnCount));
      }
      related[feature] = sum / blockCount;
    }
    return related;
  }

  /** G of the given features, [feature][feature] with the stride of the result; release it when done. */
  async relatePairs(
    features: Int32Array,
    engine: Engine,
    pacer: Pacer,
    done: (share: number) => number,
  ): Promise<Gram> {
    const { blockCount, length, rowCount } = this.#blocks;
    const values = new Float32Array(features.length * rowCount); // [feature][row]
    features.forEach((feature, i) => {
      this.#readStandardised(feature, values.subarray(i * rowCount, (i + 1) * rowCount));
    });
    const blocksAtOnce = Math.max(1, Math.min(blockCount, Math.floor(chunkNumbers / features.length / length)));
    const gram = new Gram(engine, 'float32', features.length, blocksAtOnce * length);
    for (let first = 0; first < blockCount; first += blocksAtOnce) {
      const end = Math.min(blockCount, first + blocksAtOnce);
      const progress = () => done(first / blockCount);
      for (let i = 0; i < features.length; i++) {
        const row = gram.panel.subarray(i * gram.width, (i + 1) * gram.width);
        row.fill(0, (end - first) * length);
        const own = values.subarray(i * rowCount, (i + 1) * rowCount);
        for (let block = first; block < end; block++) {
          this.#blocks.writeGaussian(own, block, row, (block - first) * length);
          if (pacer.isDue(length * stepsPerNumber)) await pacer.rest(progress());
        }
      }
      await gram.add(pacer, progress);
    }
    for (let i = 0; i < gram.products.length; i++) gram.products[i] /= blockCount;
    return gram;
  }

  #readStandardised(feature: number, into: Float32Array): void {
    spreadColumn(this.#reader.read(feature), this.#spread);
    standardise(this.#spread, into);
  }
}
