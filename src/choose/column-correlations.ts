/** Pearson's correlations between columns, each of which is read once, when it is first asked for. */

/** Missing cells count as 0; a constant is correlated with nothing. */
export function createCorrelations(read: (column: number) => ArrayLike<number>): (a: number, b: number) => number {
  const known = new Map<number, Float64Array>();
  const standardised = (column: number): Float64Array => {
    const before = known.get(column);
    if (before !== undefined) return before;
    const cells = Float64Array.from(read(column), (cell) => (Number.isNaN(cell) ? 0 : cell));
    const mean = cells.reduce((sum, cell) => sum + cell, 0) / cells.length;
    const length = Math.sqrt(cells.reduce((sum, cell) => sum + (cell - mean) ** 2, 0));
    const made = cells.map((cell) => (length > 0 ? (cell - mean) / length : 0));
    known.set(column, made);
    return made;
  };
  return (a, b) => {
    const [x, y] = [standardised(a), standardised(b)];
    let sum = 0;
    for (let row = 0; row < x.length; row++) sum += x[row] * y[row];
    return sum;
  };
}
