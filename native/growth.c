/* Gradients of connections that do not exist, found without ever holding them all: kernels/growth.ts. */

/* The rows of four input neurons from `first` on; behind the last one the last once more. */
typedef struct {
  const float *x[4];
} FourRows;

INLINE FourRows rowsAt(const float *input, size_t step, int first, int last) {
  FourRows rows;
  for (int lane = 0; lane < 4; lane++) rows.x[lane] = input + (size_t)(first + lane < last ? first + lane : last) * step;
  return rows;
}

/* scratch[o][lane] = |gradient| of output neuron o and the four input neurons. */
INLINE void gradientBlock(float *scratch, FourRows in, const float *delta, size_t step, int width, int outCount) {
  dotRows(scratch, delta, step, outCount, in.x[0], in.x[1], in.x[2], in.x[3], width);
  for (int at = 0; at < 4 * outCount; at++) scratch[at] = __builtin_fabsf(scratch[at]);
}

typedef struct {
  f4 value;
  i4 output;
} Top;

INLINE Top higherOf(Top top, f4 value, int o) {
  i4 higher = value > top.value;
  i4 output = {o, o, o, o};
  return (Top){select4(higher, value, top.value), (output & higher) | (top.output & ~higher)};
}

INLINE Top topOfBlock(const float *scratch, int outCount) {
  Top top = {splat4(-1), {0, 0, 0, 0}};
  for (int o = 0; o < outCount; o++) top = higherOf(top, load4(scratch + 4 * o), o);
  return top;
}

/* As gradientBlock and topOfBlock, for neurons whose largest gradient is at least `floor`; the others' is too low. */
static Top screenedTop(
    char *memory, const Screen *screen, float floor, float *scratch, FourRows in, const float *delta, size_t step,
    int width, int outCount) {
  float *projected = scratch + 8 * (size_t)outCount;
  projectInputs(memory, screen, projected, in.x[0], in.x[1], in.x[2], in.x[3], step, width);
  f4 reach = max4(boundGradients(memory, screen, scratch, projected, outCount), splat4(floor));
  Top top = {splat4(-1), {0, 0, 0, 0}};
  for (int o = 0; o < outCount; o++, delta += step) {
    if (bitsOf(load4(scratch + 4 * o) < max4(reach, top.value)) == 15) continue;
    top = higherOf(top, abs4(dot4(delta, in.x[0], in.x[1], in.x[2], in.x[3], width)), o);
  }
  return top;
}

INLINE float *scratchOf(float *scratch, int outCount, int thread) {
  return scratch + (size_t)thread * 4 * (size_t)(2 * outCount + screenVectors);
}

static void bestGradient(
    char *memory, float *best, int32_t *bestOut, float *scratch, const Screen *screen, const float *input,
    const float *delta, int inStride, int deltaStride, int width, int outCount, float floor, int from, int to,
    int thread) {
  float *mine = scratchOf(scratch, outCount, thread);
  const size_t step = (size_t)deltaStride;
  for (int first = from; first < to; first += 4) {
    FourRows in = rowsAt(input, (size_t)inStride, first, to - 1);
    Top top;
    if (screen) {
      top = screenedTop(memory, screen, floor, mine, in, delta, step, width, outCount);
    } else {
      gradientBlock(mine, in, delta, step, width, outCount);
      top = topOfBlock(mine, outCount);
    }
    /* As in WebAssembly, so that both leave the same memory behind. */
    store4(mine, top.value);
    *(i4 *)(mine + 4) = top.output;
    for (int lane = 0; lane < 4 && first + lane < to; lane++) {
      bool isEnough = top.value[lane] >= floor;
      best[first + lane] = isEnough ? top.value[lane] : -1.0f;
      bestOut[first + lane] = isEnough ? top.output[lane] : 0;
    }
  }
}

INLINE void hideConnected(
    float *scratch, int neuron, int lane, const int32_t *columnStart, const int32_t *row, const int32_t *reserved) {
  for (int k = columnStart[neuron]; k < columnStart[neuron + 1]; k++) scratch[4 * (size_t)row[k] + lane] = -1.0f;
  if (reserved && reserved[neuron] >= 0) scratch[4 * (size_t)reserved[neuron] + lane] = -1.0f;
}

static void addComputed(
    CandidateList *list, int capacity, const float *scratch, const int32_t *neuron, int outCount, int first) {
  const f4 threshold = splat4(list->threshold);
  for (int o = 0; o < outCount; o++) {
    int bits = bitsOf(load4(scratch + 4 * o) > threshold);
    if (!bits) continue;
    for (int lane = 0; lane < 4; lane++) {
      if (bits & (1 << lane)) addCandidate(list, capacity, scratch[4 * o + lane], neuron[first + lane], o);
    }
  }
}

/* Adds the connections of the input neuron at x and the output neurons listed at at .. end whose gradient exceeds `lowest`. */
static void addListed(
    CandidateList *list, int capacity, float lowest, const int32_t *at, const int32_t *end, int neuron,
    const float *x, const float *delta, size_t step, int width) {
  for (; at < end; at += atOnce) {
    const int count = end - at < atOnce ? (int)(end - at) : atOnce;
    const float *d[atOnce];
    for (int i = 0; i < atOnce; i++) d[i] = delta + (size_t)at[i < count ? i : 0] * step;
    f8 gradient = dotEight(x, d, width);
    for (int i = 0; i < count; i++) {
      float size = __builtin_fabsf(gradient[i]);
      if (size > lowest) addCandidate(list, capacity, size, neuron, at[i]);
    }
  }
}

/* Computes the gradients whose bound in scratch[o][lane] exceeds the threshold, and adds those that exceed it themselves. */
static void addAboveBounds(
    CandidateList *list, int capacity, float *scratch, const int32_t *neuron, const float *input, size_t inStep,
    const float *delta, size_t step, int width, int outCount, int first, int to) {
  const float lowest = list->threshold;
  const f4 threshold = splat4(lowest);
  int32_t *listed[4], *end[4];
  for (int lane = 0; lane < 4; lane++) {
    listed[lane] = (int32_t *)scratch + (size_t)(4 + lane) * (size_t)outCount;
    end[lane] = listed[lane];
  }
  for (int o = 0; o < outCount; o++) {
    /* Most bounds are too low, so as many neurons as fit in a vector are passed over together. Asked this way round, a bound
     * that is not a number keeps the connection. */
    while (o + quarters <= outCount && isNowhere(~(loadWide(scratch + 4 * o) <= splat(lowest)))) o += quarters;
    if (o == outCount) break;
    int bits = ~bitsOf(load4(scratch + 4 * o) <= threshold) & 15;
    if (!bits) continue;
    UNROLL for (int lane = 0; lane < 4; lane++) {
      *end[lane] = o;
      end[lane] += (bits >> lane) & 1;
    }
  }
  for (int lane = 0; lane < 4 && first + lane < to; lane++) {
    const float *x = input + (size_t)(first + lane) * inStep;
    addListed(list, capacity, lowest, listed[lane], end[lane], neuron[first + lane], x, delta, step, width);
  }
}

static void collectGradients(
    char *memory, char *lists, int listBytes, int wanted, int capacity, float *scratch, const Screen *screen,
    const float *input, const float *delta, const int32_t *neuron, const int32_t *columnStart, const int32_t *row,
    const int32_t *reserved, int inStride, int deltaStride, int width, int outCount, int from, int to, int thread) {
  float *mine = scratchOf(scratch, outCount, thread);
  const size_t step = (size_t)deltaStride;
  CandidateList *list = (CandidateList *)(lists + (size_t)thread * (size_t)listBytes);
  for (int first = from; first < to; first += 4) {
    bool isScreened = screen && list->threshold >= 0.0f;
    FourRows in = rowsAt(input, (size_t)inStride, first, to - 1);
    if (isScreened) {
      float *projected = mine + 8 * (size_t)outCount;
      projectInputs(memory, screen, projected, in.x[0], in.x[1], in.x[2], in.x[3], step, width);
      boundGradients(memory, screen, mine, projected, outCount);
    } else {
      gradientBlock(mine, in, delta, step, width, outCount);
    }
    for (int lane = 0; lane < 4; lane++) {
      if (first + lane < to) hideConnected(mine, neuron[first + lane], lane, columnStart, row, reserved);
      else for (int o = 0; o < outCount; o++) mine[4 * o + lane] = -1.0f;
    }
    if (isScreened) {
      addAboveBounds(
          list, capacity, mine, neuron, input, (size_t)inStride, delta, step, width, outCount, first, to);
    } else {
      addComputed(list, capacity, mine, neuron, outCount, first);
    }
    tidyCandidates(list, capacity, wanted, 4 * outCount);
  }
}
