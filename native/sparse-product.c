/* A sparse matrix times a batch of activations: kernels/sparse-product.ts.
 * A tile of the batch stays in registers while all connections of a target neuron pass: up to twelve wide vectors, and
 * where columns are left over one of eight and one of four floats. */

enum { mostWide = 12, ahead = 16, partBytes = 1 << 19, targetsOfTile = 128 };

typedef struct {
  int kind;
  const float *value;
  float *target;
  const float *source;
  const float *bias;
  const int32_t *start;
  const int32_t *column;
  const float *weight;
  size_t targetStride;
  size_t sourceStride;
  int from;
  int to;
} Product;

/* How many rows of `stride` floats fit in a part of the cache near the core. */
INLINE int rowsOfPart(size_t stride) {
  const size_t bytes = 4 * stride;
  return bytes == 0 || bytes > partBytes ? 1 : (int)(partBytes / bytes);
}

/* The connections k .. end of target t for one tile of `wide` vectors, with `eight` and `four` (0 or 1) behind them; all three
 * and `hasBias` are constants. The sums begin anew with the first connections of t and go on from what stands in the target
 * otherwise; after the last ones they are activated. */
INLINE void tileOfTarget(
    const int wide, const int eight, const int four, const bool hasBias, const Product *p, int t, int k, int end) {
  const int32_t *column = p->column;
  const float *weight = p->weight;
  const float *source = p->source;
  const size_t sourceStride = p->sourceStride;
  float *into = p->target + (size_t)t * p->targetStride;
  vec a[mostWide];
  f8 b;
  f4 c;
  if (k == p->start[t]) {
    float first = hasBias ? p->bias[t] : 0.0f;
    UNROLL for (int i = 0; i < wide; i++) a[i] = splat(first);
    b = splat8(first);
    c = splat4(first);
  } else {
    UNROLL for (int i = 0; i < wide; i++) a[i] = loadWide(into + i * VECTOR);
    if (eight) b = load8(into + wide * VECTOR);
    if (four) c = load4(into + wide * VECTOR + eight * 8);
  }
  for (; k < end; k++) {
    const float *s = source + (size_t)column[k] * sourceStride;
    float w = weight[k];
    /* No prefetcher knows which row comes next. */
    if (k + ahead < end) __builtin_prefetch(source + (size_t)column[k + ahead] * sourceStride);
    UNROLL for (int i = 0; i < wide; i++) a[i] += splat(w) * loadWide(s + i * VECTOR);
    if (eight) b += splat8(w) * load8(s + wide * VECTOR);
    if (four) c += splat4(w) * load4(s + wide * VECTOR + eight * 8);
  }
  UNROLL for (int i = 0; i < wide; i++) storeWide(into + i * VECTOR, a[i]);
  if (eight) store8(into + wide * VECTOR, b);
  if (four) store4(into + wide * VECTOR + eight * 8, c);
  if (p->kind && end == p->start[t + 1]) {
    const float *value = p->value ? p->value + (size_t)t * p->targetStride : NULL;
    activate(p->kind, into, value, wide * VECTOR + eight * 8 + four * 4);
  }
}

/* All targets. Sources that do not fit in the cache near the core are taken in parts that do, each by many targets before the
 * next: every sum still adds its sources in ascending order. */
INLINE void tile(const int wide, const int eight, const int four, const bool hasBias, const Product *p) {
  const int32_t *start = p->start;
  const int sources = rowsOfPart(p->sourceStride);
  int next[targetsOfTile];
  for (int first = p->from; first < p->to; first += targetsOfTile) {
    const int targets = p->to - first < targetsOfTile ? p->to - first : targetsOfTile;
    int left = start[first + targets] - start[first];
    for (int t = 0; t < targets; t++) next[t] = start[first + t];
    for (int below = sources, isFirst = true; isFirst || left > 0; below += sources, isFirst = false) {
      for (int t = 0; t < targets; t++) {
        const int k = next[t], last = start[first + t + 1];
        if (k == last && !isFirst) continue;
        next[t] = k == last || p->column[last - 1] < below ? last : firstAtLeast(p->column, k, last, below);
        left -= next[t] - k;
        if (isFirst || next[t] > k) tileOfTarget(wide, eight, four, hasBias, p, first + t, k, next[t]);
      }
    }
  }
}

#if VECTOR == 16
#define WITH_REST(wide)                                            \
  case wide:                                                       \
    if (eight && four) tile(wide, 1, 1, hasBias, &p);              \
    else if (eight) tile(wide, 1, 0, hasBias, &p);                 \
    else if (four) tile(wide, 0, 1, hasBias, &p);                  \
    else tile(wide, 0, 0, hasBias, &p);                            \
    break;
#else
#define WITH_REST(wide)                                            \
  case wide:                                                       \
    if (four) tile(wide, 0, 1, hasBias, &p);                       \
    else tile(wide, 0, 0, hasBias, &p);                            \
    break;
#endif

/* The whole batch, tile by tile, as equal as they can be; strides count floats. */
INLINE void sparseProduct(const bool hasBias, Product p, int width) {
  const int most = mostWide * VECTOR;
  int tiles = VECTOR > 4 && width == most + 4 ? 1 : (width + most - 1) / most;
  for (; tiles > 0; tiles--) {
    int columns = tiles == 1 ? width : (width / tiles + VECTOR - 1) / VECTOR * VECTOR;
    int rest = columns % VECTOR, eight = rest >= 8, four = (rest & 4) != 0;
    (void)eight;
    switch (columns / VECTOR) {
      WITH_REST(0) WITH_REST(1) WITH_REST(2) WITH_REST(3) WITH_REST(4) WITH_REST(5) WITH_REST(6)
      WITH_REST(7) WITH_REST(8) WITH_REST(9) WITH_REST(10) WITH_REST(11) WITH_REST(12)
    }
    width -= columns;
    p.target += columns;
    p.source += columns;
    if (p.value) p.value += columns;
  }
}

static void forward(
    float *out, const float *input, const float *bias, const int32_t *rowStart, const int32_t *column,
    const float *weight, int outStride, int inStride, int width, int activation, int from, int to) {
  sparseProduct(
      true,
      (Product){activation, NULL, out, input, bias, rowStart, column, weight, outStride, inStride, from, to}, width);
}

static void backpropagate(
    float *inDelta, const float *input, const float *delta, const int32_t *columnStart, const int32_t *row,
    const float *weight, int inStride, int deltaStride, int width, int activation, int from, int to) {
  sparseProduct(
      false,
      (Product){activation ? activation + 2 : 0, input, inDelta, delta, NULL, columnStart, row, weight, inStride,
                deltaStride, from, to},
      width);
}
