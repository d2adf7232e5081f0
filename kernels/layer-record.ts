// The layers of a network as the kernels see them: one record a layer, a cache line long, written by
// src/network/sparse/layer-table.ts. Addresses are 0 where there is nothing.

@unmanaged
export class Layer {
  outCount: i32;
  inCount: i32;
  /** Output neurons of all layers are numbered on: this is the number of the layer's first one. */
  firstOutput: i32;
  rowStart: usize;
  column: usize;
  weight: usize;
  velocity: usize;
  bias: usize;
  biasVelocity: usize;
  columnStart: usize;
  row: usize;
  /** Weights in the order of the transposed index, and the place of each connection there. */
  transposed: usize;
  place: usize;
  /** [neuron][stride of the workspace] floats. */
  output: usize;
  delta: usize;
  unused: i32;
}

@inline
export function layerAt(table: usize, index: i32): Layer {
  return changetype<Layer>(table + <usize>index * offsetof<Layer>());
}
