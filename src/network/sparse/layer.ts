/**
 * One sparse layer in kernel memory: its connections by output neuron, and a transposed index of the same connections.
 *
 * By output neuron (compressed rows), columns ascending inside a row:
 *   rowStart[output + 1], column[connection], weight[connection], velocity[connection], initial[connection].
 * By input neuron, rows ascending: columnStart[input + 1], row[k], transposedWeight[k], with which the gradient of the
 * inputs can be split by input neuron without write conflicts; place[connection] says where a connection stands there.
 * The first layer passes no gradient on, so it has transposed weights only where it is trained by input neuron
 * (batch-entries.ts); without them its `row` is up to date only while connections are chosen (`settleIndex`).
 */
import { type Address, nowhere } from '../../compute/address.js';
import { type Engine, evenBounds } from '../../compute/engine.js';
import type { Block } from '../../compute/memory.js';

export interface SparseLayer {
  readonly engine: Engine;
  readonly inCount: number;
  readonly outCount: number;
  /** How many connections there is room for. */
  readonly capacity: number;
  /** How many there are: the last row start. */
  connectionCount: number;
  readonly rowStart: Block<Int32Array>;
  readonly column: Block<Int32Array>;
  readonly weight: Block<Float32Array>;
  readonly velocity: Block<Float32Array>;
  /** The weight every connection began with: 0 for those that were grown. */
  readonly initial: Block<Float32Array>;
  readonly bias: Block<Float32Array>;
  readonly biasVelocity: Block<Float32Array>;
  readonly columnStart: Block<Int32Array>;
  readonly row: Block<Int32Array>;
  /** Undefined for a first layer that is trained by output neuron. */
  readonly transposed: TransposedWeights | undefined;
}

/** The weights by input neuron, kept in step by every update. */
export interface TransposedWeights {
  readonly weight: Block<Float32Array>;
  readonly place: Block<Int32Array>;
}

export function allocateLayer(
  engine: Engine,
  inCount: number,
  outCount: number,
  connectionCount: number,
  hasTransposed = false,
): SparseLayer {
  const { memory } = engine;
  return {
    engine,
    inCount,
    outCount,
    capacity: connectionCount,
    connectionCount,
    rowStart: memory.int32(outCount + 1),
    column: memory.int32(connectionCount),
    weight: memory.float32(connectionCount),
    velocity: memory.float32(connectionCount),
    initial: memory.float32(connectionCount),
    bias: memory.float32(outCount),
    biasVelocity: memory.float32(outCount),
    columnStart: memory.int32(inCount + 1),
    row: memory.int32(connectionCount),
    transposed: hasTransposed
      ? { weight: memory.float32(connectionCount), place: memory.int32(connectionCount) }
      : undefined,
  };
}

/** Rebuilds the transposed index and weights after connections have changed. */
export function transposeIndex(layer: SparseLayer): void {
  indexByInput(layer, layer.row.pointer);
}

/**
 * The same after connections have grown. Where nobody trains by it, who is connected to whom is asked again only when the next
 * connections are to be grown, after others have gone: until then it is enough to know how many each input neuron has.
 */
export function settleIndex(layer: SparseLayer): void {
  indexByInput(layer, layer.transposed ? layer.row.pointer : nowhere);
}

function indexByInput(layer: SparseLayer, row: Address): void {
  const { engine, inCount, outCount, columnStart, transposed, rowStart, column, weight } = layer;
  engine.run(
    'transposeIndex',
    evenBounds(inCount, engine.threadCount),
    columnStart.pointer,
    row,
    transposed?.weight.pointer ?? nowhere,
    transposed?.place.pointer ?? nowhere,
    rowStart.pointer,
    column.pointer,
    weight.pointer,
    inCount,
    outCount,
  );
}
