// A whole network at a time: what one thread does between two barriers of a training step.
//
// A row of the batch passes through all layers and back without needing any other row, so the passes are cut by columns
// of the batch: no thread waits between layers, and what a layer writes is still in the thread's own cache when the next
// one reads it. The update needs all rows but of no other layer, so it is cut by output neurons of all layers together.
import { backpropagate } from './backpropagate';
import { forwardEntries } from './entries';
import { forward } from './forward';
import { layerAt } from './layer-record';
import { loss as lossOfColumns } from './loss';
import { update } from './update';

/**
 * Forward pass, loss and backward pass of the batch columns 4 * from .. 4 * to: `forward` for every layer, `loss`,
 * `backpropagate` for every layer but the first. `input` has `inStride` floats a feature; outputs and deltas, which the
 * layers' records name, and `target`, `weight` and `loss` have `stride`, and the batch begins at their column `column`.
 * With `entries` (0 for none) the first layer goes by them, in place of `input`; `sumZeros` has gone before.
 */
export function passColumns(
  table: usize, layerCount: i32, input: usize, entries: usize, target: usize, weight: usize, loss: usize, inStride: i32,
  stride: i32, column: i32, rowCount: i32, activation: i32, lossKind: i32, scale: f32, from: i32, to: i32,
): void {
  const start = <usize>column << 2;
  const shift = start + (<usize>from << 4);
  const width = (to - from) << 2;
  const last = layerCount - 1;
  let source = input + (<usize>from << 4);
  let sourceStride = inStride;
  for (let index = 0; index < layerCount; index++) {
    const layer = layerAt(table, index);
    const into = layer.output + shift;
    const kind = index == last ? 0 : activation;
    if (entries && index == 0) {
      forwardEntries(table, entries, stride, column, kind, from, to, 0, layer.outCount);
    } else {
      forward(
        into, source, layer.bias, layer.rowStart, layer.column, layer.weight,
        stride, sourceStride, width, kind, 0, layer.outCount,
      );
    }
    source = into;
    sourceStride = stride;
  }
  const top = layerAt(table, last);
  lossOfColumns(
    top.delta + start, loss + start, top.output + start, target + start, weight + start,
    lossKind, top.outCount, stride, rowCount, scale, from, to,
  );
  for (let index = last; index > 0; index--) {
    const layer = layerAt(table, index);
    const below = layerAt(table, index - 1);
    backpropagate(
      below.delta + shift, below.output + shift, layer.delta + shift, layer.columnStart, layer.row,
      layer.transposed, stride, stride, width, activation, 0, layer.inCount,
    );
  }
}

/** `update` for the output neurons from .. to, numbered on over all layers; arguments as in `passColumns`. */
export function updateNetwork(
  table: usize, layerCount: i32, input: usize, inStride: i32, stride: i32, column: i32, width: i32,
  learningRate: f32, momentum: f32, weightDecay: f32, from: i32, to: i32,
): void {
  const shift = <usize>column << 2;
  let source = input;
  let sourceStride = inStride;
  for (let index = 0; index < layerCount; index++) {
    const layer = layerAt(table, index);
    const first = layer.firstOutput;
    const begin = max(from - first, 0);
    const end = min(to - first, layer.outCount);
    if (begin < end) {
      update(
        layer.weight, layer.velocity, layer.bias, layer.biasVelocity, layer.transposed, layer.place,
        layer.delta + shift, source, layer.rowStart, layer.column, stride, sourceStride, width,
        learningRate, momentum, weightDecay, begin, end,
      );
    }
    source = layer.output + shift;
    sourceStride = stride;
  }
}
