/**
 * The sparse network: features -> hidden layers -> classes, and the memory its passes need.
 * All layers but the last are sparse; the last one connects every neuron to every class.
 */
import type { Address } from '../../compute/address.js';
import { type Engine, weightedBounds } from '../../compute/engine.js';
import type { Block } from '../../compute/memory.js';
import type { Random } from '../../maths/random.js';
import { finish, type Steps } from '../../turns.js';
import { type LossKind, targetsOfRow } from '../loss.js';
import { connectionCount, connectSteps } from './connect.js';
import { initialiseWeights } from './initialise.js';
import { allocateLayer, type SparseLayer } from './layer.js';
import { writeLayerTable } from './layer-table.js';

export const activations = ['tanh', 'relu'] as const;
export type Activation = (typeof activations)[number];

export const initialisations = ['hidden', 'all', 'dense'] as const;
/** Which sparse layers begin with weights scaled to their fan-in: the hidden ones, all, or none ("dense" Glorot). */
export type Initialisation = (typeof initialisations)[number];

/** How a layer's work is cut over the threads, renewed whenever its connections change. */
export interface LayerBounds {
  byOutput: Int32Array;
  byInput: Int32Array;
}

export interface Network {
  readonly engine: Engine;
  readonly layers: readonly SparseLayer[];
  readonly bounds: readonly LayerBounds[];
  /**
   * Cuts of all layers' output neurons, numbered on, into parts with equally many connections; without the first layer's where
   * that one is trained by input neuron.
   */
  updateBounds: Int32Array;
  /** The kernels' code of the hidden activation: 1 tanh, 2 ReLU. */
  readonly activation: number;
  readonly loss: LossKind;
}

export interface NetworkShape {
  readonly featureCount: number;
  readonly hidden: readonly number[];
  readonly outputCount: number;
  readonly loss: LossKind;
  readonly epsilon: number;
  readonly activation: Activation;
  readonly initialisation: Initialisation;
  /** Whether the first layer is trained by input neuron, on the entries of its inputs (batch-entries.ts). */
  readonly byEntries?: boolean;
}

export function createNetwork(engine: Engine, shape: NetworkShape, random: Random, connectionRandom?: Random): Network {
  return finish(networkSteps(engine, shape, random, connectionRandom));
}

/** `connectionRandom` draws the connections where networks are to begin with the same ones and weights of their own. */
export function* networkSteps(
  engine: Engine,
  shape: NetworkShape,
  random: Random,
  connectionRandom: Random = random,
): Steps<Network> {
  const sizes = [shape.featureCount, ...shape.hidden, shape.outputCount];
  const layers = sizes.slice(1).map((outCount, index) => {
    const inCount = sizes[index];
    const isOutput = index === shape.hidden.length;
    const count = isOutput ? inCount * outCount : connectionCount(inCount, outCount, shape.epsilon);
    return allocateLayer(engine, inCount, outCount, count, index > 0 || shape.byEntries);
  });
  // Only now: a network that does not fit is refused before millions of connections are drawn.
  for (const [index, layer] of layers.entries()) {
    const isFanInAware = shape.initialisation === 'all' || (shape.initialisation === 'hidden' && index > 0);
    yield* connectSteps(layer, connectionRandom.fork(`connections ${index}`));
    initialiseWeights(layer, isFanInAware, random.fork(`weights ${index}`));
    yield layer.connectionCount;
  }
  const network: Network = {
    engine,
    layers,
    bounds: layers.map(() => ({ byOutput: new Int32Array(0), byInput: new Int32Array(0) })),
    updateBounds: new Int32Array(0),
    activation: activations.indexOf(shape.activation) + 1,
    loss: shape.loss,
  };
  for (let index = 0; index < layers.length; index++) refreshBounds(network, index);
  return network;
}

/** Cuts a layer's work anew after its connections have changed. */
export function refreshBounds(network: Network, index: number): void {
  const { engine, layers } = network;
  const { rowStart, columnStart, outCount, inCount } = layers[index];
  network.bounds[index].byOutput = boundsWithin(rowStart.view, outCount, engine.threadCount);
  network.bounds[index].byInput = boundsWithin(columnStart.view, inCount, engine.partCount);
  network.updateBounds = updateBounds(layers, engine.partCount);
}

/** Connections of a part at the least: to share out fewer takes longer than to do them. */
const leastConnections = 1024;

/** At most `most` parts with equally many connections. */
function boundsWithin(start: Int32Array, count: number, most: number): Int32Array {
  return weightedBounds(start, count, Math.max(1, Math.min(most, Math.floor(start[count] / leastConnections))));
}

function updateBounds(layers: readonly SparseLayer[], parts: number): Int32Array {
  const start = new Int32Array(layers.reduce((sum, { outCount }) => sum + outCount, 1));
  let [first, connections] = [0, 0];
  for (const { outCount, rowStart } of layers) {
    for (let o = 0; o <= outCount; o++) start[first + o] = connections + rowStart.view[o];
    first += outCount;
    connections = start[first];
  }
  if (layers[0].transposed === undefined) return boundsWithin(start, first, parts);
  const others = layers[0].outCount;
  return boundsWithin(
    start.subarray(others).map((sum) => sum - start[others]),
    first - others,
    parts,
  ).map((cut) => cut + others);
}

/** Activations and gradients of a number of rows, [neuron][row] with `stride` floats a neuron. */
export interface Workspace {
  readonly stride: number;
  /** Address of the layers' records (layer-table.ts). */
  readonly table: Address;
  /** After each layer: activations, and for the last layer logits that turn into its delta. */
  readonly outputs: readonly Block<Float32Array>[];
  /** Gradient of the loss with respect to each layer's sums; the last is the last of `outputs`. */
  readonly deltas: readonly Block<Float32Array>[];
  /** What the outputs are measured against, as `loss.ts` has it. */
  readonly targets: Block<Float32Array>;
  /** How much every row counts. */
  readonly weights: Block<Float32Array>;
  readonly losses: Block<Float32Array>;
}

export function createWorkspace(network: Network, rowCount: number): Workspace {
  const { memory } = network.engine;
  const stride = paddedStride(rowCount);
  const outputs = network.layers.map((layer) => memory.float32(layer.outCount * stride));
  const last = outputs.length - 1;
  const deltas = network.layers.map((layer, index) =>
    index === last ? outputs[last] : memory.float32(layer.outCount * stride),
  );
  const table = writeLayerTable(memory, network.layers, outputs, deltas);
  const outputCount = network.layers[last].outCount;
  const targets = memory.float32(targetsOfRow(network.loss, outputCount) * stride);
  const weights = memory.float32(stride);
  weights.view.fill(1);
  return { stride, table, outputs, deltas, targets, weights, losses: memory.float32(stride) };
}

/** Rounds up to whole vectors of four. */
export function paddedWidth(rowCount: number): number {
  return Math.ceil(rowCount / 4) * 4;
}

/** Whole cache lines, but an odd number of them: rows that are a power of two apart would fight for the same cache sets. */
export function paddedStride(rowCount: number): number {
  const lines = Math.ceil(rowCount / 16);
  return rowCount <= 32 ? paddedWidth(rowCount) : (lines % 2 === 0 ? lines + 1 : lines) * 16;
}
