/* Weight gradients of a dense layer and the step of SGD with momentum, fused, by input: kernels/dense-update.ts.
 * The gradients of 16 weights grow by one multiple of a contiguous piece for each batch row, and no lane meets another. Four
 * outputs are taken at a time where their sums fit in the registers: fewer would wait for one another. */

enum { tileInputs = 16, tileVectors = tileInputs / VECTOR, updatePanel = 256, outputsAtOnce = VECTOR > 4 ? 4 : 2 };

/* Writes in[first + i][b] for 16 inputs to into[b][16]; inputs from `count` on are 0. */
INLINE void transposeTile(float *into, const float *input, size_t inStep, int count, int width) {
  for (int i = 0; i < tileInputs; i++) {
    for (int b = 0; b < width; b++) into[b * tileInputs + i] = i < count ? input[(size_t)i * inStep + (size_t)b] : 0.0f;
  }
}

/* The weights of m outputs (a constant) and 16 inputs: their gradients over the batch, and their step. */
INLINE void updateTile(
    const int m, float *weight, float *velocity, size_t rowStep, float *product, const float *d, size_t deltaStep,
    const float *x, int width, float learningRate, float momentum, float weightDecay) {
  vec g[outputsAtOnce][tileVectors];
  UNROLL for (int o = 0; o < m; o++) {
    UNROLL for (int v = 0; v < tileVectors; v++) g[o][v] = splat(0);
  }
  for (int b = 0; b < width; b++) {
    vec inputs[tileVectors];
    UNROLL for (int v = 0; v < tileVectors; v++) inputs[v] = loadWide(x + b * tileInputs + v * VECTOR);
    UNROLL for (int o = 0; o < m; o++) {
      vec p = splat(d[o * deltaStep + (size_t)b]);
      UNROLL for (int v = 0; v < tileVectors; v++) g[o][v] += p * inputs[v];
    }
  }
  UNROLL for (int o = 0; o < m; o++) {
    UNROLL for (int v = 0; v < tileVectors; v++) {
      float *at = weight + o * rowStep + v * VECTOR, *moving = velocity + o * rowStep + v * VECTOR;
      vec w = loadWide(at);
      if (product) storeWide(product + v * VECTOR, loadWide(product + v * VECTOR) + w * g[o][v]);
      vec pull = g[o][v] + splat(weightDecay) * w;
      vec step = splat(momentum) * loadWide(moving) - splat(learningRate) * pull;
      storeWide(moving, step);
      storeWide(at, w + step);
    }
  }
}

INLINE void updateBiases(
    float *bias, float *biasVelocity, const float *delta, size_t deltaStep, int outCount, int width,
    float learningRate, float momentum) {
  for (int o = 0; o < outCount; o++) {
    float sum = 0.0f;
    for (int b = 0; b < width; b++) sum = sum + delta[(size_t)o * deltaStep + (size_t)b];
    biasVelocity[o] = momentum * biasVelocity[o] - learningRate * sum;
    bias[o] = bias[o] + biasVelocity[o];
  }
}

static void denseUpdate(
    float *weight, float *velocity, float *bias, float *biasVelocity, float *product, const float *delta,
    const float *input, float *scratch, int deltaStride, int inStride, int weightStride, int inCount, int outCount,
    int width, float learningRate, float momentum, float weightDecay, int from, int to, int thread) {
  const size_t inStep = (size_t)inStride, rowStep = (size_t)weightStride, deltaStep = (size_t)deltaStride;
  float *x = scratch + (size_t)thread * (size_t)width * updatePanel;
  const int end = to * tileInputs < inCount ? to * tileInputs : inCount;
  for (int first = from * tileInputs; first < end; first += updatePanel) {
    const int count = end - first < updatePanel ? end - first : updatePanel;
    for (int i = 0; i < count; i += tileInputs) {
      transposeTile(x + i * width, input + (size_t)(first + i) * inStep, inStep, count - i, width);
      if (product) memset(product + first + i, 0, tileInputs * sizeof(float));
    }
    for (int o = 0, outputs; o < outCount; o += outputs) {
      outputs = outCount - o < outputsAtOnce ? 1 : outputsAtOnce;
      const float *d = delta + (size_t)o * deltaStep;
      for (int i = 0; i < count; i += tileInputs) {
        float *at = weight + (size_t)o * rowStep + first + i, *moving = velocity + (size_t)o * rowStep + first + i;
        float *sums = product ? product + first + i : NULL;
        const float *tile = x + i * width;
        if (outputs > 1) {
          updateTile(outputsAtOnce, at, moving, rowStep, sums, d, deltaStep, tile, width, learningRate, momentum, weightDecay);
        } else {
          updateTile(1, at, moving, rowStep, sums, d, deltaStep, tile, width, learningRate, momentum, weightDecay);
        }
      }
    }
  }
  if (bias && from == 0 && to > 0) {
    updateBiases(bias, biasVelocity, delta, deltaStep, outCount, width, learningRate, momentum);
  }
}
