// The cells of a batch that are not zero, as the kernels see them: a record written by src/network/sparse/batch-entries.ts.
//
// An input is x[b][j] = zero[j] + value, where `zero[j]` is what a cell that is zero becomes when it is scaled, and `value`
// is 0 for such a cell. So only the other cells, the entries, are listed, feature by feature.

@unmanaged
export class Entries {
  /** First entry of every feature, the row and value of every entry, rows ascending. */
  featureStart: usize;
  row: usize;
  value: usize;
  /** Of every feature, what a zero is when scaled. */
  zero: usize;
  /** Of every output neuron of the first layer: its sum in a row without entries, and the sum of its deltas in the batch. */
  zeroSum: usize;
  deltaSum: usize;
  /**
   * Room for the sums of the first layer as [row of the batch][output neuron], the neurons padded to a multiple of 4; after the
   * passes, for its deltas in the same form.
   */
  rowSums: usize;
  /** Velocities of the first layer, by input neuron as its transposed weights are. */
  velocity: usize;
}

@inline
export function entriesAt(address: usize): Entries {
  return changetype<Entries>(address);
}
