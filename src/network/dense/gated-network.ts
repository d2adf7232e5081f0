/**
 * A dense network behind stochastic gates: features times gates -> hidden layers -> classes.
 *
 * The gradient of gate i is the sum over outputs and rows of W_oi * delta_ob * x_ib. The gradient of the first layer's
 * weights already holds z_i * (sum over rows of delta_ob * x_ib), so it is (sum over outputs of W_oi * dW_oi) / z_i, and no
 * gradient of the inputs is ever computed. A gate at 0 is clamped and has no gradient.
 */
import { type Address, nowhere } from '../../compute/address.js';
import { type Engine, evenBounds } from '../../compute/engine.js';
import type { Block } from '../../compute/memory.js';
import type { Random } from '../../maths/random.js';
import type { Matrix, Target, TrainingSet } from '../../types.js';
import { lossOf } from '../loss.js';
import { type Activation, activations } from '../sparse/network.js';
import type { StepOptions } from '../sparse/pass.js';
import type { Stopwatch } from '../stopwatch.js';
import { DenseBatch } from './dense-batch.js';
import type { DenseNetwork } from './dense-epochs.js';
import {
  allocateDenseLayer,
  allocatePerInput,
  allocateRows,
  allocateScratch,
  backpropagateDense,
  type DenseLayer,
  forwardDense,
  initialiseDense,
  type Rows,
  updateDense,
  viewFirst,
} from './dense-layer.js';
import { Gates } from './gates.js';

export interface GatedShape {
  readonly hidden: readonly number[];
  readonly activation: Activation;
  readonly sigma: number;
  /** Weight of the penalty on each open gate. */
  readonly penalty: number;
  readonly batchSize: number;
  readonly step: StepOptions;
}

export class GatedNetwork implements DenseNetwork {
  readonly gates: Gates;
  readonly weightCount: number;
  readonly #engine: Engine;
  readonly #shape: GatedShape;
  readonly #activation: number;
  readonly #batch: DenseBatch;
  readonly #layers: readonly DenseLayer[];
  /** After each layer; the last one's logits turn into its delta. */
  readonly #outputs: readonly Rows[];
  readonly #deltas: readonly Rows[];
  readonly #gated: Rows;
  readonly #gate: Block<Float32Array>;
  /** For every feature the sum over first-layer outputs of weight times gradient. */
  readonly #products: Block<Float32Array>;
  readonly #scratch: Address;
  readonly #stopwatch: Stopwatch | undefined;

  constructor(
    engine: Engine,
    training: TrainingSet<Matrix, Target>,
    shape: GatedShape,
    random: Random,
    stopwatch?: Stopwatch,
  ) {
    const { memory } = engine;
    const { hidden, batchSize } = shape;
    const featureCount = training.matrix.columnCount;
    const sizes = [featureCount, ...hidden, lossOf(training.target).outputCount];
    this.#engine = engine;
    this.#shape = shape;
    this.#activation = activations.indexOf(shape.activation) + 1;
    this.#stopwatch = stopwatch;
    this.#batch = new DenseBatch(engine, training, batchSize);
    this.#layers = sizes.slice(1).map((outCount, index) => {
      const layer = allocateDenseLayer(memory, sizes[index], outCount, true);
      initialiseDense(layer, Math.sqrt(6 / (sizes[index] + outCount)), random.fork(`weights ${index}`));
      return layer;
    });
    this.weightCount = this.#layers.reduce((sum, { inCount, outCount }) => sum + inCount * outCount, 0);
    this.#outputs = this.#layers.map(({ outCount }) => allocateRows(memory, outCount, batchSize));
    const last = this.#layers.length - 1;
    this.#deltas = this.#layers.map(({ outCount }, index) =>
      index === last ? this.#outputs[last] : allocateRows(memory, outCount, batchSize),
    );
    this.#gated = allocateRows(memory, featureCount, batchSize);
    this.#gate = memory.float32(featureCount);
    this.#products = allocatePerInput(memory, featureCount);
    this.#scratch = allocateScratch(engine, batchSize);
    this.gates = new Gates(featureCount, shape.sigma, random.fork('gate noise'));
  }

  /** One step on rows order[from .. from + count]; returns the sum of their losses. */
  trainBatch(order: Int32Array, from: number, count: number): number {
    this.gates.draw(this.#gate.view);
    this.#forward(order, from, count);
    const loss = this.#batch.lossOf(this.#outputs[this.#layers.length - 1]);
    for (let index = this.#layers.length - 1; index >= 0; index--) this.#stepBack(index);
    this.gates.update(this.#products.view, this.#gate.view, this.#shape.penalty, this.#shape.step);
    this.#stopwatch?.lap('backward and update');
    return loss;
  }

  /** With the gates as they are without noise. */
  predict(order: Int32Array, from: number, count: number): Float32Array {
    this.gates.settle(this.#gate.view);
    this.#forward(order, from, count);
    return viewFirst(this.#engine.memory, this.#outputs[this.#layers.length - 1]);
  }

  #forward(order: Int32Array, from: number, count: number): void {
    this.#batch.load(order, from, count);
    this.#stopwatch?.lap('copy-in');
    this.#applyGates();
    this.#layers.forEach((layer, index) => {
      const activation = index === this.#layers.length - 1 ? 0 : this.#activation;
      forwardDense(this.#engine, layer, this.#below(index), this.#outputs[index], this.#batch.width, activation);
    });
    this.#stopwatch?.lap('forward');
  }

  #below(index: number): Rows {
    return index === 0 ? this.#gated : this.#outputs[index - 1];
  }

  /** The delta below a layer, with the weights of the forward pass, and then the step on them. */
  #stepBack(index: number): void {
    const layer = this.#layers[index];
    const delta = this.#deltas[index];
    const below = this.#below(index);
    const { width } = this.#batch;
    if (index > 0) {
      const deltaBelow = this.#deltas[index - 1];
      backpropagateDense(this.#engine, layer, delta, below, deltaBelow, this.#scratch, width, this.#activation);
    }
    const products = index === 0 ? this.#products.pointer : nowhere;
    updateDense(this.#engine, layer, delta, below, this.#scratch, width, this.#shape.step, products);
  }

  #applyGates(): void {
    const bounds = evenBounds(this.gates.means.length, this.#engine.threadCount);
    this.#engine.run(
      'scaleRows',
      bounds,
      this.#gated.pointer,
      this.#batch.inputs.pointer,
      this.#gate.pointer,
      this.#gated.stride,
      this.#batch.width,
    );
  }
}
