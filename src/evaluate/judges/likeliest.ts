/** The class with the largest number of each row, the lower class among equals: `values` are [row][class]. */
export function likeliest(values: Float64Array, classCount: number): Int32Array {
  return Int32Array.from({ length: values.length / classCount }, (_, row) => {
    let best = 0;
    for (let label = 1; label < classCount; label++) {
      if (values[row * classCount + label] > values[row * classCount + best]) best = label;
    }
    return best;
  });
}
