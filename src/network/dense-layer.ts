/** One dense layer in kernel memory, and the kernels' calls on it. Activations are [neuron][row], rows contiguous. */
import { type Engine, evenBounds } from '../compute/engine.js';
import type { Block, ComputeMemory } from '../compute/memory.js';
import type { Random } from '../random.js';
import { paddedStride } from './network.js';
import type { StepOptions } from './pass.js';

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
  readonly pointer: number;
  readonly stride: number;
}

/** The input gradient reads whole cache lines, so up to this many floats behind the last weight. */
const readBehind = 16;

export function allocateDenseLayer(
  memory: ComputeMemory,
  inCount: number,
  outCount: number,
  hasBias: boolean,
): DenseLayer {
  const stride = paddedStride(inCount);
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

/** Room in which the input gradient lays out weights, for every thread. */
export function allocateScratch(engine: Engine): number {
  return engine.memory.float32(engine.threadCount * 256 * 16).pointer;
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
    layer.bias?.pointer ?? 0,
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
  scratch: number,
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

/** One step of the optimiser on the layer. */
export function updateDense(
  engine: Engine,
  layer: DenseLayer,
  delta: Rows,
  input: Rows,
  width: number,
  { learningRate, momentum, weightDecay }: StepOptions,
): void {
  engine.run(
    'denseUpdate',
    evenBounds(layer.outCount, engine.threadCount),
    layer.weight.pointer,
    layer.velocity.pointer,
    layer.bias?.pointer ?? 0,
    layer.biasVelocity?.pointer ?? 0,
    delta.pointer,
    input.pointer,
    delta.stride,
    input.stride,
    layer.stride,
    layer.inCount,
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
  const stride = paddedStride(places.length);
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
