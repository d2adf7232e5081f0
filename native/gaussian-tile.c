/* Gaussian kernel values of many rows with many, a tile at a time: kernels/gaussian-tile.ts. */

typedef double d2 __attribute__((vector_size(16), aligned(8), may_alias));
typedef int64_t l2 __attribute__((vector_size(16), aligned(8), may_alias));
/* As many rows of two doubles as a wide vector holds. */
typedef double dwide __attribute__((vector_size(4 * VECTOR), aligned(8), may_alias));

enum { tileSteps = 32, lineRows = 4, lineDoubles = 2 * lineRows };
enum { halfPack = tileRows * tileSteps * 2, packDoubles = 2 * halfPack, halfSums = tileRows * tileRows * 2 };

INLINE d2 load2(const double *at) { return *(const d2 *)at; }
INLINE void store2(double *at, d2 value) { *(d2 *)at = value; }
INLINE d2 splat2(double value) { return (d2){value, value}; }

/* The two doubles at `at`, over and over. */
INLINE dwide loadTwice(const double *at) {
#if VECTOR == 16 && defined(__AVX512F__)
  return (dwide)_mm512_castps_pd(_mm512_broadcast_f32x4(_mm_loadu_ps((const float *)at)));
#elif VECTOR == 16
  return (dwide){at[0], at[1], at[0], at[1], at[0], at[1], at[0], at[1]};
#elif VECTOR == 8 && defined(__AVX__)
  return (dwide)_mm256_broadcast_pd((const __m128d *)at);
#elif VECTOR == 8
  return (dwide){at[0], at[1], at[0], at[1]};
#else
  return load2(at);
#endif
}

/* To the nearest whole number, the even one of two, for |x| below 2^51: what no instruction of every processor does. */
INLINE d2 nearest2(d2 x) {
  const d2 shift = splat2(6755399441055744.0);
  return (x + shift) - shift;
}

INLINE d2 exp2lanes(d2 x) {
  l2 isLow = x < splat2(-708.0);
  x = (d2)(((l2)splat2(-708.0) & isLow) | ((l2)x & ~isLow));
  d2 n = nearest2(x * splat2(1.4426950408889634));
  d2 r = (x - n * splat2(6.93147180369123816490e-1)) - n * splat2(1.90821492927058770002e-10);
  d2 p = splat2(1.0 / 6227020800.0);
  p = p * r + splat2(1.0 / 479001600.0);
  p = p * r + splat2(1.0 / 39916800.0);
  p = p * r + splat2(1.0 / 3628800.0);
  p = p * r + splat2(1.0 / 362880.0);
  p = p * r + splat2(1.0 / 40320.0);
  p = p * r + splat2(1.0 / 5040.0);
  p = p * r + splat2(1.0 / 720.0);
  p = p * r + splat2(1.0 / 120.0);
  p = p * r + splat2(1.0 / 24.0);
  p = p * r + splat2(1.0 / 6.0);
  p = p * r + splat2(0.5);
  p = p * r + splat2(1.0);
  p = p * r + splat2(1.0);
  l2 exponent = (l2)(n + splat2(6755399441055744.0)) + (l2){1023, 1023};
  return p * (d2)(exponent << 52);
}

INLINE d2 gaussian2(double own, d2 squares, d2 dot, double gamma) {
  d2 distance = (splat2(own) + squares) - (dot + dot);
  return exp2lanes(distance * splat2(-gamma));
}

INLINE d2 sumLanes2(d2 a, d2 b) { return (d2){a[0], b[0]} + (d2){a[1], b[1]}; }

static void packRows(
    double *pack, const double *x, const int32_t *rows, int first, int count, size_t stride, size_t offset, int steps) {
  const int padded = (count + lineRows - 1) & ~(lineRows - 1);
  for (int i = 0; i < padded; i++) {
    const int place = first + (i < count ? i : count - 1);
    const double *from = x + (size_t)(rows ? rows[place] : place) * stride + offset;
    double *to = pack + (size_t)(i / lineRows) * (size_t)(steps * lineDoubles) + 2 * (i % lineRows);
    for (int step = 0; step < steps; step++, from += 4, to += lineDoubles) {
      store2(to, load2(from));
      store2(to + halfPack, load2(from + 2));
    }
  }
}

/* sums[i][j] += the products of `height` rows i of the pack at `a`, constant where this is inlined, and the four rows j at `b`. */
INLINE void addProducts(int height, double *sums, const double *a, const double *b, int steps) {
  enum { across = 2 * lineRows / (VECTOR / 2) > 0 ? 2 * lineRows / (VECTOR / 2) : 1, lanes = VECTOR / 2 };
  dwide s[lineRows][across];
  UNROLL for (int i = 0; i < height; i++)
    UNROLL for (int v = 0; v < across; v++) s[i][v] = *(dwide *)(sums + i * 2 * tileRows + v * lanes);
  for (int step = 0; step < steps; step++, a += lineDoubles, b += lineDoubles) {
    UNROLL for (int i = 0; i < height; i++) {
      dwide own = loadTwice(a + 2 * i);
      UNROLL for (int v = 0; v < across; v++) s[i][v] += own * *(const dwide *)(b + v * lanes);
    }
  }
  UNROLL for (int i = 0; i < height; i++)
    UNROLL for (int v = 0; v < across; v++) *(dwide *)(sums + i * 2 * tileRows + v * lanes) = s[i][v];
}

static void sumTile(
    double *scratch, const double *a, int firstA, int countA, const double *b, const int32_t *rowsB, int firstB,
    int countB, int stride) {
  double *packA = scratch, *packB = packA + packDoubles, *sums = packB + packDoubles;
  const int groups = stride / 4;
  memset(sums, 0, 2 * halfSums * sizeof(double));
  for (int group = 0; group < groups; group += tileSteps) {
    const int steps = groups - group < tileSteps ? groups - group : tileSteps;
    packRows(packA, a, NULL, firstA, countA, (size_t)stride, 4 * (size_t)group, steps);
    packRows(packB, b, rowsB, firstB, countB, (size_t)stride, 4 * (size_t)group, steps);
    for (int half = 0; half < 2; half++) {
      for (int i = 0; i < countA; i += 2) {
        const double *from =
            packA + half * halfPack + (size_t)(i / lineRows * steps * lineDoubles) + 2 * (size_t)(i % lineRows);
        double *line = sums + half * halfSums + i * 2 * tileRows;
        const bool isWhole = i % lineRows == 0 && i + 2 < countA;
        for (int j = 0; j < countB; j += lineRows) {
          const double *others = packB + half * halfPack + (size_t)(j / lineRows * steps * lineDoubles);
          if (isWhole) addProducts(4, line + 2 * j, from, others, steps);
          else addProducts(2, line + 2 * j, from, others, steps);
        }
        if (isWhole) i += 2;
      }
    }
  }
}

INLINE d2 tileValues(const double *scratch, int i, int j, double own, d2 squares, double gamma) {
  const double *at = scratch + 2 * packDoubles + 2 * (i * tileRows + j);
  d2 first = load2(at) + load2(at + halfSums);
  d2 second = load2(at + 2) + load2(at + 2 + halfSums);
  return gaussian2(own, squares, sumLanes2(first, second), gamma);
}

static void gaussianTable(
    float *table, const double *x, const double *squares, char *scratch, int count, int stride, double gamma, int from,
    int to, int thread) {
  double *mine = (double *)(scratch + (size_t)thread * tileBytes);
  int row = 0;
  while ((row + 1) * (row + 2) / 2 <= from) row++;
  int column = from - row * (row + 1) / 2;
  for (int tile = from; tile < to; tile++) {
    const int firstI = row * tileRows, firstJ = column * tileRows;
    const int countI = count - firstI < tileRows ? count - firstI : tileRows;
    const int countJ = count - firstJ < tileRows ? count - firstJ : tileRows;
    sumTile(mine, x, firstI, countI, x, NULL, firstJ, countJ, stride);
    for (int i = 0; i < countI; i++) {
      float *out = table + (size_t)(firstI + i) * (size_t)count, *mirror = table + firstI + i;
      for (int j = 0; j < countJ; j += 2) {
        const size_t r0 = (size_t)(firstJ + j), r1 = j + 1 < countJ ? r0 + 1 : r0;
        d2 values = tileValues(mine, i, j, squares[firstI + i], (d2){squares[r0], squares[r1]}, gamma);
        out[r0] = mirror[r0 * (size_t)count] = (float)values[0];
        if (r1 != r0) out[r1] = mirror[r1 * (size_t)count] = (float)values[1];
      }
    }
    if (column < row) {
      column++;
    } else {
      row++;
      column = 0;
    }
  }
}

static void gaussianValues(
    double *values, const double *test, const double *testSquares, const double *x, const double *squares,
    const int32_t *rows, char *scratch, int stride, int supportCount, double gamma, int from, int to, int thread) {
  double *mine = (double *)(scratch + (size_t)thread * tileBytes);
  for (int first = from; first < to; first += tileRows) {
    const int count = to - first < tileRows ? to - first : tileRows;
    for (int start = 0; start < supportCount; start += tileRows) {
      const int supports = supportCount - start < tileRows ? supportCount - start : tileRows;
      const int32_t *names = rows + start;
      sumTile(mine, test, first, count, x, names, 0, supports, stride);
      for (int i = 0; i < count; i++) {
        const size_t row = (size_t)(first + i);
        double *out = values + row * (size_t)supportCount + start;
        for (int s = 0; s < supports; s += 2) {
          const d2 both = {squares[names[s]], squares[names[s + 1]]};
          store2(out + s, tileValues(mine, i, s, testSquares[row], both, gamma));
        }
      }
    }
  }
}
