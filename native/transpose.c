/* The index of a layer's connections by input neuron: kernels/transpose.ts. */

INLINE int firstAtLeast(const int32_t *column, int low, int high, int value) {
  while (low < high) {
    int middle = (low + high) >> 1;
    if (column[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/* Bytes of the index by input neuron that are filled at a time, so that they stay in the cache near the core. */
enum { fillBytes = 1 << 18 };

INLINE void fillIndex(
    int32_t *columnStart, int32_t *row, float *transposed, int32_t *place, const int32_t *rowStart,
    const int32_t *column, const float *weight, int outCount, int from, int to) {
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
  if (!row) return;
  const int fills = (sum - before) * (place ? 8 : 4) / fillBytes + 1;
  const int length = (to - from + fills - 1) / fills;
  for (int first = from; first < to; first += length) {
    const int last = first + length < to ? first + length : to, start = columnStart[first];
    fillIndex(columnStart, row, transposed, place, rowStart, column, weight, outCount, first, last);
    /* columnStart[i] ran forward as column i filled, and is put back one step. */
    for (int i = last - 1; i > first; i--) columnStart[i] = columnStart[i - 1];
    columnStart[first] = start;
  }
}
