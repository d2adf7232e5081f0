/** The number that more than half of values[from .. to] are, where there is one; else any of them (Boyer and Moore 1981). */
export function majorityOf(values: Float32Array | Float64Array, from: number, to: number): number {
  let majority = Number.NaN;
  let lead = 0;
  for (let i = from; i < to; i++) {
    const value = values[i];
    if (lead === 0) majority = value;
    // A NaN equals nothing, itself included: it never leads.
    if (value === majority) lead++;
    else if (lead > 0) lead--;
  }
  return majority;
}
