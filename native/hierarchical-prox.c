/* The hierarchical proximal step of LassoNet: kernels/hierarchical-prox.ts.
 * Sixteen features at a time, a cache line of every hidden neuron's weights. No lane meets another: a pass that others
 * still need leaves one that is done as it is. */

static void hierarchicalProx(
    float *skip, float *weight, int skipStride, int weightStride, int classCount, int hiddenCount, float lambda,
    float hierarchy, int from, int to) {
  const size_t skipStep = (size_t)skipStride, weightStep = (size_t)weightStride;
  const vec zero = splat(0), M = splat(hierarchy);
  for (int tile = from; tile < to; tile++) {
    float *v = skip + tile * tileInputs, *u = weight + tile * tileInputs;
    vec norm[tileVectors], shrunk[tileVectors], r[tileVectors], level[tileVectors];
    UNROLL for (int i = 0; i < tileVectors; i++) {
      vec squares = zero;
      for (int c = 0; c < classCount; c++) {
        vec value = loadWide(v + (size_t)c * skipStep + i * VECTOR);
        squares += value * value;
      }
      UNROLL for (int lane = 0; lane < VECTOR; lane++) norm[i][lane] = __builtin_sqrtf(squares[lane]);
      shrunk[i] = norm[i] - splat(lambda);
      r[i] = selectWide(shrunk[i] < zero, zero, shrunk[i]);
    }
    bool isCut = false, hasRisen = true;
    while (hasRisen) {
      vec sum[tileVectors];
      ivec count[tileVectors], risen = (ivec)zero;
      UNROLL for (int i = 0; i < tileVectors; i++) {
        level[i] = M * r[i];
        sum[i] = zero;
        count[i] = (ivec)zero;
      }
      for (int h = 0; h < hiddenCount; h++) {
        UNROLL for (int i = 0; i < tileVectors; i++) {
          vec size = (vec)((ivec)loadWide(u + (size_t)h * weightStep + i * VECTOR) & 0x7fffffff);
          ivec isAbove = size > level[i];
          sum[i] += (vec)((ivec)size & isAbove);
          count[i] -= isAbove;
        }
      }
      UNROLL for (int i = 0; i < tileVectors; i++) {
        vec divisor = splat(1) + __builtin_convertvector(count[i], vec) * (M * M);
        vec next = (shrunk[i] + M * sum[i]) / divisor;
        ivec isHigher = (next > r[i]) & (count[i] > 0);
        r[i] = selectWide(isHigher, next, r[i]);
        risen |= isHigher;
        UNROLL for (int lane = 0; lane < VECTOR; lane++) isCut |= count[i][lane] > 0;
      }
      hasRisen = false;
      UNROLL for (int lane = 0; lane < VECTOR; lane++) hasRisen |= risen[lane] != 0;
    }
    UNROLL for (int i = 0; i < tileVectors; i++) {
      ivec hasDirection = norm[i] > zero;
      vec factor = (vec)((ivec)(r[i] / norm[i]) & hasDirection);
      for (int c = 0; c < classCount; c++) {
        float *at = v + (size_t)c * skipStep + i * VECTOR;
        storeWide(at, loadWide(at) * factor);
      }
      level[i] = (vec)((ivec)(M * r[i]) & hasDirection);
    }
    if (!isCut) continue;
    for (int h = 0; h < hiddenCount; h++) {
      UNROLL for (int i = 0; i < tileVectors; i++) {
        float *at = u + (size_t)h * weightStep + i * VECTOR;
        vec w = loadWide(at);
        w = selectWide(level[i] < w, level[i], w);
        storeWide(at, selectWide(w < -level[i], -level[i], w));
      }
    }
  }
}
