/* Gaussian kernel values, and those of one row with many: kernels/gaussian.ts. */

typedef double d2 __attribute__((vector_size(16), aligned(8), may_alias));
/* As many doubles as a wide vector holds, their bits, and as many floats. */
typedef double dwide __attribute__((vector_size(4 * VECTOR), aligned(8), may_alias));
typedef int64_t lwide __attribute__((vector_size(4 * VECTOR), aligned(8), may_alias));
typedef float fhalf __attribute__((vector_size(2 * VECTOR), aligned(4), may_alias));
enum { doubles = VECTOR / 2 };

INLINE d2 load2(const double *at) { return *(const d2 *)at; }
INLINE void store2(double *at, d2 value) { *(d2 *)at = value; }
INLINE dwide loadDoubles(const double *at) { return *(const dwide *)at; }
INLINE void storeDoubles(double *at, dwide value) { *(dwide *)at = value; }
INLINE dwide splatDoubles(double value) { return value - (dwide){0}; }
INLINE dwide selectDoubles(lwide mask, dwide yes, dwide no) { return (dwide)(((lwide)yes & mask) | ((lwide)no & ~mask)); }
INLINE dwide loadAsDoubles(const float *at) { return __builtin_convertvector(*(const fhalf *)at, dwide); }

/* To the nearest whole number, the even one of two, for |x| below 2^51: what no instruction of every processor does. */
INLINE dwide nearestDoubles(dwide x) {
  const double shift = 6755399441055744.0;
  return (x + shift) - shift;
}

INLINE dwide expDoubles(dwide x) {
  x = selectDoubles(x < -708.0, splatDoubles(-708.0), x);
  dwide n = nearestDoubles(x * 1.4426950408889634);
  dwide r = (x - n * 6.93147180369123816490e-1) - n * 1.90821492927058770002e-10;
  dwide p = splatDoubles(1.0 / 6227020800.0);
  p = p * r + 1.0 / 479001600.0;
  p = p * r + 1.0 / 39916800.0;
  p = p * r + 1.0 / 3628800.0;
  p = p * r + 1.0 / 362880.0;
  p = p * r + 1.0 / 40320.0;
  p = p * r + 1.0 / 5040.0;
  p = p * r + 1.0 / 720.0;
  p = p * r + 1.0 / 120.0;
  p = p * r + 1.0 / 24.0;
  p = p * r + 1.0 / 6.0;
  p = p * r + 0.5;
  p = p * r + 1.0;
  p = p * r + 1.0;
  lwide exponent = (lwide)(n + 6755399441055744.0) + 1023;
  return p * (dwide)(exponent << 52);
}

INLINE dwide gaussianDoubles(double own, dwide squares, dwide dots, double gamma) {
  return expDoubles(((own + squares) - (dots + dots)) * -gamma);
}

/* Dot products that are kept until all of them become kernel values, wide. */
enum { blockRows = 64 };

/* Kernel values from `count` dot products, in place; up to a whole vector both arrays may be read, and `dots` written. */
INLINE void valuesOfDots(double *dots, const double *squares, double own, double gamma, int count) {
  for (int i = 0; i < count; i += doubles) {
    storeDoubles(dots + i, gaussianDoubles(own, loadDoubles(squares + i), loadDoubles(dots + i), gamma));
  }
}

/* Four lanes of a dot product. */
#if VECTOR == 4
enum { laneParts = 2 };
typedef d2 dlanes;
INLINE double sumOfLanes(const dlanes *sum) {
  const d2 both = sum[0] + sum[1];
  return both[0] + both[1];
}
#else
enum { laneParts = 1 };
typedef double dlanes __attribute__((vector_size(32), aligned(8), may_alias));
INLINE double sumOfLanes(const dlanes *sum) { return (sum[0][0] + sum[0][2]) + (sum[0][1] + sum[0][3]); }
#endif

/* Rows that are multiplied at a time: each sum waits for its own last addition. */
enum { rowsAtOnce = VECTOR == 4 ? 4 : 8 };

INLINE const int32_t *listOf(const int32_t *groups, int row, int stride) {
  return groups + (size_t)row * (size_t)(stride / 4 + 1);
}

INLINE bool isWorthListing(const int32_t *list, int stride) { return 2 * list[0] < stride / 4; }

INLINE int groupWork(const int32_t *groups, int row, int stride) {
  if (!groups) return stride / 4;
  const int32_t *list = listOf(groups, row, stride);
  return isWorthListing(list, stride) ? list[0] : stride / 4;
}

/* Asks for the same places of the rows that come next, a line of memory at a time: rows are mostly neighbours, and there are
 * too many of them at once for the processor to foresee it. */
#define FETCH_AHEAD(at, count)   \
  if ((at) % 8 == 0) {           \
    UNROLL for (int ahead = 0; ahead < (count); ahead++) __builtin_prefetch(rows[ahead] + (at) + (count) * stride); \
  }

/* dots[i] = the product of `own` and the row names[i], of `rowsAtOnce`; by the list of groups where there is one. */
INLINE void dotsWithRows(
    double *dots, const double *own, const double *x, const int32_t *names, size_t stride, const int32_t *list) {
  const double *rows[rowsAtOnce];
  dlanes sums[rowsAtOnce][laneParts];
  enum { lanes = 4 / laneParts };
  UNROLL for (int r = 0; r < rowsAtOnce; r++) {
    rows[r] = x + (size_t)names[r] * stride;
    UNROLL for (int part = 0; part < laneParts; part++) sums[r][part] = (dlanes){0};
  }
  const size_t groupCount = list ? (size_t)list[0] : stride / 4;
  for (size_t group = 0; group < groupCount; group++) {
    const size_t at = list ? (size_t)list[group + 1] / sizeof(double) : 4 * group;
    if (!list) FETCH_AHEAD(at, rowsAtOnce)
    UNROLL for (int part = 0; part < laneParts; part++) {
      const dlanes four = *(const dlanes *)(own + at + part * lanes);
      UNROLL for (int r = 0; r < rowsAtOnce; r++) sums[r][part] += four * *(const dlanes *)(rows[r] + at + part * lanes);
    }
  }
  UNROLL for (int r = 0; r < rowsAtOnce; r++) dots[r] = sumOfLanes(sums[r]);
}

/* As dotsWithRows, of two rows at once. */
INLINE void dotsOfPair(
    double *dotsA, double *dotsB, const double *ownA, const double *ownB, const double *x, const int32_t *names,
    size_t stride) {
#if VECTOR == 16 && defined(__AVX512F__)
  /* Both in one vector, which a load can fill with the others twice over. */
  enum { atOnce = 8 };
  const double *rows[atOnce];
  __m512d sums[atOnce];
  UNROLL for (int r = 0; r < atOnce; r++) {
    rows[r] = x + (size_t)names[r] * stride;
    sums[r] = _mm512_setzero_pd();
  }
  for (size_t at = 0; at < stride; at += 4) {
    FETCH_AHEAD(at, atOnce)
    const __m512d own = _mm512_insertf64x4(_mm512_castpd256_pd512(_mm256_loadu_pd(ownA + at)), _mm256_loadu_pd(ownB + at), 1);
    UNROLL for (int r = 0; r < atOnce; r++) {
      sums[r] = _mm512_add_pd(sums[r], _mm512_mul_pd(own, _mm512_broadcast_f64x4(_mm256_loadu_pd(rows[r] + at))));
    }
  }
  UNROLL for (int r = 0; r < atOnce; r++) {
    dotsA[r] = sumOfLanes((dlanes[]){(dlanes)_mm512_castpd512_pd256(sums[r])});
    dotsB[r] = sumOfLanes((dlanes[]){(dlanes)_mm512_extractf64x4_pd(sums[r], 1)});
  }
#else
  enum { atOnce = rowsAtOnce / 2, lanes = 4 / laneParts };
  for (int first = 0; first < 8; first += atOnce) {
    const double *rows[atOnce];
    dlanes sums[atOnce][2][laneParts];
    UNROLL for (int r = 0; r < atOnce; r++) {
      rows[r] = x + (size_t)names[first + r] * stride;
      UNROLL for (int part = 0; part < laneParts; part++) sums[r][0][part] = sums[r][1][part] = (dlanes){0};
    }
    for (size_t at = 0; at < stride; at += 4) {
      FETCH_AHEAD(at, atOnce)
      UNROLL for (int part = 0; part < laneParts; part++) {
        const size_t here = at + (size_t)(part * lanes);
        const dlanes a = *(const dlanes *)(ownA + here), b = *(const dlanes *)(ownB + here);
        UNROLL for (int r = 0; r < atOnce; r++) {
          const dlanes other = *(const dlanes *)(rows[r] + here);
          sums[r][0][part] += a * other;
          sums[r][1][part] += b * other;
        }
      }
    }
    UNROLL for (int r = 0; r < atOnce; r++) {
      dotsA[first + r] = sumOfLanes(sums[r][0]);
      dotsB[first + r] = sumOfLanes(sums[r][1]);
    }
  }
#endif
}

/* The names and squared norms of a block of rows, up to a whole vector; behind the last the last once more. */
INLINE int takeBlock(int32_t *names, double *norms, const int32_t *rows, const double *squares, int count) {
  const int whole = (count + 7) & ~7;
  for (int i = 0; i < whole; i++) {
    names[i] = rows[i < count ? i : count - 1];
    norms[i] = squares[names[i]];
  }
  return whole;
}

/* Names are valid, and `out` has room, up to a multiple of 4. */
static void kernelRow(
    float *out, const double *x, const double *squares, const int32_t *groups, const int32_t *rows, int stride,
    double gamma, int row, int count) {
  const double *own = x + (size_t)row * (size_t)stride;
  const int32_t *list = groups ? listOf(groups, row, stride) : NULL;
  if (list && !isWorthListing(list, stride)) list = NULL;
  const int padded = (count + 3) & ~3;
  double dots[blockRows], norms[blockRows];
  int32_t names[blockRows];
  for (int first = 0; first < padded; first += blockRows) {
    const int here = padded - first < blockRows ? padded - first : blockRows;
    const int whole = takeBlock(names, norms, rows + first, squares, here);
    for (int i = 0; i < whole; i += rowsAtOnce) {
      if (list) dotsWithRows(dots + i, own, x, names + i, (size_t)stride, list);
      else dotsWithRows(dots + i, own, x, names + i, (size_t)stride, NULL);
    }
    valuesOfDots(dots, norms, squares[row], gamma, whole);
    for (int i = 0; i < here; i++) out[first + i] = (float)dots[i];
  }
}

static void kernelRowPair(
    float *outA, float *outB, const double *x, const double *squares, const int32_t *rows, int stride, double gamma,
    int rowA, int rowB, int count) {
  const double *ownA = x + (size_t)rowA * (size_t)stride, *ownB = x + (size_t)rowB * (size_t)stride;
  const int padded = (count + 3) & ~3;
  double dotsA[blockRows], dotsB[blockRows], norms[blockRows];
  int32_t names[blockRows];
  for (int first = 0; first < padded; first += blockRows) {
    const int here = padded - first < blockRows ? padded - first : blockRows;
    const int whole = takeBlock(names, norms, rows + first, squares, here);
    for (int i = 0; i < whole; i += 8) dotsOfPair(dotsA + i, dotsB + i, ownA, ownB, x, names + i, (size_t)stride);
    valuesOfDots(dotsA, norms, squares[rowA], gamma, whole);
    valuesOfDots(dotsB, norms, squares[rowB], gamma, whole);
    for (int i = 0; i < here; i++) outA[first + i] = (float)dotsA[i];
    for (int i = 0; i < here; i++) outB[first + i] = (float)dotsB[i];
  }
}
