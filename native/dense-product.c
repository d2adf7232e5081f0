/* Forward pass and input gradient of a dense layer: kernels/dense.ts and kernels/dense-product.ts.
 * Four target neurons meet two or three vectors of the batch at a time, eight meet one: with fewer sums than that in the
 * registers, additions wait for one another. Every sum adds its sources in ascending order, however targets, sources and
 * columns are cut. */

enum { mostTargets = 8, mostVectors = 3, targetBlock = 64 };

typedef struct {
  float *target;
  const float *source;
  const float *weight;
  size_t targetStride;
  size_t sourceStride;
  /* The weight of target t and source s stands at t * targetStep + s * sourceStep. */
  size_t targetStep;
  size_t sourceStep;
  int count;
} Block;

/* target[t][..] += sum over s of weight(t, s) * source[s][..] for m targets and n wide vectors (constants). */
INLINE void wideBlock(const int m, const int n, Block b) {
  vec a[mostTargets][mostVectors];
  UNROLL for (int t = 0; t < m; t++) {
    UNROLL for (int v = 0; v < n; v++) a[t][v] = loadWide(b.target + t * b.targetStride + v * VECTOR);
  }
  for (int s = 0; s < b.count; s++) {
    vec x[mostVectors];
    UNROLL for (int v = 0; v < n; v++) x[v] = loadWide(b.source + v * VECTOR);
    UNROLL for (int t = 0; t < m; t++) {
      vec w = splat(b.weight[t * b.targetStep]);
      UNROLL for (int v = 0; v < n; v++) a[t][v] += w * x[v];
    }
    b.source += b.sourceStride;
    b.weight += b.sourceStep;
  }
  UNROLL for (int t = 0; t < m; t++) {
    UNROLL for (int v = 0; v < n; v++) storeWide(b.target + t * b.targetStride + v * VECTOR, a[t][v]);
  }
}

/* The same for the four columns that make no wide vector. */
INLINE void narrowBlock(const int m, Block b) {
  f4 a[mostTargets];
  UNROLL for (int t = 0; t < m; t++) a[t] = load4(b.target + t * b.targetStride);
  for (int s = 0; s < b.count; s++) {
    f4 x = load4(b.source);
    UNROLL for (int t = 0; t < m; t++) a[t] += splat4(b.weight[t * b.targetStep]) * x;
    b.source += b.sourceStride;
    b.weight += b.sourceStep;
  }
  UNROLL for (int t = 0; t < m; t++) store4(b.target + t * b.targetStride, a[t]);
}

INLINE void block(const int m, const int n, Block b) {
  if (n) wideBlock(m, n, b);
  else narrowBlock(m, b);
}

/* One tile of `n` wide vectors (0 for four columns) for all targets, as many as fit at a time and the last ones alone. */
INLINE void tileOfTargets(const int n, Block b, int targetCount) {
  const int atOnce = n > 1 ? 4 : mostTargets;
  int t = 0;
  for (; t + atOnce <= targetCount; t += atOnce) {
    block(atOnce, n, b);
    b.target += atOnce * b.targetStride;
    b.weight += atOnce * b.targetStep;
  }
  for (; t < targetCount; t++) {
    block(1, n, b);
    b.target += b.targetStride;
    b.weight += b.targetStep;
  }
}

static void denseProduct(Block b, int targetCount, int width) {
  for (; targetCount > 0; targetCount -= targetBlock) {
    int targets = targetCount < targetBlock ? targetCount : targetBlock;
    Block at = b;
    for (int left = width; left > 0;) {
      /* Twos where threes would leave one over. */
      int vectors = left / VECTOR, columns;
      if (vectors == 0) {
        tileOfTargets(0, at, targets);
        columns = 4;
      } else if (vectors == 1) {
        tileOfTargets(1, at, targets);
        columns = VECTOR;
      } else if (vectors == 2 || vectors == 4) {
        tileOfTargets(2, at, targets);
        columns = 2 * VECTOR;
      } else {
        tileOfTargets(3, at, targets);
        columns = 3 * VECTOR;
      }
      left -= columns;
      at.target += columns;
      at.source += columns;
    }
    b.target += targets * b.targetStride;
    b.weight += targets * b.targetStep;
  }
}

static void denseForward(
    float *out, const float *input, const float *bias, const float *weight, int outStride, int inStride,
    int weightStride, int inCount, int width, int activation, int from, int to) {
  const size_t outStep = (size_t)outStride, inStep = (size_t)inStride, rowStep = (size_t)weightStride;
  if (bias) {
    for (int o = from; o < to; o++) {
      for (int b = 0; b < width; b++) out[(size_t)o * outStep + (size_t)b] = bias[o];
    }
  }
  for (int i = 0; i < inCount; i += sourceBlock) {
    int count = inCount - i < sourceBlock ? inCount - i : sourceBlock;
    Block block = {
        out + (size_t)from * outStep, input + (size_t)i * inStep, weight + (size_t)from * rowStep + i, outStep, inStep,
        rowStep, 1, count};
    denseProduct(block, to - from, width);
  }
  if (!activation) return;
  for (int o = from; o < to; o++) activate(activation, out + (size_t)o * outStep, NULL, width);
}

enum { panelInputs = 16 };

static void denseBackpropagate(
    float *inDelta, const float *input, const float *delta, const float *weight, float *scratch, int inStride,
    int deltaStride, int weightStride, int outCount, int width, int activation, int from, int to, int thread) {
  const size_t inStep = (size_t)inStride, deltaStep = (size_t)deltaStride, rowStep = (size_t)weightStride;
  float *packed = scratch + (size_t)thread * sourceBlock * panelInputs;
  for (int i = from; i < to; i++) memset(inDelta + (size_t)i * inStep, 0, (size_t)width * sizeof(float));
  for (int o = 0; o < outCount; o += sourceBlock) {
    int count = outCount - o < sourceBlock ? outCount - o : sourceBlock;
    for (int i = from; i < to; i += panelInputs) {
      const float *corner = weight + (size_t)o * rowStep + i;
      for (int r = 0; r < count; r++) {
        memcpy(packed + r * panelInputs, corner + (size_t)r * rowStep, panelInputs * sizeof(float));
      }
      Block block = {
          inDelta + (size_t)i * inStep, delta + (size_t)o * deltaStep, packed, inStep, deltaStep, 1, panelInputs, count};
      denseProduct(block, to - i < panelInputs ? to - i : panelInputs, width);
    }
  }
  if (!activation) return;
  for (int i = from; i < to; i++) {
    activate(activation + 2, inDelta + (size_t)i * inStep, input + (size_t)i * inStep, width);
  }
}
