/** Forward and backward passes of a batch that stands in columns of a workspace, and the step that follows. */
import { type Address, nowhere, shifted } from '../../compute/address.js';
import { evenBounds } from '../../compute/engine.js';
import { exp } from '../../maths/deterministic-math.js';
import type { Random } from '../../maths/random.js';
import { lossCode } from '../loss.js';
import type { Network, Workspace } from './network.js';
import { paddedWidth } from './network.js';

/** A batch: its inputs as [feature][row], and the columns of the workspace its results go to. */
export interface Batch {
  readonly input: Address;
  readonly inputStride: number;
  /** In place of the inputs, the record of those that are not zero (batch-entries.ts). */
  readonly entries?: Address;
  /** Whether the record holds the first layer's sums in a row of zeros already. */
  readonly hasZeroSums?: boolean;
  readonly rowCount: number;
  /** First column in the workspace, a multiple of 4. */
  readonly column: number;
}

/** How much more than its share a thread may have before the passes are cut by neurons instead of columns. */
const mostUneven = 1.15;

/**
 * Activations of all layers and the gradient of the loss, times `scale`, with respect to the sums of all layers.
 * Returns the sum of the losses. How the work is cut does not change a bit of the result.
 */
export function passBatch(network: Network, work: Workspace, batch: Batch, scale: number): number {
  const vectors = paddedWidth(batch.rowCount) / 4;
  const { threadCount } = network.engine;
  // Entries are cut by columns, fair or not: cut by neurons, a thread would look for its own in the list of every feature.
  const bounds = columnBounds(vectors, threadCount) ?? (batch.entries && evenBounds(vectors, threadCount));
  if (bounds) passByColumns(network, work, batch, scale, bounds);
  else passByNeurons(network, work, batch, scale);
  let total = 0;
  for (let b = 0; b < batch.rowCount; b++) total += work.losses.view[batch.column + b];
  return total;
}

/** Cuts of the batch's vectors of four columns, on whole cache lines where that is fair; undefined where no cut is. */
export function columnBounds(vectors: number, parts: number): Int32Array | undefined {
  const largest = (bounds: Int32Array): number =>
    Math.max(...bounds.subarray(1).map((end, part) => end - bounds[part]));
  const isFair = (bounds: Int32Array): boolean => largest(bounds) * parts <= mostUneven * vectors;
  const even = evenBounds(vectors, parts);
  const lines = even.map((cut, part) => (part === parts ? vectors : Math.round(cut / 4) * 4));
  return [lines, even].find(isFair);
}

/** One call for all layers: every thread takes its columns through the whole network and back. */
function passByColumns(network: Network, work: Workspace, batch: Batch, scale: number, bounds: Int32Array): void {
  sumZeros(network, work, batch);
  network.engine.run(
    'passColumns',
    bounds,
    work.table,
    network.layers.length,
    batch.input,
    batch.entries ?? nowhere,
    work.targets.pointer,
    work.weights.pointer,
    work.losses.pointer,
    batch.inputStride,
    work.stride,
    batch.column,
    batch.rowCount,
    network.activation,
    lossCode(network.loss),
    scale,
  );
}

/** Layer after layer, every thread its neurons: for batches with too few columns to go round. */
function passByNeurons(network: Network, work: Workspace, batch: Batch, scale: number): void {
  forwardBatch(network, work, batch);
  lossOfBatch(network, work, batch, scale);
  for (let index = network.layers.length - 1; index > 0; index--) backpropagateLayer(network, work, batch, index);
}

/**
 * As `passBatch`, for the sum of the softmax outputs in place of the loss. That sum is 1 whatever the weights, and its
 * gradient, p_c (1 - sum of p) for class c, is what rounding leaves of 0: here the error of every row is drawn, between
 * -1 and 1, because only which gradients are largest matters. What is measured so is noise.
 */
export function passRounding(network: Network, work: Workspace, batch: Batch, random: Random): void {
  if (network.loss !== 'softmax') throw new Error('only the outputs of a softmax sum to 1');
  forwardBatch(network, work, batch);
  const last = network.layers.length - 1;
  // The outputs stand where their delta goes.
  const delta = work.deltas[last].view;
  for (let b = 0; b < batch.rowCount; b++) {
    const places = Array.from({ length: network.layers[last].outCount }, (_, c) => c * work.stride + batch.column + b);
    const top = Math.max(...places.map((at) => delta[at]));
    const powers = places.map((at) => exp(delta[at] - top));
    const sum = powers.reduce((total, power) => total + power, 0);
    const error = 2 * random.float() - 1;
    places.forEach((at, c) => {
      delta[at] = (error * powers[c]) / sum;
    });
  }
  for (let index = last; index > 0; index--) backpropagateLayer(network, work, batch, index);
}

/** Activations of all layers alone. */
export function forwardBatch(network: Network, work: Workspace, batch: Batch): void {
  sumZeros(network, work, batch);
  network.layers.forEach((_, index) => {
    if (index === 0 && batch.entries) forwardEntries(network, work, batch, batch.entries);
    else forwardLayer(network, work, batch, index);
  });
}

/** What the first layer's sums are in a row of zeros, where it goes by entries. */
function sumZeros(network: Network, work: Workspace, { entries, hasZeroSums }: Batch): void {
  if (entries && !hasZeroSums) beginZeroSums(network, work, entries)();
}

/** Begins them; what it gives back waits for the end. They are of the weights as they are, whatever rows are brought in. */
export function beginZeroSums(network: Network, work: Workspace, entries: Address): () => void {
  return network.engine.begin('sumZeros', wholeOutput(network), work.table, entries);
}

/** The first layer's output neurons in one part. */
const wholeOutput = ({ layers }: Network): Int32Array => Int32Array.of(0, layers[0].outCount);

function forwardEntries(network: Network, work: Workspace, batch: Batch, entries: Address): void {
  const { engine, layers, bounds, activation } = network;
  const kind = layers.length === 1 ? 0 : activation;
  const vectors = paddedWidth(batch.rowCount) / 4;
  engine.run('forwardEntries', bounds[0].byOutput, work.table, entries, work.stride, batch.column, kind, 0, vectors);
}

function forwardLayer({ engine, layers, bounds, activation }: Network, work: Workspace, batch: Batch, index: number) {
  const layer = layers[index];
  const shift = batch.column * 4;
  engine.run(
    'forward',
    bounds[index].byOutput,
    shifted(work.outputs[index].pointer, shift),
    index === 0 ? batch.input : shifted(work.outputs[index - 1].pointer, shift),
    layer.bias.pointer,
    layer.rowStart.pointer,
    layer.column.pointer,
    layer.weight.pointer,
    work.stride,
    index === 0 ? batch.inputStride : work.stride,
    paddedWidth(batch.rowCount),
    index === layers.length - 1 ? 0 : activation,
  );
}

/** Turns the outputs into the last layer's delta, times `scale`. */
function lossOfBatch({ engine, layers, loss }: Network, work: Workspace, batch: Batch, scale: number): void {
  const last = layers.length - 1;
  const shift = batch.column * 4;
  engine.run(
    'loss',
    evenBounds(paddedWidth(batch.rowCount) / 4, engine.threadCount),
    shifted(work.deltas[last].pointer, shift),
    shifted(work.losses.pointer, shift),
    shifted(work.outputs[last].pointer, shift),
    shifted(work.targets.pointer, shift),
    shifted(work.weights.pointer, shift),
    lossCode(loss),
    layers[last].outCount,
    work.stride,
    batch.rowCount,
    scale,
  );
}

/** Delta of the layer below (`index` is at least 1), from this layer's delta and the weights as they are. */
function backpropagateLayer(
  { engine, layers, bounds, activation }: Network,
  work: Workspace,
  batch: Batch,
  index: number,
): void {
  const layer = layers[index];
  const shift = batch.column * 4;
  engine.run(
    'backpropagate',
    bounds[index].byInput,
    shifted(work.deltas[index - 1].pointer, shift),
    shifted(work.outputs[index - 1].pointer, shift),
    shifted(work.deltas[index].pointer, shift),
    layer.columnStart.pointer,
    layer.row.pointer,
    layer.transposed!.weight.pointer,
    work.stride,
    work.stride,
    paddedWidth(batch.rowCount),
    activation,
  );
}

export interface StepOptions {
  readonly learningRate: number;
  readonly momentum: number;
  readonly weightDecay: number;
}

/** One step of the optimiser on all layers, after `passBatch`. */
export function updateLayers(
  network: Network,
  work: Workspace,
  batch: Batch,
  { learningRate, momentum, weightDecay }: StepOptions,
): void {
  const { engine, bounds } = network;
  if (batch.entries) {
    const given = [work.table, batch.entries] as const;
    const place = [work.stride, batch.column, paddedWidth(batch.rowCount)] as const;
    engine.run('stepBiases', wholeOutput(network), ...given, ...place, learningRate, momentum);
    engine.run('updateEntries', bounds[0].byInput, ...given, learningRate, momentum, weightDecay);
  }
  engine.run(
    'updateNetwork',
    network.updateBounds,
    work.table,
    network.layers.length,
    batch.input,
    batch.inputStride,
    work.stride,
    batch.column,
    paddedWidth(batch.rowCount),
    learningRate,
    momentum,
    weightDecay,
  );
}
