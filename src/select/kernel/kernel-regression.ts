/**
 * The regression behind HSIC Lasso: the label kernel L explained by the feature kernels K_j,
 * c_j = K_j . L and G_jk = K_j . K_k, both averaged over the blocks, without ever holding the kernels.
 *
 * The authors' code keeps n * B * M numbers for every feature. Here c takes one pass, feature by feature, and G, for
 * chosen features, one pass over chunks of blocks.
 */
import { shifted } from '../../compute/address.js';
import { type Engine, evenBounds } from '../../compute/engine.js';
import { Gram, type Precision } from '../../compute/gram.js';
import type { Block } from '../../compute/memory.js';
import type { Pacer } from '../../compute/pacer.js';
import type { ClassTarget, Matrix, TrainingSet, ValueTarget } from '../../types.js';
import { type ColumnReader, createColumnReader, spreadColumn } from '../columns.js';
import { type KernelBlocks, standardise } from './kernel-blocks.js';
import { KernelWriter } from './kernel-writer.js';

/** Kernel numbers that are in memory at once, for all features together: 64 MiB in single precision. */
const chunkNumbers = 16_777_216;
/** Numbers of the label kernel in memory at once: 32 MiB. */
const labelNumbers = 4_194_304;
/** Features whose kernels meet those of the others at once. */
const groupSize = 32;
/** What one number of a kernel, and one product of two, costs in the pacer's steps. */
const stepsPerNumber = 2;
const stepsPerProduct = 0.2;

export class KernelRegression {
  readonly #training: TrainingSet<Matrix, ClassTarget | ValueTarget>;
  readonly #blocks: KernelBlocks;
  readonly #reader: ColumnReader;
  readonly #spread: Float64Array;
  readonly #engine: Engine;
  readonly #writer: KernelWriter;

  /** Takes kernel memory, which the caller gives back. */
  constructor(training: TrainingSet<Matrix, ClassTarget | ValueTarget>, blocks: KernelBlocks, engine: Engine) {
    this.#engine = engine;
    this.#writer = new KernelWriter(engine, blocks);
    this.#training = training;
    this.#blocks = blocks;
    this.#reader = createColumnReader(training);
    this.#spread = new Float64Array(blocks.rowCount);
  }

  /** L . L, averaged over the blocks: 1, less where a block holds one class only. */
  labelSquare = 0;

  /** c_j of every feature; `done` turns the share of this pass into progress. */
  async relate(pacer: Pacer, done: (share: number) => number): Promise<Float64Array> {
    const { matrix } = this.#training;
    const { blockCount, length, rowCount } = this.#blocks;
    const blocksAtOnce = Math.max(1, Math.min(blockCount, Math.floor(labelNumbers / length)));
    const mark = this.#engine.memory.mark();
    const kernel = this.#engine.memory.float32(blocksAtOnce * length);
    const labelKernel = new Float64Array(blocksAtOnce * length);
    const values = new Float32Array(rowCount);
    const related = new Float64Array(matrix.columnCount);
    for (let first = 0; first < blockCount; first += blocksAtOnce) {
      const end = Math.min(blockCount, first + blocksAtOnce);
      const used = (end - first) * length;
      this.#writeLabels(first, end, labelKernel, kernel);
      for (let i = 0; i < used; i++) this.labelSquare += (labelKernel[i] * labelKernel[i]) / blockCount;
      for (let feature = 0; feature < matrix.columnCount; feature++) {
        this.#readStandardised(feature, values);
        this.#writer.write(values, first, end, kernel.pointer);
        let sum = 0;
        for (let i = 0; i < used; i++) sum += kernel.view[i] * labelKernel[i];
        related[feature] += sum / blockCount;
        const share = (first + ((end - first) * feature) / matrix.columnCount) / blockCount;
        if (pacer.isDue(used * stepsPerNumber)) await pacer.rest(done(share));
      }
    }
    this.#engine.memory.release(mark);
    return related;
  }

  /** The kernels of what is to be told over the blocks first .. end; `kernel` has room for as many. */
  #writeLabels(first: number, end: number, into: Float64Array, kernel: Block<Float32Array>): void {
    const { target } = this.#training;
    const { length, rowCount } = this.#blocks;
    if (target.kind === 'classes') {
      for (let block = first; block < end; block++) {
        this.#blocks.writeDelta(target.labels, target.classNames.length, block, into, (block - first) * length);
      }
      return;
    }
    const values = new Float32Array(rowCount);
    standardise(target.values, values);
    this.#writer.write(values, first, end, kernel.pointer);
    into.set(kernel.view.subarray(0, (end - first) * length));
  }

  /**
   * G of the given features, [feature][feature] with the stride of the result, its sums in the given precision; release
   * it when done.
   */
  async relatePairs(
    features: Int32Array,
    precision: Precision,
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
    const gram = new Gram(this.#engine, precision, features.length, blocksAtOnce * length);
    const kernel = this.#engine.memory.float32(blocksAtOnce * length);
    for (let first = 0; first < blockCount; first += blocksAtOnce) {
      const end = Math.min(blockCount, first + blocksAtOnce);
      const used = (end - first) * length;
      const progress = () => done(first / blockCount);
      for (let i = 0; i < features.length; i++) {
        gram.panel.fill(0, i * gram.width + used, (i + 1) * gram.width);
        const own = values.subarray(i * rowCount, (i + 1) * rowCount);
        this.#writer.write(own, first, end, kernel.pointer);
        gram.panel.set(kernel.view.subarray(0, used), i * gram.width);
        if (pacer.isDue(used * stepsPerNumber)) await pacer.rest(progress());
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
    const { memory } = this.#engine;
    const { blockCount, length, rowCount } = this.#blocks;
    const mark = memory.mark();
    const otherRows = Math.ceil(others.length / 4) * 4;
    const atOnce = Math.floor(chunkNumbers / (otherRows + groupSize) / length);
    const blocksAtOnce = Math.max(1, Math.min(blockCount, atOnce));
    const width = Math.ceil((blocksAtOnce * length) / 4) * 4;
    const otherKernels = memory.float32(otherRows * width); // [other][number of the chunk]
    const group = { kernels: memory.float32(groupSize * width), products: memory.float64(groupSize * otherRows) };
    const values = new Float32Array(rowCount);
    const products = new Float64Array(features.length * others.length);
    const write = async (list: Int32Array, range: ChunkRange, into: Block<Float32Array>, share: number) => {
      into.view.fill(0);
      for (let i = 0; i < list.length; i++) {
        this.#readStandardised(list[i], values);
        this.#writer.write(values, range.first, range.end, shifted(into.pointer, 4 * i * width));
        if (pacer.isDue((range.end - range.first) * length * stepsPerNumber)) await pacer.rest(done(share));
      }
    };
    for (let first = 0; first < blockCount; first += blocksAtOnce) {
      const range = { first, end: Math.min(blockCount, first + blocksAtOnce) };
      await write(others, range, otherKernels, first / blockCount);
      for (let f = 0; f < features.length; f += groupSize) {
        const members = features.subarray(f, f + groupSize);
        const share = (first + ((range.end - first) * f) / features.length) / blockCount;
        await write(members, range, group.kernels, share);
        group.products.view.fill(0);
        const bounds = evenBounds(groupSize / 2, this.#engine.threadCount);
        const pointers = [group.products.pointer, group.kernels.pointer, otherKernels.pointer] as const;
        this.#engine.run('crossOfFloats', bounds, ...pointers, otherRows, width);
        for (let i = 0; i < members.length; i++) {
          for (let o = 0; o < others.length; o++) {
            products[(f + i) * others.length + o] += group.products.view[i * otherRows + o] / blockCount;
          }
        }
        if (pacer.isDue(groupSize * otherRows * width * stepsPerProduct)) await pacer.rest(done(share));
      }
    }
    memory.release(mark);
    return products;
  }

  #readStandardised(feature: number, into: Float32Array): void {
    spreadColumn(this.#reader.read(feature), this.#spread);
    standardise(this.#spread, into);
  }
}

/** The blocks of a chunk. */
interface ChunkRange {
  readonly first: number;
  readonly end: number;
}
