/**
 * The network of EntryPrune: some of the features -> one hidden layer (ReLU) -> outputs, dense, with inputs that are
 * exchanged for others on the way. A feature that comes in begins with weights and velocities of 0, so that all it has at
 * the end of a round it has gained in that round.
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
  exchangeInputs,
  forwardDense,
  initialiseDense,
  type Rows,
  updateDense,
  viewFirst,
} from './dense-layer.js';

const relu = 2;

export interface EntryShape {
  readonly hidden: number;
  readonly batchSize: number;
  readonly step: StepOptions;
}

export class EntryNetwork implements DenseNetwork {
  readonly weightCount: number;
  /** From the inputs to the hidden layer. */
  readonly first: DenseLayer;
  readonly #engine: Engine;
  readonly #step: StepOptions;
  readonly #batch: DenseBatch;
  readonly #second: DenseLayer;
  readonly #hidden: Rows;
  readonly #hiddenDelta: Rows;
  readonly #outputs: Rows;
  readonly #scratch: Address;
  readonly #stopwatch: Stopwatch | undefined;
  #features: Int32Array;

  /** Begins with the given features, ascending; there are as many inputs at all times. */
  constructor(
    engine: Engine,
    training: TrainingSet<Matrix, Target>,
    features: Int32Array,
    { hidden, batchSize, step }: EntryShape,
    random: Random,
    stopwatch?: Stopwatch,
  ) {
    const { memory } = engine;
    const { outputCount } = lossOf(training.target);
    this.#engine = engine;
    this.#step = step;
    this.#stopwatch = stopwatch;
    this.#batch = new DenseBatch(engine, training, batchSize);
    this.first = allocateDenseLayer(memory, features.length, hidden, true);
    this.#second = allocateDenseLayer(memory, hidden, outputCount, true);
    this.#hidden = allocateRows(memory, hidden, batchSize);
    this.#hiddenDelta = allocateRows(memory, hidden, batchSize);
    this.#outputs = allocateRows(memory, outputCount, batchSize);
    this.#scratch = allocateScratch(engine, batchSize);
    this.weightCount = hidden * (features.length + outputCount);
    initialiseDense(this.first, 1 / Math.sqrt(features.length), random.fork('first'));
    initialiseDense(this.#second, 1 / Math.sqrt(hidden), random.fork('second'));
    this.#features = features;
    this.#batch.use(features);
  }

  /** The features that are inputs now, ascending. */
  get features(): Int32Array {
    return this.#features;
  }

  /** One step on rows order[from .. from + count]; returns the sum of their losses. */
  trainBatch(order: Int32Array, from: number, count: number): number {
    const engine = this.#engine;
    const batch = this.#batch;
    const step = this.#step;
    this.#forward(order, from, count);
    const { inputs, width } = batch;
    const loss = batch.lossOf(this.#outputs);
    const scratch = this.#scratch;
    backpropagateDense(engine, this.#second, this.#outputs, this.#hidden, this.#hiddenDelta, scratch, width, relu);
    updateDense(engine, this.#second, this.#outputs, this.#hidden, scratch, width, step);
    updateDense(engine, this.first, this.#hiddenDelta, inputs, scratch, width, step);
    this.#stopwatch?.lap('backward and update');
    return loss;
  }

  predict(order: Int32Array, from: number, count: number): Float32Array {
    this.#forward(order, from, count);
    return viewFirst(this.#engine.memory, this.#outputs);
  }

  #forward(order: Int32Array, from: number, count: number): void {
    this.#batch.load(order, from, count);
    this.#stopwatch?.lap('copy-in');
    const { inputs, width } = this.#batch;
    forwardDense(this.#engine, this.first, inputs, this.#hidden, width, relu);
    forwardDense(this.#engine, this.#second, this.#hidden, this.#outputs, width, 0);
    this.#stopwatch?.lap('forward');
  }

  /** The weights of every input to the hidden layer, [hidden][input]. */
  inputWeights(): Float32Array {
    const { inCount, outCount, stride, weight } = this.first;
    const weights = new Float32Array(outCount * inCount);
    for (let o = 0; o < outCount; o++) {
      weights.set(weight.view.subarray(o * stride, o * stride + inCount), o * inCount);
    }
    return weights;
  }

  /** Goes on with these features (ascending, as many as before): those it has keep their weights, the others begin at 0. */
  exchange(features: Int32Array): void {
    const placeOf = new Map(Array.from(this.#features, (feature, place) => [feature, place]));
    exchangeInputs(
      this.first,
      features.map((feature) => placeOf.get(feature) ?? -1),
    );
    this.#features = features;
    this.#batch.use(features);
  }
}
