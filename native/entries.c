/* The first layer on inputs most of which are zero: kernels/entries.ts. Every sum has one lane, so plain loops leave the bits
 * of the vectors there. */

/* Whether `count` output neurons, ascending, follow one another, as where an input neuron is connected to all. */
INLINE bool areNeighbours(const int32_t *row, int count) {
  return count > 0 && row[count - 1] - row[0] == count - 1;
}

/* From one row of `rowSums` to the next. */
INLINE size_t rowLengthOf(const Layer *layer) { return (size_t)((layer->outCount + 3) & ~3); }

/* into[o] += factor * weight of every connection from input neuron j to an output neuron o in from .. to. */
INLINE void addConnections(
    char *memory, const Layer *layer, float *into, float factor, int j, int from, int to) {
  const int32_t *start = intsAt(memory, layer->columnStart) + j, *row = intsAt(memory, layer->row);
  const float *weight = floatsAt(memory, layer->transposed);
  int k = start[0], end = start[1];
  if (from > 0) k = firstAtLeast(row, k, end, from);
  if (to < layer->outCount) end = firstAtLeast(row, k, end, to);
  if (areNeighbours(row + k, end - k)) {
    float *restrict sums = into + row[k];
    const float *restrict own = weight + k;
    for (int i = 0; i < end - k; i++) sums[i] += factor * own[i];
    return;
  }
  for (; k < end; k++) into[row[k]] += factor * weight[k];
}

static void sumZeros(char *memory, const Layer *layer, const Entries *entries, int from, int to) {
  const float *zero = floatsAt(memory, entries->zero), *bias = floatsAt(memory, layer->bias);
  float *sums = floatsAt(memory, entries->zeroSum);
  for (int o = from; o < to; o++) sums[o] = bias[o];
  for (int j = 0; j < layer->inCount; j++) {
    if (zero[j] != 0) addConnections(memory, layer, sums, zero[j], j, from, to);
  }
}

static void forwardEntries(
    char *memory, const Layer *layer, const Entries *entries, int stride, int column, int activation, int first,
    int last, int from, int to) {
  const float *zeroSum = floatsAt(memory, entries->zeroSum), *value = floatsAt(memory, entries->value);
  const int32_t *featureStart = intsAt(memory, entries->featureStart), *row = intsAt(memory, entries->row);
  const size_t step = (size_t)stride, rowLength = rowLengthOf(layer);
  float *rows = floatsAt(memory, entries->rowSums), *out = floatsAt(memory, layer->output) + column;
  for (int b = 4 * first; b < 4 * last; b++) {
    memcpy(rows + (size_t)b * rowLength + from, zeroSum + from, (size_t)(to - from) * sizeof(float));
  }
  for (int j = 0; j < layer->inCount; j++) {
    for (int e = featureStart[j]; e < featureStart[j + 1]; e++) {
      if (row[e] < 4 * first || row[e] >= 4 * last) continue;
      addConnections(memory, layer, rows + (size_t)row[e] * rowLength, value[e], j, from, to);
    }
  }
  for (int b = 4 * first; b < 4 * last; b += 4) {
    const float *four = rows + (size_t)b * rowLength;
    for (int o = from; o < to; o++) {
      for (int r = 0; r < 4; r++) out[(size_t)o * step + (size_t)(b + r)] = four[(size_t)r * rowLength + (size_t)o];
    }
  }
  if (!activation) return;
  for (int o = from; o < to; o++) activate(activation, out + (size_t)o * step + 4 * first, NULL, 4 * (last - first));
}

static void stepBiases(
    char *memory, const Layer *layer, const Entries *entries, int stride, int column, int width, float learningRate,
    float momentum, int from, int to) {
  float *sums = floatsAt(memory, entries->deltaSum), *bias = floatsAt(memory, layer->bias);
  float *velocity = floatsAt(memory, layer->biasVelocity), *rows = floatsAt(memory, entries->rowSums);
  const float *delta = floatsAt(memory, layer->delta) + column;
  const size_t rowLength = rowLengthOf(layer);
  for (int o = from; o < to; o++) {
    const float *d = delta + (size_t)o * (size_t)stride;
    f4 sum = splat4(0);
    for (int v = 0; v < width; v += 4) sum += load4(d + v);
    for (int b = 0; b < width; b++) rows[(size_t)b * rowLength + (size_t)o] = d[b];
    sums[o] = sum1(sum);
    velocity[o] = momentum * velocity[o] - learningRate * sums[o];
    bias[o] = bias[o] + velocity[o];
  }
}

/* from[o] of the output neurons o; `areTogether` where they follow one another. */
INLINE vec pick(const float *from, ivec o, bool areTogether, Lanes lanes) {
  return areTogether ? loadSome(from + o[0], lanes) : gatherSome(from, o, lanes);
}

static void updateEntries(
    char *memory, const Layer *layer, const Entries *entries, float learningRate, float momentum, float weightDecay,
    int from, int to) {
  const float *sums = floatsAt(memory, entries->deltaSum), *zero = floatsAt(memory, entries->zero);
  const float *rows = floatsAt(memory, entries->rowSums), *value = floatsAt(memory, entries->value);
  const int32_t *start = intsAt(memory, layer->columnStart), *output = intsAt(memory, layer->row);
  const int32_t *featureStart = intsAt(memory, entries->featureStart), *row = intsAt(memory, entries->row);
  float *weight = floatsAt(memory, layer->transposed), *velocity = floatsAt(memory, entries->velocity);
  const size_t rowLength = rowLengthOf(layer);
  const vec rate = splat(learningRate), keep = splat(momentum), decay = splat(weightDecay);
  for (int j = from; j < to; j++) {
    const int end = start[j + 1], stop = featureStart[j + 1];
    const bool areTogether = areNeighbours(output + start[j], end - start[j]);
    for (int k = start[j]; k < end; k += VECTOR) {
      const Lanes lanes = firstLanes(end - k);
      const ivec o = loadPlaces(output + k, lanes);
      vec gradient = splat(zero[j]) * pick(sums, o, areTogether, lanes);
      for (int e = featureStart[j]; e < stop; e++) {
        gradient += splat(value[e]) * pick(rows + (size_t)row[e] * rowLength, o, areTogether, lanes);
      }
      const vec w = loadSome(weight + k, lanes);
      const vec move = keep * loadSome(velocity + k, lanes) - rate * (gradient + decay * w);
      storeSome(velocity + k, move, lanes);
      storeSome(weight + k, w + move, lanes);
    }
  }
}
