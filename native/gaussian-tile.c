/* Gaussian kernel values of many rows with many, a tile at a time: kernels/gaussian-tile.ts. */

enum { tileSteps = 32, lineRows = 4, lineDoubles = 2 * lineRows };
enum { halfPack = tileRows * tileSteps * 2, packDoubles = 2 * halfPack, halfSums = tileRows * tileRows * 2 };

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

/* values[j] = the kernel of row i of a summed tile, of squared norm `own`, with its rows j. */
INLINE void tileValues(
    double *values, const double *scratch, int i, double own, const double *squares, double gamma, int count) {
  const double *at = scratch + 2 * packDoubles + 2 * i * tileRows;
  for (int j = 0; j < tileRows; j++, at += 2) values[j] = (at[0] + at[halfSums]) + (at[1] + at[halfSums + 1]);
  valuesOfDots(values, squares, own, gamma, count);
}

static void gaussianTable(
    float *table, const double *x, const double *squares, char *scratch, int count, int stride, double gamma, int from,
    int to, int thread) {
  double *mine = (double *)(scratch + (size_t)thread * tileBytes);
  double values[tileRows], norms[tileRows] = {0};
  int row = 0;
  while ((row + 1) * (row + 2) / 2 <= from) row++;
  int column = from - row * (row + 1) / 2;
  for (int tile = from; tile < to; tile++) {
    const int firstI = row * tileRows, firstJ = column * tileRows;
    const int countI = count - firstI < tileRows ? count - firstI : tileRows;
    const int countJ = count - firstJ < tileRows ? count - firstJ : tileRows;
    sumTile(mine, x, firstI, countI, x, NULL, firstJ, countJ, stride);
    memcpy(norms, squares + firstJ, (size_t)countJ * sizeof(double));
    for (int i = 0; i < countI; i++) {
      float *out = table + (size_t)(firstI + i) * (size_t)count + firstJ;
      float *mirror = table + (size_t)firstJ * (size_t)count + firstI + i;
      tileValues(values, mine, i, squares[firstI + i], norms, gamma, countJ);
      for (int j = 0; j < countJ; j++) out[j] = mirror[(size_t)j * (size_t)count] = (float)values[j];
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
  double line[tileRows], norms[tileRows] = {0};
  for (int first = from; first < to; first += tileRows) {
    const int count = to - first < tileRows ? to - first : tileRows;
    for (int start = 0; start < supportCount; start += tileRows) {
      const int supports = supportCount - start < tileRows ? supportCount - start : tileRows;
      const int32_t *names = rows + start;
      sumTile(mine, test, first, count, x, names, 0, supports, stride);
      for (int s = 0; s < supports; s++) norms[s] = squares[names[s]];
      for (int i = 0; i < count; i++) {
        const size_t row = (size_t)(first + i);
        tileValues(line, mine, i, testSquares[row], norms, gamma, supports);
        memcpy(values + row * (size_t)supportCount + start, line, (size_t)supports * sizeof(double));
      }
    }
  }
}
