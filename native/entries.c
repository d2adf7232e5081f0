/* The first layer on inputs most of which are zero: kernels/entries.ts. Every sum has one lane, so plain loops leave the bits
 * of the vectors there. */

/* into[o] += factor * weight of every connection from input neuron j to an output neuron o in from .. to. */
INLINE void addConnections(
    char *memory, const Layer *layer, float *into, float factor, int j, int from, int to) {
  const int32_t *start = intsAt(memory, layer->columnStart) + j, *row = intsAt(memory, layer->row);
  const float *weight = floatsAt(memory, layer->transposed);
  int k = start[0], end = start[1];
  if (from > 0) k = firstAtLeast(row, k, end, from);
  if (to < layer->outCount) end = firstAtLeast(row, k, end, to);
  for (; k < end; k++) into[row[k]] += factor * weight[k];
}

static void sumZeros(char *memory, const Layer *layer, const Entries *entries, int from, int to) {
  const float *zero = floatsAt(memory, entries->zero), *bias = floatsAt(memory, layer->bias);
  float *sums = floatsAt(memory, entries->zeroSum);
  for (int o = from; o < to; o++) sums[o] = bias[o];
  for (int j = 0; j < layer->inCount; j++) addConnections(memory, layer, sums, zero[j], j, from, to);
}

static void forwardEntries(
    char *memory, const Layer *layer, const Entries *entries, int stride, int column, int activation, int first,
    int last, int from, int to) {
  const float *zeroSum = floatsAt(memory, entries->zeroSum), *value = floatsAt(memory, entries->value);
  const int32_t *featureStart = intsAt(memory, entries->featureStart), *row = intsAt(memory, entries->row);
  const size_t step = (size_t)stride, rowLength = (size_t)((layer->outCount + 3) & ~3);
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
  float *velocity = floatsAt(memory, layer->biasVelocity);
  const float *delta = floatsAt(memory, layer->delta) + column;
  for (int o = from; o < to; o++) {
    const float *d = delta + (size_t)o * (size_t)stride;
    f4 sum = splat4(0);
    for (int v = 0; v < width; v += 4) sum += load4(d + v);
    sums[o] = sum1(sum);
    velocity[o] = momentum * velocity[o] - learningRate * sums[o];
    bias[o] = bias[o] + velocity[o];
  }
}

/* Gradients of one input neuron's connections first .. end, at most `gradientRoom` of them, in ascending order of rows. */
enum { gradientRoom = 256 };

static void updateEntries(
    char *memory, const Layer *layer, const Entries *entries, int stride, int column, float learningRate,
    float momentum, float weightDecay, int from, int to) {
  const float *sums = floatsAt(memory, entries->deltaSum), *zero = floatsAt(memory, entries->zero);
  const float *delta = floatsAt(memory, layer->delta) + column, *value = floatsAt(memory, entries->value);
  const int32_t *start = intsAt(memory, layer->columnStart), *output = intsAt(memory, layer->row);
  const int32_t *featureStart = intsAt(memory, entries->featureStart), *row = intsAt(memory, entries->row);
  float *weights = floatsAt(memory, layer->transposed), *velocities = floatsAt(memory, entries->velocity);
  float gradient[gradientRoom];
  for (int j = from; j < to; j++) {
    for (int first = start[j]; first < start[j + 1]; first += gradientRoom) {
      const int count = start[j + 1] - first < gradientRoom ? start[j + 1] - first : gradientRoom;
      const int32_t *o = output + first;
      float *restrict weight = weights + first, *restrict velocity = velocities + first;
      for (int k = 0; k < count; k++) gradient[k] = zero[j] * sums[o[k]];
      for (int e = featureStart[j]; e < featureStart[j + 1]; e++) {
        const float *d = delta + row[e];
        const float x = value[e];
        for (int k = 0; k < count; k++) gradient[k] += x * d[(size_t)o[k] * (size_t)stride];
      }
      for (int k = 0; k < count; k++) {
        float move = momentum * velocity[k] - learningRate * (gradient[k] + weightDecay * weight[k]);
        velocity[k] = move;
        weight[k] = weight[k] + move;
      }
    }
  }
}
