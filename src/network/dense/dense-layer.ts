/** One dense layer in kernel memory, and the kernels' calls on it. Activations are [neuron][row], rows contiguous. */
import { type Address, nowhere } from '../../compute/address.js';
import { type Engine, evenBounds } from '../../compute/engine.js';
import type { Block, ComputeMemory } from '../../compute/memory.js';
import type { Random } from '../../maths/random.js';
import { paddedStride, paddedWidth } from '../sparse/network.js';
import type { StepOptions } from '../sparse/pass.js';

export interface DenseLayer {
  /** Falls where inputs are taken away. */
  inCount: number;
  readonly outCount: number;
  /** Floats from one output's weights to the next. */
  stride: number;
  /** [output][input]. */
  readonly weight: Block<Float32Array>;
  readonly velocity: Block<Float32Array>;
  /** Undefined where the layer adds to what another one gives. */
  readonly bias: Block<Float32Array> | undefined;
  readonly biasVelocity: Block<Float32Array> | undefined;
}

/** Activations or deltas of a batch; neurons are rounded up to fours, and the rows of the rest are 0. */
export interface Rows {
  readonly pointer: Address;
  readonly stride: number;
}

/** The input gradient reads whole cache lines, so up to this many floats behind the last weight. */
const readBehind = 16;

/** Inputs that the update and the proximal step take at a time. */
const tileInputs = 16;

/** Whole tiles, an odd number of cache lines. */
function weightStride(inCount: number): number {
  const tiles = Math.ceil(inCount / tileInputs);
  return (tiles % 2 === 0 ? tiles + 1 : tiles) * tileInputs;
}

/** Cuts the tiles of so many inputs into parts, for kernels that take whole tiles. */
export function tileBounds(inCount: number, parts: number): Int32Array {
  return evenBounds(Math.ceil(inCount / tileInputs), parts);
}

/** Room for one number an input, in whole tiles. */
export function allocatePerInput(memory: ComputeMemory, inCount: number): Block<Float32Array> {
  return memory.float32(Math.ceil(inCount / tileInputs) * tileInputs);
}

export function allocateDenseLayer(
  memory: ComputeMemory,
  inCount: number,
  outCount: number,
  hasBias: boolean,
): DenseLayer {
  const stride = weightStride(inCount);
  return {
    inCount,
    outCount,
    stride,
    weight: memory.float32(outCount * stride + readBehind),
    velocity: memory.float32(outCount * stride),
    bias: hasBias ? memory.float32(outCount) : undefined,
    biasVelocity: hasBias ? memory.float32(outCount) : undefined,
  };
}

export function allocateRows(memory: ComputeMemory, neuronCount: number, rowCount: number): Rows {
  const stride = paddedStride(rowCount);
  return { pointer: memory.float32(Math.ceil(neuronCount / 4) * 4 * stride).pointer, stride };
}

/** What the first neuron gives for every row. */
export function viewFirst(memory: ComputeMemory, { pointer, stride }: Rows): Float32Array {
  return new Float32Array(memory.buffer, pointer, stride);
}

/** Room in which the input gradient lays out weights and the update its inputs, for every thread. */
export function allocateScratch(engine: Engine, batchSize: number): Address {
  return engine.memory.float32(engine.threadCount * Math.max(128 * 16, 256 * paddedWidth(batchSize))).pointer;
}

/** Weights uniform in +-limit; biases and velocities start at 0. */
export function initialiseDense(layer: DenseLayer, limit: number, random: Random): void {
  const weight = layer.weight.view;
  for (let o = 0; o < layer.outCount; o++) {
    for (let i = 0; i < layer.inCount; i++) weight[o * layer.stride + i] = (2 * random.float() - 1) * limit;
  }
}

/** output = activation(bias + W input), or output += W input where the layer has no bias. */
export function forwardDense(
  engine: Engine,
  layer: DenseLayer,
  input: Rows,
  output: Rows,
  width: number,
  activation: number,
): void {
  engine.run(
    'denseForward',
    evenBounds(layer.outCount, engine.threadCount),
    output.pointer,
    input.pointer,
    layer.bias?.pointer ?? nowhere,
    layer.weight.pointer,
    output.stride,
    input.stride,
    layer.stride,
    layer.inCount,
    width,
    activation,
  );
}

/** inDelta = activation'(input) * W' delta; `input` and `inDelta` share one stride. */
export function backpropagateDense(
  engine: Engine,
  layer: DenseLayer,
  delta: Rows,
  input: Rows,
  inDelta: Rows,
  scratch: Address,
  width: number,
  activation: number,
): void {
  engine.run(
    'denseBackpropagate',
    evenBounds(layer.inCount, engine.threadCount),
    inDelta.pointer,
    input.pointer,
    delta.pointer,
    layer.weight.pointer,
    scratch,
    inDelta.stride,
    delta.stride,
    layer.stride,
    layer.outCount,
    width,
    activation,
  );
}

/**
 * One step of the optimiser on the layer. Where `products` is given, it receives for every input the sum over outputs of
 * weight times gradient, both from before the step.
 */
export function updateDense(
  engine: Engine,
  layer: DenseLayer,
  delta: Rows,
  input: Rows,
  scratch: Address,
  width: number,
  { learningRate, momentum, weightDecay }: StepOptions,
  products: Address = nowhere,
): void {
  engine.run(
    'denseUpdate',
    tileBounds(layer.inCount, engine.threadCount),
    layer.weight.pointer,
    layer.velocity.pointer,
    layer.bias?.pointer ?? nowhere,
    layer.biasVelocity?.pointer ?? nowhere,
    products,
    delta.pointer,
    input.pointer,
    scratch,
    delta.stride,
    input.stride,
    layer.stride,
    layer.inCount,
    layer.outCount,
    width,
    learningRate,
    momentum,
    weightDecay,
  );
}

/**
 * Keeps the inputs at the given places (ascending) and closes up the rest, weights and velocities alike.
 * Rows move towards the front, so nothing is overwritten before it is read.
 */
export function keepInputs(layer: DenseLayer, places: Int32Array): void {
  const stride = weightStride(places.length);
  for (const { view } of [layer.weight, layer.velocity]) {
    for (let o = 0; o < layer.outCount; o++) {
      const to = o * stride;
      const from = o * layer.stride;
      for (let a = 0; a < places.length; a++) view[to + a] = view[from + places[a]];
      view.fill(0, to + places.length, to + stride);
    }
  }
  layer.inCount = places.length;
  layer.stride = stride;
}

/** Puts the input of place `places[a]` at place `a`, weights and velocities alike; an input of place -1 is new and begins at 0. */
export function exchangeInputs({ weight, velocity, inCount, outCount, stride }: DenseLayer, places: Int32Array): void {
  if (places.length !== inCount) throw new Error(`${places.length} inputs in place of ${inCount}`);
  const before = new Float32Array(inCount);
  for (const { view } of [weight, velocity]) {
    for (let o = 0; o < outCount; o++) {
      const own = view.subarray(o * stride, o * stride + inCount);
      before.set(own);
      for (let a = 0; a < inCount; a++) own[a] = places[a] < 0 ? 0 : before[places[a]];
    }
  }
}
