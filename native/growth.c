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

/* The scratch of a thread: a vector and four numbers for every output neuron, what the screen needs, and a byte for every
 * output neuron. */
INLINE float *projectedIn(float *scratch, int outCount) { return scratch + 8 * (size_t)outCount; }
INLINE uint8_t *takenIn(float *scratch, int outCount) {
  return (uint8_t *)(projectedIn(scratch, outCount) + 4 * screenVectors);
}
INLINE float *scratchOf(float *scratch, int outCount, int thread) {
  return scratch + (size_t)thread * 4 * (size_t)(2 * outCount + screenVectors + (outCount + 15) / 16);
}

/* The groups of a screen, as many at a time as a wide vector holds: the bounds of all of them stand in `bound`. */
typedef struct {
  int count;
  int length;
  const float *records;
  size_t step;
  int rank;
} Groups;

INLINE Groups groupsOf(char *memory, const Screen *screen, int outCount) {
  const int rank = screen->rank;
  return (Groups){screen->groupCount, screen->groupCount ? groupSize : outCount, floatsAt(memory, screen->groups),
                  (size_t)(2 * rank + recordTail), rank};
}

INLINE f4 boundOfGroup(const Groups *groups, vec *bounds, int g, const float *projected) {
  if (g % quarters == 0) *bounds = boundGroups(groups->records + (size_t)g * groups->step, groups->step, groups->rank, projected);
  f4 own = quarterOf(*bounds, 0);
  UNROLL for (int q = 1; q < quarters; q++) {
    if (g % quarters == q) own = quarterOf(*bounds, q);
  }
  return own;
}

/* As gradientBlock and topOfBlock, for neurons whose largest gradient is at least `floor`; the others' is too low. */
static Top screenedTop(
    char *memory, const Screen *screen, float floor, float *scratch, FourRows in, const float *delta, size_t step,
    int width, int outCount) {
  float *projected = projectedIn(scratch, outCount);
  projectInputs(memory, screen, projected, in.x[0], in.x[1], in.x[2], in.x[3], step, width);
  const Groups groups = groupsOf(memory, screen, outCount);
  uint8_t *isIn = takenIn(scratch, outCount);
  vec bounds = splat(0);
  f4 reach = splat4(floor);
  for (int first = 0, g = 0; first < outCount; first += groups.length, g++) {
    bool isOut = groups.count && bitsOf(boundOfGroup(&groups, &bounds, g, projected) < reach) == 15;
    isIn[g] = !isOut;
    if (isOut) continue;
    int last = first + groups.length < outCount ? first + groups.length : outCount;
    reach = max4(reach, boundGradients(memory, screen, scratch, projected, first, last));
  }
  Top top = {splat4(-1), {0, 0, 0, 0}};
  const int32_t *order = intsAt(memory, screen->order);
  for (int first = 0, g = 0; first < outCount; first += groups.length, g++) {
    if (!isIn[g]) continue;
    for (int p = first; p < first + groups.length && p < outCount; p++) {
      if (bitsOf(load4(scratch + 4 * p) < max4(reach, top.value)) == 15) continue;
      const int o = order[p];
      f4 value = abs4(dot4(delta + (size_t)o * step, in.x[0], in.x[1], in.x[2], in.x[3], width));
      i4 own = {o, o, o, o}, higher = (value > top.value) | ((value == top.value) & (own < top.output));
      top = (Top){select4(higher, value, top.value), (own & higher) | (top.output & ~higher)};
    }
  }
  return top;
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

/* Computes the gradients whose bound exceeds the threshold, and adds those that exceed it themselves, of the `count` input
 * neurons whose projections stand in the scratch, but for the output neurons marked there. */
static void addAboveBounds(
    char *memory, CandidateList *list, int capacity, const Screen *screen, float *scratch, const int32_t *neuron,
    const float *input, size_t inStep, const float *delta, size_t step, int width, int outCount, int first, int count) {
  const float lowest = list->threshold;
  const f4 threshold = splat4(lowest);
  const float *projected = projectedIn(scratch, outCount);
  const uint8_t *taken = takenIn(scratch, outCount);
  const int32_t *order = intsAt(memory, screen->order);
  const Groups groups = groupsOf(memory, screen, outCount);
  const int lanes = (1 << count) - 1;
  int32_t *listed[4], *end[4];
  for (int lane = 0; lane < 4; lane++) {
    listed[lane] = (int32_t *)scratch + (size_t)(4 + lane) * (size_t)outCount;
    end[lane] = listed[lane];
  }
  vec bounds = splat(0);
  for (int from = 0, g = 0; from < outCount; from += groups.length, g++) {
    /* Most bounds are too low, so as many groups as fit in a vector are passed over together, and then neurons. Asked this way
     * round, a bound that is not a number keeps the connection. */
    if (groups.count) {
      f4 own = boundOfGroup(&groups, &bounds, g, projected);
      if (g % quarters == 0 && isNowhere(~(bounds <= splat(lowest)))) {
        from += (quarters - 1) * groups.length;
        g += quarters - 1;
        continue;
      }
      if (bitsOf(own <= threshold) == 15) continue;
    }
    const int to = from + groups.length < outCount ? from + groups.length : outCount;
    boundGradients(memory, screen, scratch, projected, from, to);
    for (int p = from; p < to; p++) {
      while (p + quarters <= to && isNowhere(~(loadWide(scratch + 4 * p) <= splat(lowest)))) p += quarters;
      if (p >= to) break;
      int bits = ~bitsOf(load4(scratch + 4 * p) <= threshold) & lanes;
      if (!bits) continue;
      const int o = order[p];
      bits &= ~taken[o];
      UNROLL for (int lane = 0; lane < 4; lane++) {
        *end[lane] = o;
        end[lane] += (bits >> lane) & 1;
      }
    }
  }
  for (int lane = 0; lane < count; lane++) {
    const float *x = input + (size_t)(first + lane) * inStep;
    addListed(list, capacity, lowest, listed[lane], end[lane], neuron[first + lane], x, delta, step, width);
  }
}

INLINE void markConnected(
    uint8_t *taken, int neuron, int lane, const int32_t *columnStart, const int32_t *row, const int32_t *reserved) {
  const uint8_t bit = (uint8_t)(1 << lane);
  for (int k = columnStart[neuron]; k < columnStart[neuron + 1]; k++) taken[row[k]] |= bit;
  if (reserved && reserved[neuron] >= 0) taken[reserved[neuron]] |= bit;
}

static void collectGradients(
    char *memory, char *lists, int listBytes, int wanted, int capacity, float *scratch, const Screen *screen,
    const float *input, const float *delta, const int32_t *neuron, const int32_t *columnStart, const int32_t *row,
    const int32_t *reserved, int inStride, int deltaStride, int width, int outCount, int from, int to, int thread) {
  float *mine = scratchOf(scratch, outCount, thread);
  const size_t step = (size_t)deltaStride, inStep = (size_t)inStride;
  CandidateList *list = (CandidateList *)(lists + (size_t)thread * (size_t)listBytes);
  for (int first = from; first < to; first += 4) {
    FourRows in = rowsAt(input, inStep, first, to - 1);
    const int count = to - first < 4 ? to - first : 4;
    if (screen && list->threshold >= 0.0f) {
      projectInputs(
          memory, screen, projectedIn(mine, outCount), in.x[0], in.x[1], in.x[2], in.x[3], step, width);
      uint8_t *taken = takenIn(mine, outCount);
      memset(taken, 0, (size_t)outCount);
      for (int lane = 0; lane < count; lane++) {
        markConnected(taken, neuron[first + lane], lane, columnStart, row, reserved);
      }
      addAboveBounds(
          memory, list, capacity, screen, mine, neuron, input, inStep, delta, step, width, outCount, first, count);
    } else {
      gradientBlock(mine, in, delta, step, width, outCount);
      for (int lane = 0; lane < 4; lane++) {
        if (lane < count) hideConnected(mine, neuron[first + lane], lane, columnStart, row, reserved);
        else for (int o = 0; o < outCount; o++) mine[4 * o + lane] = -1.0f;
      }
      addComputed(list, capacity, mine, neuron, outCount, first);
    }
    tidyCandidates(list, capacity, wanted, 4 * outCount);
  }
}
