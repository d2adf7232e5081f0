/** A whole network at a time: the plain twin of kernels/network-pass.ts and kernels/layer-record.ts. */
import { layouts } from '../kernels-interface.js';
import { recordAt } from '../records.js';
import { backpropagateReference } from './backpropagate.js';
import { entriesReference } from './entries.js';
import { forwardReference } from './forward.js';
import { lossReference } from './loss.js';
import { updateReference } from './update.js';
import type { Views } from './views.js';

export const networkPassReference = (views: Views) => {
  const { forward } = forwardReference(views);
  const { forwardEntries } = entriesReference(views);
  const { loss: lossOfColumns } = lossReference(views);
  const { backpropagate } = backpropagateReference(views);
  const { update } = updateReference(views);

  const layerAt = (table: number, index: number) => {
    const record = recordAt({ buffer: views.i32.buffer }, 'Layer', table + index * layouts.Layer.bytes);
    return {
      outCount: record.get('outCount'),
      inCount: record.get('inCount'),
      firstOutput: record.get('firstOutput'),
      rowStart: record.get('rowStart'),
      column: record.get('column'),
      weight: record.get('weight'),
      velocity: record.get('velocity'),
      bias: record.get('bias'),
      biasVelocity: record.get('biasVelocity'),
      columnStart: record.get('columnStart'),
      row: record.get('row'),
      transposed: record.get('transposed'),
      place: record.get('place'),
      output: record.get('output'),
      delta: record.get('delta'),
    };
  };

  return {
    passColumns(
      table: number,
      layerCount: number,
      input: number,
      entries: number,
      target: number,
      weight: number,
      loss: number,
      inStride: number,
      stride: number,
      start: number,
      rowCount: number,
      activation: number,
      lossKind: number,
      scale: number,
      from: number,
      to: number,
    ): void {
      const layers = Array.from({ length: layerCount }, (_, index) => layerAt(table, index));
      const top = layers[layerCount - 1];
      const shift = 4 * start + 16 * from;
      const width = 4 * (to - from);
      layers.forEach(({ outCount, rowStart, column, weight: weights, bias, output }, index) => {
        const source = index === 0 ? input + 16 * from : layers[index - 1].output + shift;
        const sourceStride = index === 0 ? inStride : stride;
        const kind = index === layerCount - 1 ? 0 : activation;
        if (entries && index === 0) {
          forwardEntries(table, entries, stride, start, kind, from, to, 0, outCount);
          return;
        }
        forward(
          output + shift,
          source,
          bias,
          rowStart,
          column,
          weights,
          stride,
          sourceStride,
          width,
          kind,
          0,
          outCount,
        );
      });
      const [delta, losses, output, targets, rowWeights] = [top.delta, loss, top.output, target, weight].map(
        (address) => address + 4 * start,
      );
      lossOfColumns(
        ...([delta, losses, output, targets, rowWeights] as const),
        ...([lossKind, top.outCount, stride, rowCount, scale, from, to] as const),
      );
      for (let index = layerCount - 1; index > 0; index--) {
        const { inCount, columnStart, row, transposed, delta } = layers[index];
        const below = layers[index - 1];
        const [into, value] = [below.delta + shift, below.output + shift];
        backpropagate(
          ...([into, value, delta + shift, columnStart, row, transposed] as const),
          ...([stride, stride, width, activation, 0, inCount] as const),
        );
      }
    },

    updateNetwork(
      table: number,
      layerCount: number,
      input: number,
      inStride: number,
      stride: number,
      column: number,
      width: number,
      learningRate: number,
      momentum: number,
      weightDecay: number,
      from: number,
      to: number,
    ): void {
      for (let index = 0; index < layerCount; index++) {
        const { outCount, firstOutput, ...layer } = layerAt(table, index);
        const source = index === 0 ? input : layerAt(table, index - 1).output + 4 * column;
        update(
          ...([layer.weight, layer.velocity, layer.bias, layer.biasVelocity, layer.transposed, layer.place] as const),
          ...([layer.delta + 4 * column, source, layer.rowStart, layer.column] as const),
          ...([stride, index === 0 ? inStride : stride, width, learningRate, momentum, weightDecay] as const),
          Math.max(0, from - firstOutput),
          Math.min(outCount, to - firstOutput),
        );
      }
    },
  };
};
