/* Gradients of connections that do not exist, for inputs most of which are zero: kernels/entry-growth.ts. */

/* Wide vectors of sums that stay in registers over all entries. */
enum { gradientVectors = 4 };

/* scratch[o] = |gradient| of input neuron j and output neuron o, for `stride` output neurons (a multiple of 4). */
static void entryGradients(
    char *memory, float *scratch, const Entries *entries, const float *delta, int stride, int j) {
  const int32_t *start = intsAt(memory, entries->featureStart) + j, *row = intsAt(memory, entries->row);
  const float *value = floatsAt(memory, entries->value), *sums = floatsAt(memory, entries->deltaSum);
  const float zero = floatsAt(memory, entries->zero)[j];
  int o = 0;
  for (; o + gradientVectors * VECTOR <= stride; o += gradientVectors * VECTOR) {
    vec g[gradientVectors];
    UNROLL for (int v = 0; v < gradientVectors; v++) g[v] = splat(zero) * loadWide(sums + o + v * VECTOR);
    for (int e = start[0]; e < start[1]; e++) {
      const float *d = delta + (size_t)row[e] * (size_t)stride + o;
      const vec x = splat(value[e]);
      UNROLL for (int v = 0; v < gradientVectors; v++) g[v] += x * loadWide(d + v * VECTOR);
    }
    UNROLL for (int v = 0; v < gradientVectors; v++) storeWide(scratch + o + v * VECTOR, g[v]);
  }
  for (; o < stride; o += 4) {
    f4 g = splat4(zero) * load4(sums + o);
    for (int e = start[0]; e < start[1]; e++) {
      g += splat4(value[e]) * load4(delta + (size_t)row[e] * (size_t)stride + o);
    }
    store4(scratch + o, g);
  }
  for (o = 0; o < stride; o++) scratch[o] = __builtin_fabsf(scratch[o]);
}

static void bestEntryGradient(
    char *memory, float *best, int32_t *bestOut, float *scratch, const Entries *entries, const float *delta,
    const int32_t *neuron, int stride, int outCount, float floor, int from, int to, int thread) {
  float *mine = scratch + (size_t)thread * (size_t)stride;
  for (int a = from; a < to; a++) {
    entryGradients(memory, mine, entries, delta, stride, neuron[a]);
    float top = -1.0f;
    int topOut = 0;
    for (int o = 0; o < outCount; o++) {
      if (mine[o] > top) {
        top = mine[o];
        topOut = o;
      }
    }
    const bool isEnough = top >= floor;
    best[a] = isEnough ? top : -1.0f;
    bestOut[a] = isEnough ? topOut : 0;
  }
}

static void collectEntryGradients(
    char *memory, char *lists, int listBytes, int wanted, int capacity, float *scratch, const Entries *entries,
    const float *delta, const int32_t *neuron, const int32_t *columnStart, const int32_t *row, const int32_t *reserved,
    int stride, int outCount, int from, int to, int thread) {
  float *mine = scratch + (size_t)thread * (size_t)stride;
  CandidateList *list = (CandidateList *)(lists + (size_t)thread * (size_t)listBytes);
  for (int a = from; a < to; a++) {
    const int i = neuron[a];
    entryGradients(memory, mine, entries, delta, stride, i);
    for (int k = columnStart[i]; k < columnStart[i + 1]; k++) mine[row[k]] = -1.0f;
    if (reserved && reserved[i] >= 0) mine[reserved[i]] = -1.0f;
    const float lowest = list->threshold;
    for (int o = 0; o < outCount; o += 4) {
      if (!bitsOf(load4(mine + o) > splat4(lowest))) continue;
      for (int own = o; own < o + 4 && own < outCount; own++) {
        if (mine[own] > lowest) addCandidate(list, capacity, mine[own], i, own);
      }
    }
    tidyCandidates(list, capacity, wanted, outCount);
  }
}
