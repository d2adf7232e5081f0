/* Weight gradients and the step of SGD with momentum, fused, by output neuron: kernels/update.ts.
 * A gradient is summed in four lanes, as there; eight connections at a time share the loads of delta. */

INLINE void stepFour(
    float *weight, float *velocity, float *transposed, const int32_t *place, f4 gradient, float learningRate,
    float momentum, float weightDecay) {
  f4 w = load4(weight);
  f4 pull = gradient + splat4(weightDecay) * w;
  f4 step = splat4(momentum) * load4(velocity) - splat4(learningRate) * pull;
  store4(velocity, step);
  f4 next = w + step;
  store4(weight, next);
  if (!place) return;
  for (int lane = 0; lane < 4; lane++) transposed[place[lane]] = next[lane];
}

static void update(
    float *weight, float *velocity, float *bias, float *biasVelocity, float *transposed, const int32_t *place,
    const float *delta, const float *input, const int32_t *rowStart, const int32_t *column, int deltaStride,
    int inStride, int width, float learningRate, float momentum, float weightDecay, int from, int to) {
  const size_t step = (size_t)inStride;
  for (int o = from; o < to; o++) {
    const float *d = delta + (size_t)o * (size_t)deltaStride;
    const int end = rowStart[o + 1];
    int k = rowStart[o];
    for (; k + 7 < end; k += 8) {
      const float *x[8];
      f4 s[8];
      UNROLL for (int i = 0; i < 8; i++) {
        x[i] = input + (size_t)column[k + i] * step;
        s[i] = splat4(0);
      }
      for (int v = 0; v < width; v += 4) {
        f4 at = load4(d + v);
        UNROLL for (int i = 0; i < 8; i++) s[i] += at * load4(x[i] + v);
      }
      f4 first = sum4(s[0], s[1], s[2], s[3]), second = sum4(s[4], s[5], s[6], s[7]);
      const int32_t *to0 = place ? place + k : NULL, *to1 = place ? place + k + 4 : NULL;
      stepFour(weight + k, velocity + k, transposed, to0, first, learningRate, momentum, weightDecay);
      stepFour(weight + k + 4, velocity + k + 4, transposed, to1, second, learningRate, momentum, weightDecay);
    }
    for (; k < end; k++) {
      const float *x = input + (size_t)column[k] * step;
      f4 sum = splat4(0);
      for (int v = 0; v < width; v += 4) sum += load4(d + v) * load4(x + v);
      float pull = sum1(sum) + weightDecay * weight[k];
      velocity[k] = momentum * velocity[k] - learningRate * pull;
      weight[k] = weight[k] + velocity[k];
      if (place) transposed[place[k]] = weight[k];
    }
    f4 sum = splat4(0);
    for (int v = 0; v < width; v += 4) sum += load4(d + v);
    biasVelocity[o] = momentum * biasVelocity[o] - learningRate * sum1(sum);
    bias[o] = bias[o] + biasVelocity[o];
  }
}
