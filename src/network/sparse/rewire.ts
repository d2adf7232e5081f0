/** Puts new connections into a layer, in place. */
import type { SparseLayer } from './layer.js';

/** Connections to be grown, in any order; none may exist already. */
export interface NewConnections {
  readonly count: number;
  readonly input: Int32Array;
  readonly output: Int32Array;
}

/**
 * Inserts connections with weight, velocity and first weight 0, rows in order and columns ascending; the caller rebuilds the
 * transposed index.
 */
export function insertConnections(layer: SparseLayer, grown: NewConnections): void {
  const { engine, inCount, outCount, rowStart } = layer;
  const { memory } = engine;
  const total = layer.connectionCount + grown.count;
  if (total > layer.capacity) throw new Error(`${total} connections do not fit a layer of ${layer.capacity}`);
  const mark = memory.mark();
  const [input, output] = [memory.int32(grown.count), memory.int32(grown.count)];
  input.view.set(grown.input);
  output.view.set(grown.output);
  const start = memory.int32(outCount + 1).pointer;
  const columns = memory.int32(grown.count).pointer;
  const next = memory.int32(inCount + 1).pointer;
  const order = memory.int32(grown.count).pointer;
  const given = [input.pointer, output.pointer, grown.count, inCount, outCount] as const;
  engine.call('groupByOutput', start, columns, next, order, ...given);
  const arrays = [layer.column.pointer, layer.weight.pointer, layer.velocity.pointer, layer.initial.pointer] as const;
  engine.call('insertConnections', rowStart.pointer, ...arrays, start, columns, outCount);
  memory.release(mark);
  layer.connectionCount = total;
}
