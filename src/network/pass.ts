/** Forward and backward passes of a batch that stands in columns of a workspace. */
import { evenBounds } from '../compute/engine.js';
import type { Network, Workspace } from './network.js';
import { paddedWidth } from './network.js';

/** A batch: its inputs as [feature][row], and the columns of the workspace its results go to. */
export interface Batch {
  readonly input: number;
  readonly inputStride: number;
  readonly rowCount: number;
  /** First column in the workspace, a multiple of 4. */
  readonly column: number;
}

/** Activations of all layers; the last layer's logits stand in its output. */
export function forwardPass(network: Network, work: Workspace, batch: Batch): void {
  const { engine, layers, bounds, activation } = network;
  const width = paddedWidth(batch.rowCount);
  const shift = batch.column * 4;
  layers.forEach((layer, index) => {
    engine.run(
      'forward',
      bounds[index].byOutput,
      work.outputs[index].pointer + shift,
      index === 0 ? batch.input : work.outputs[index - 1].pointer + shift,
      layer.bias.pointer,
      layer.rowStart.pointer,
      layer.column.pointer,
      layer.weight.pointer,
      work.stride,
      index === 0 ? batch.inputStride : work.stride,
      width,
      index === layers.length - 1 ? 0 : activation,
    );
  });
}

/** Turns the logits into the last layer's delta, times `scale`; returns the sum of the losses. */
export function lossPass(network: Network, work: Workspace, batch: Batch, scale: number): number {
  const { engine, layers } = network;
  const last = layers.length - 1;
  const width = paddedWidth(batch.rowCount);
  const shift = batch.column * 4;
  engine.run(
    'softmax',
    evenBounds(width / 4, engine.threadCount),
    work.deltas[last].pointer + shift,
    work.losses.pointer + shift,
    work.outputs[last].pointer + shift,
    work.labels.pointer + shift,
    layers[last].outCount,
    work.stride,
    batch.rowCount,
    scale,
  );
  let total = 0;
  for (let b = 0; b < batch.rowCount; b++) total += work.losses.view[batch.column + b];
  return total;
}

/** Delta of the layer below (`index` is at least 1), from this layer's delta and the weights as they are. */
export function backpropagateLayer(network: Network, work: Workspace, batch: Batch, index: number): void {
  const { engine, layers, bounds, activation } = network;
  const layer = layers[index];
  const shift = batch.column * 4;
  engine.run(
    'backpropagate',
    bounds[index].byInput,
    work.deltas[index - 1].pointer + shift,
    work.outputs[index - 1].pointer + shift,
    work.deltas[index].pointer + shift,
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

/** One step of the optimiser on one layer. */
export function updateLayer(
  network: Network,
  work: Workspace,
  batch: Batch,
  index: number,
  { learningRate, momentum, weightDecay }: StepOptions,
): void {
  const { engine, layers, bounds } = network;
  const layer = layers[index];
  const shift = batch.column * 4;
  engine.run(
    'update',
    bounds[index].byOutput,
    layer.weight.pointer,
    layer.velocity.pointer,
    layer.bias.pointer,
    layer.biasVelocity.pointer,
    layer.transposed?.weight.pointer ?? 0,
    layer.transposed?.place.pointer ?? 0,
    work.deltas[index].pointer + shift,
    index === 0 ? batch.input : work.outputs[index - 1].pointer + shift,
    layer.rowStart.pointer,
    layer.column.pointer,
    work.stride,
    index === 0 ? batch.inputStride : work.stride,
    paddedWidth(batch.rowCount),
    learningRate,
    momentum,
    weightDecay,
  );
}
