/* The losses of a batch and their gradients: kernels/loss.ts. No column meets another, so plain loops over a block of
 * columns give the same bits. */

enum { lossColumns = 16 };

/* exp(x) for x from -87 to 88: kernels/vector-math.ts. */
INLINE float expOf(float x) {
  x = x < -87.0f ? -87.0f : x;
  x = 88.0f < x ? 88.0f : x;
  float rounded = x * 1.4426950408889634f + 12582912.0f;
  float n = rounded - 12582912.0f;
  float r = x - n * 0.693359375f;
  r = r - n * -2.1219444005469057e-4f;
  float p = (float)(1.0 / 5040.0) * r + (float)(1.0 / 720.0);
  p = p * r + (float)(1.0 / 120.0);
  p = p * r + (float)(1.0 / 24.0);
  p = p * r + (float)(1.0 / 6.0);
  p = p * r + 0.5f;
  float expm1 = r + r * r * p;
  union {
    float value;
    uint32_t bits;
  } scale = {rounded};
  scale.bits = (scale.bits + 127u) << 23;
  return scale.value + scale.value * expm1;
}

/* kernels/logarithm.ts. */
static double logOf(double x) {
  if (!(x < INFINITY)) return x;
  union {
    double value;
    uint64_t bits;
  } m = {x};
  /* The exponent for which the mantissa lies between sqrt(1/2) and sqrt(2). */
  int64_t shift = (int64_t)(m.bits - 0x3fe6a09e667f3bcdull) >> 52;
  m.bits -= (uint64_t)shift << 52;
  double k = (double)shift;
  double s = (m.value - 1.0) / (m.value + 1.0);
  double z = s * s;
  double tail = 0.0;
  for (int power = 23; power >= 3; power -= 2) tail = tail * z + 1.0 / power;
  double small = 2.0 * s * z * tail + k * 1.9082149292705877e-10;
  return k * 0.6931471803691238 + (2.0 * s + small);
}

INLINE void squaredColumns(
    float *delta, float *loss, const float *output, const float *target, const float *weight, int outputCount,
    size_t stride, float scale, int first, int count) {
  float factor[lossColumns], total[lossColumns];
  for (int l = 0; l < count; l++) {
    factor[l] = scale * weight[first + l];
    total[l] = 0.0f;
  }
  for (int o = 0; o < outputCount; o++) {
    size_t at = (size_t)o * stride + (size_t)first;
    for (int l = 0; l < count; l++) {
      float apart = output[at + l] - target[at + l];
      total[l] = total[l] + apart * apart;
      delta[at + l] = apart * factor[l];
    }
  }
  for (int l = 0; l < count; l++) loss[first + l] = total[l] * weight[first + l] * 0.5f;
}

INLINE void softmaxColumns(
    float *delta, float *loss, const float *logits, const float *label, const float *weight, int classCount,
    size_t stride, float scale, int first, int count) {
  float top[lossColumns], total[lossColumns], factor[lossColumns];
  for (int l = 0; l < count; l++) {
    top[l] = logits[first + l];
    total[l] = 0.0f;
    /* The loss needs the logit of the label before delta overwrites it. */
    loss[first + l] = logits[(size_t)label[first + l] * stride + (size_t)(first + l)];
  }
  for (int c = 1; c < classCount; c++) {
    const float *z = logits + (size_t)c * stride + first;
    for (int l = 0; l < count; l++) top[l] = top[l] < z[l] ? z[l] : top[l];
  }
  for (int c = 0; c < classCount; c++) {
    size_t at = (size_t)c * stride + (size_t)first;
    for (int l = 0; l < count; l++) {
      float e = expOf(logits[at + l] - top[l]);
      total[l] = total[l] + e;
      delta[at + l] = e;
    }
  }
  for (int l = 0; l < count; l++) factor[l] = scale * weight[first + l] / total[l];
  for (int c = 0; c < classCount; c++) {
    float *d = delta + (size_t)c * stride + first;
    for (int l = 0; l < count; l++) d[l] = d[l] * factor[l];
  }
  for (int l = 0; l < count; l++) {
    int b = first + l;
    loss[b] = weight[b] * ((float)logOf((double)total[l]) - (loss[b] - top[l]));
    float *mine = delta + (size_t)label[b] * stride + b;
    *mine = *mine - scale * weight[b];
  }
}

static void loss(
    float *delta, float *loss, const float *output, const float *target, const float *weight, int kind,
    int outputCount, int stride, int rowCount, float scale, int from, int to) {
  const size_t step = (size_t)stride;
  const int end = 4 * to < rowCount ? 4 * to : rowCount;
  for (int first = 4 * from; first < end; first += lossColumns) {
    int count = end - first < lossColumns ? end - first : lossColumns;
    if (kind == squaredLoss) squaredColumns(delta, loss, output, target, weight, outputCount, step, scale, first, count);
    else softmaxColumns(delta, loss, output, target, weight, outputCount, step, scale, first, count);
  }
  /* Columns behind the rows are padding. */
  for (int b = 4 * from > rowCount ? 4 * from : rowCount; b < 4 * to; b++) {
    loss[b] = 0.0f;
    for (int o = 0; o < outputCount; o++) delta[(size_t)o * step + (size_t)b] = 0.0f;
  }
}
