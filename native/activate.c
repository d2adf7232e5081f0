/* What is done to a row of sums right after it is written, while it is in cache: kernels/activate.ts.
 * Plain loops that the compiler turns into vectors: no lane meets another, so the width changes no bit. */

/* tanh(x) = x P(x^2) / Q(x^2) for |x| <= 8; see kernels/vector-math.ts. */
INLINE float tanhOf(float x) {
  x = 8.0f < x ? 8.0f : x;
  x = x < -8.0f ? -8.0f : x;
  float z = x * x;
  float p = 1.1428412236552746e-5f * z + 2.9510226791949123e-3f;
  p = p * z + 0.12925661931621854f;
  p = p * z + 0.9999998543749596f;
  float q = 2.4592074421802265e-7f * z + 2.3866901676318687e-4f;
  q = q * z + 2.381554958751216e-2f;
  q = q * z + 0.46258877523319897f;
  q = q * z + 1.0f;
  return x * p / q;
}

/* 1 tanh, 2 ReLU, 3 times the derivative of tanh, 4 times the derivative of ReLU, taken from the activation `value`. */
static __attribute__((noinline)) void activate(int kind, float *restrict at, const float *restrict value, int width) {
  if (kind == 1) {
    for (int b = 0; b < width; b++) at[b] = tanhOf(at[b]);
  } else if (kind == 2) {
    for (int b = 0; b < width; b++) at[b] = at[b] < 0.0f ? 0.0f : at[b];
  } else if (kind == 3) {
    for (int b = 0; b < width; b++) at[b] = at[b] * (1.0f - value[b] * value[b]);
  } else {
    for (int b = 0; b < width; b++) at[b] = value[b] > 0.0f ? at[b] : 0.0f;
  }
}
