// The layers of a network as the kernels see them: one record of 16 words a layer, written by src/network/sparse/layer-table.ts.
// Addresses are 0 where there is nothing.

const recordBytes: usize = 64;

@inline
export function layerAt(table: usize, index: i32): usize {
  return table + <usize>index * recordBytes;
}

@inline export function outCountOf(layer: usize): i32 { return load<i32>(layer); }
@inline export function inCountOf(layer: usize): i32 { return load<i32>(layer, 4); }
/** Output neurons of all layers are numbered on: this is the number of the layer's first one. */
@inline export function firstOutputOf(layer: usize): i32 { return load<i32>(layer, 8); }
@inline export function rowStartOf(layer: usize): usize { return load<u32>(layer, 12); }
@inline export function columnOf(layer: usize): usize { return load<u32>(layer, 16); }
@inline export function weightOf(layer: usize): usize { return load<u32>(layer, 20); }
@inline export function velocityOf(layer: usize): usize { return load<u32>(layer, 24); }
@inline export function biasOf(layer: usize): usize { return load<u32>(layer, 28); }
@inline export function biasVelocityOf(layer: usize): usize { return load<u32>(layer, 32); }
@inline export function columnStartOf(layer: usize): usize { return load<u32>(layer, 36); }
@inline export function rowOf(layer: usize): usize { return load<u32>(layer, 40); }
@inline export function transposedOf(layer: usize): usize { return load<u32>(layer, 44); }
@inline export function placeOf(layer: usize): usize { return load<u32>(layer, 48); }
@inline export function outputOf(layer: usize): usize { return load<u32>(layer, 52); }
@inline export function deltaOf(layer: usize): usize { return load<u32>(layer, 56); }
