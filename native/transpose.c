/* The index of a layer's connections by input neuron: kernels/transpose.ts. */

INLINE int firstAtLeast(const int32_t *column, int low, int high, int value) {
  while (low < high) {
    int middle = (low + high) >> 1;
    if (column[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

static void transposeIndex(
    int32_t *columnStart, int32_t *row, float *transposed, int32_t *place, const int32_t *rowStart,
    const int32_t *column, const float *weight, int inCount, int outCount, int from, int to) {
  for (int i = from; i < to; i++) columnStart[i] = 0;
  int before = 0;
  for (int o = 0; o < outCount; o++) {
    int start = rowStart[o], end = rowStart[o + 1];
    int k = from > 0 ? firstAtLeast(column, start, end, from) : start;
    before += k - start;
    for (; k < end && column[k] < to; k++) columnStart[column[k]]++;
  }
  int sum = before;
  for (int i = from; i < to; i++) {
    int count = columnStart[i];
    columnStart[i] = sum;
    sum += count;
  }
  if (to == inCount) columnStart[inCount] = sum;
  /* columnStart[i] runs forward as column i fills, and is put back one step afterwards. */
  for (int o = 0; o < outCount; o++) {
    int start = rowStart[o], end = rowStart[o + 1];
    for (int k = from > 0 ? firstAtLeast(column, start, end, from) : start; k < end && column[k] < to; k++) {
      int p = columnStart[column[k]]++;
      row[p] = o;
      if (place) {
        transposed[p] = weight[k];
        place[k] = p;
      }
    }
  }
  for (int i = to - 1; i > from; i--) columnStart[i] = columnStart[i - 1];
  if (to > from) columnStart[from] = before;
}
