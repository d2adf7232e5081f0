/**
 * The network of LassoNet: logits = W2 relu(W1 x + b1) + b2 + S x, with skip weights S from every feature to every class.
 * More hidden layers may stand between W1 and the classes.
 *
 * After each gradient step the hierarchical proximal step (kernels/hierarchical-prox.ts) shrinks the skip weights of
 * every feature by the penalty and cuts its weights in W1 to M times their norm, so that a feature without skip weights
 * has no weights at all.
 */
import type { Address } from '../../compute/address.js';
import type { Engine } from '../../compute/engine.js';
import type { Random } from '../../maths/random.js';
import type { Matrix, Target, TrainingSet } from '../../types.js';
import { lossOf } from '../loss.js';
import type { StepOptions } from '../sparse/pass.js';
import type { Stopwatch } from '../stopwatch.js';
import { DenseBatch } from './dense-batch.js';
import type { DenseNetwork } from './dense-epochs.js';
import {
  allocateDenseLayer,
  allocateRows,
  allocateScratch,
  backpropagateDense,
  type DenseLayer,
  forwardDense,
  initialiseDense,
  keepInputs,
  type Rows,
  tileBounds,
  updateDense,
  viewFirst,
} from './dense-layer.js';

const relu = 2;

export interface LassoShape {
  readonly hidden: number;
  /** How many hidden layers of that size there are. */
  readonly layers: number;
  /** M: how far a feature's first-layer weights may exceed its skip norm. */
  readonly hierarchy: number;
  readonly batchSize: number;
  readonly step: StepOptions;
}

export class LassoNetwork implements DenseNetwork {
  readonly #engine: Engine;
  readonly #shape: LassoShape;
  readonly #batch: DenseBatch;
  /** From the features to the outputs; the first one's weights are held by the skip weights. */
  readonly layers: readonly DenseLayer[];
  readonly #skip: DenseLayer;
  /** Of every hidden layer. */
  readonly #hidden: readonly Rows[];
  readonly #hiddenDelta: readonly Rows[];
  readonly #logits: Rows;
  readonly #scratch: Address;
  readonly #stopwatch: Stopwatch | undefined;

  constructor(
    engine: Engine,
    training: TrainingSet<Matrix, Target>,
    shape: LassoShape,
    random: Random,
    stopwatch?: Stopwatch,
  ) {
    const { memory } = engine;
    const { outputCount } = lossOf(training.target);
    const featureCount = training.matrix.columnCount;
    const { hidden, layers, batchSize } = shape;
    const sizes = [featureCount, ...new Array<number>(layers).fill(hidden), outputCount];
    this.#engine = engine;
    this.#shape = shape;
    this.#stopwatch = stopwatch;
    this.#batch = new DenseBatch(engine, training, batchSize);
    this.layers = sizes.slice(1).map((size, index) => allocateDenseLayer(memory, sizes[index], size, true));
    this.#skip = allocateDenseLayer(memory, featureCount, outputCount, false);
    this.#hidden = sizes.slice(1, -1).map((size) => allocateRows(memory, size, batchSize));
    this.#hiddenDelta = sizes.slice(1, -1).map((size) => allocateRows(memory, size, batchSize));
    this.#logits = allocateRows(memory, outputCount, batchSize);
    this.#scratch = allocateScratch(engine, batchSize);
    const nameOf = (index: number) => (index === 0 ? 'first' : index === layers ? 'second' : `hidden ${index}`);
    this.#all.forEach((layer, index) => {
      initialiseDense(layer, 1 / Math.sqrt(layer.inCount), random.fork(layer === this.#skip ? 'skip' : nameOf(index)));
    });
  }

  /** Features that have not left. */
  get featureCount(): number {
    return this.#skip.inCount;
  }

  get weightCount(): number {
    return this.#all.reduce((sum, layer) => sum + layer.inCount * layer.outCount, 0);
  }

  get #all(): readonly DenseLayer[] {
    return [...this.layers, this.#skip];
  }

  /** One step on rows order[from .. from + count] under the penalty lambda; returns the sum of their losses. */
  trainBatch(lambda: number, order: Int32Array, from: number, count: number): number {
    const engine = this.#engine;
    const batch = this.#batch;
    const { step } = this.#shape;
    this.#forward(order, from, count);
    const { inputs, width } = batch;
    const loss = batch.lossOf(this.#logits);
    const scratch = this.#scratch;
    const [hidden, deltas] = [this.#hidden, [...this.#hiddenDelta, this.#logits]];
    for (let index = this.layers.length - 1; index > 0; index--) {
      const [layer, delta, below] = [this.layers[index], deltas[index], hidden[index - 1]];
      backpropagateDense(engine, layer, delta, below, deltas[index - 1], scratch, width, relu);
      updateDense(engine, layer, delta, below, scratch, width, step);
    }
    updateDense(engine, this.#skip, this.#logits, inputs, scratch, width, step);
    updateDense(engine, this.layers[0], deltas[0], inputs, scratch, width, step);
    this.#stopwatch?.lap('backward and update');
    // A steady gradient moves a weight by learningRate / (1 - momentum) times itself: the penalty must pull as far.
    this.#stepTowardsSparsity((lambda * step.learningRate) / (1 - step.momentum));
    this.#stopwatch?.lap('proximal step');
    return loss;
  }

  predict(order: Int32Array, from: number, count: number): Float32Array {
    this.#forward(order, from, count);
    return viewFirst(this.#engine.memory, this.#logits);
  }

  #forward(order: Int32Array, from: number, count: number): void {
    const engine = this.#engine;
    this.#batch.load(order, from, count);
    this.#stopwatch?.lap('copy-in');
    const { inputs, width } = this.#batch;
    this.layers.forEach((layer, index) => {
      const isLast = index === this.layers.length - 1;
      const from = index === 0 ? inputs : this.#hidden[index - 1];
      forwardDense(engine, layer, from, isLast ? this.#logits : this.#hidden[index], width, isLast ? 0 : relu);
    });
    forwardDense(engine, this.#skip, inputs, this.#logits, width, 0);
    this.#stopwatch?.lap('forward');
  }

  #stepTowardsSparsity(threshold: number): void {
    this.#engine.run(
      'hierarchicalProx',
      tileBounds(this.featureCount, this.#engine.threadCount),
      this.#skip.weight.pointer,
      this.layers[0].weight.pointer,
      this.#skip.stride,
      this.layers[0].stride,
      this.#skip.outCount,
      this.layers[0].outCount,
      threshold,
      this.#shape.hierarchy,
    );
  }

  /** The norm of the skip weights of every feature that has not left. */
  skipNorms(): Float64Array {
    const { inCount, outCount, stride, weight } = this.#skip;
    const norms = new Float64Array(inCount);
    for (let c = 0; c < outCount; c++) {
      for (let a = 0; a < inCount; a++) norms[a] += weight.view[c * stride + a] * weight.view[c * stride + a];
    }
    return norms.map(Math.sqrt);
  }

  /** Goes on with the features at these places (ascending) alone. */
  keep(places: Int32Array): void {
    this.#batch.keep(places);
    keepInputs(this.layers[0], places);
    keepInputs(this.#skip, places);
  }

  /** Forgets the momentum, as a new optimiser would. */
  rest(): void {
    for (const layer of this.#all) {
      layer.velocity.view.fill(0);
      layer.biasVelocity?.view.fill(0);
    }
  }
}
