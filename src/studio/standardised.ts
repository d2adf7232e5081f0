/** The cells of some rows with mean 0 and length 1, so that a product of two such columns is their correlation. */
export function standardised(cells: ArrayLike<number>, rows: Int32Array): Float64Array {
  const taken = Float64Array.from(rows, (row) => cells[row]);
  const known = taken.filter((value) => !Number.isNaN(value));
  const mean = known.reduce((sum, value) => sum + value, 0) / Math.max(1, known.length);
  // Missing cells stand at the mean, and a constant is 0 everywhere.
  const centred = taken.map((value) => (Number.isNaN(value) ? 0 : value - mean));
  const length = Math.sqrt(centred.reduce((sum, value) => sum + value * value, 0));
  return length > 0 ? centred.map((value) => value / length) : centred;
}
