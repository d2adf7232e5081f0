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
    for (let i = 0; i < features.length; i++) {
      this.#readStandardised(features[i], values.subarray(i * rowCount, (i + 1) * rowCount));
      if (pacer.isDue(4 * rowCount)) await pacer.rest(done(0));
    }
    const blocksAtOnce = Math.max(1, Math.min(blockCount, Math.floor(chunkNumbers / features.length / length)));
    const gram = new Gram(engine, 'float32', features.length, blocksAtOnce * length);
    for (let first = 0; first < blockCount; first += blocksAtOnce) {
      const end = Math.min(blockCount, first + blocksAtOnce);
      const progress = () => done(first / blockCount);
      for (let i = 0; i < features.length; i++) {
        const row = gram.panel.subarray(i * gram.width, (i + 1) * gram.width);
        row.fill(0, (end - first) * length);
        const own = values.subarray(i * rowCount, (i + 1) * rowCount);
        this.#writeChunk(own, first, end, row);
        if (pacer.isDue((end - first) * length * stepsPerNumber)) await pacer.rest(progress());
      }
      await gram.add(pacer, progress);
    }
    for (let i = 0; i < gram.products.length; i++) gram.products[i] /= blockCount;
    return gram;
  }

  /** G of every one of `features` with every one of `others`, [feature][other]. */
  async relateTo(
    features: Int32Array,
    others: Int32Array,
    pacer: Pacer,
    done: (share: number) => number,
  ): Promise<Float64Array> {
    const { blockCount, length, rowCount } = this.#blocks;
    const products = new Float64Array(features.length * others.length);
    const blocksAtOnce = Math.max(1, Math.min(blockCount, Math.floor(chunkNumbers / others.length / length)));
    const width = blocksAtOnce * length;
    const otherKernels = new Float32Array(others.length * width); // [other][number of the chunk]
    const kernel = new Float32Array(width);
    const values = new Float32Array(rowCount);
    for (let first = 0; first < blockCount; first += blocksAtOnce) {
      const end = Math.min(blockCount, first + blocksAtOnce);
      const used = (end - first) * length;
      for (let o = 0; o < others.length; o++) {
        this.#readStandardised(others[o], values);
        this.#writeChunk(values, first, end, otherKernels.subarray(o * width, (o + 1) * width));
        if (pacer.isDue(used * stepsPerNumber)) await pacer.rest(done(first / blockCount));
      }
      for (let f = 0; f < features.length; f++) {
        this.#readStandardised(features[f], values);
        this.#writeChunk(values, first, end, kernel);
        addProducts(products, f * others.length, kernel, otherKernels, others.length, width, used);
        const share = (first + ((end - first) * f) / features.length) / blockCount;
        if (pacer.isDue(used * (stepsPerNumber + others.length))) await pacer.rest(done(share));
      }
    }
    for (let i = 0; i < products.length; i++) products[i] /= blockCount;
    return products;
  }

  #writeChunk(values: Float32Array, first: number, end: number, into: Float32Array | Float64Array): void {
    const { length } = this.#blocks;
    for (let block = first; block < end; block++) {
      this.#blocks.writeGaussian(values, block, into, (block - first) * length);
    }
  }

  #readStandardised(feature: number, into: Float32Array): void {
    spreadColumn(this.#reader.read(feature), this.#spread);
    standardise(this.#spread, into);
  }
}

/** products[at + o] += kernel . others[o], four at a time. */
function addProducts(
  products: Float64Array,
  at: number,
  kernel: Float32Array,
  others: Float32Array,
  count: number,
  width: number,
  used: number,
): void {
  let o = 0;
  for (; o + 4 <= count; o += 4) {
    const [p0, p1, p2, p3] = [o * width, (o + 1) * width, (o + 2) * width, (o + 3) * width];
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    let s3 = 0;
    for (let i = 0; i < used; i++) {
      const value = kernel[i];
      s0 += value * others[p0 + i];
      s1 += value * others[p1 + i];
      s2 += value * others[p2 + i];
      s3 += value * others[p3 + i];
    }
    products[at + o] += s0;
    products[at + o + 1] += s1;
    products[at + o + 2] += s2;
    products[at + o + 3] += s3;
  }
  for (; o < count; o++) {
    let sum = 0;
    for (let i = 0; i < used; i++) sum += kernel[i] * others[o * width + i];
    products[at + o] += sum;
  }
}
