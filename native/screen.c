/* Bounds on gradients: kernels/screen.ts. */

/* out[r][lane] = the dot product of row r and of x0 .. x3, in the four lanes. A wide vector holds as many rows as it has
 * quarters, and two vectors of rows meet the four of x, so each sum keeps its order of four lanes. */
INLINE void dotRows(
    float *out, const float *rows, size_t step, int rowCount, const float *x0, const float *x1, const float *x2,
    const float *x3, int width) {
  int r = 0;
  for (; r + 2 * quarters <= rowCount; r += 2 * quarters) {
    const float *d = rows + (size_t)r * step, *e = d + quarters * step;
    vec s0 = splat(0), s1 = s0, s2 = s0, s3 = s0, t0 = s0, t1 = s0, t2 = s0, t3 = s0;
    for (int v = 0; v < width; v += 4) {
      vec dv = loadRows(d + v, step), ev = loadRows(e + v, step);
      vec a0 = loadRepeated(x0 + v), a1 = loadRepeated(x1 + v);
      vec a2 = loadRepeated(x2 + v), a3 = loadRepeated(x3 + v);
      s0 += dv * a0;
      t0 += ev * a0;
      s1 += dv * a1;
      t1 += ev * a1;
      s2 += dv * a2;
      t2 += ev * a2;
      s3 += dv * a3;
      t3 += ev * a3;
    }
    float *into = out + 4 * r;
    UNROLL for (int q = 0; q < quarters; q++) {
      store4(into + 4 * q, sum4(quarterOf(s0, q), quarterOf(s1, q), quarterOf(s2, q), quarterOf(s3, q)));
      store4(
          into + 4 * (quarters + q), sum4(quarterOf(t0, q), quarterOf(t1, q), quarterOf(t2, q), quarterOf(t3, q)));
    }
  }
  for (; r + quarters <= rowCount; r += quarters) {
    const float *d = rows + (size_t)r * step;
    vec s0 = splat(0), s1 = s0, s2 = s0, s3 = s0;
    for (int v = 0; v < width; v += 4) {
      vec dv = loadRows(d + v, step);
      s0 += dv * loadRepeated(x0 + v);
      s1 += dv * loadRepeated(x1 + v);
      s2 += dv * loadRepeated(x2 + v);
      s3 += dv * loadRepeated(x3 + v);
    }
    UNROLL for (int q = 0; q < quarters; q++) {
      store4(out + 4 * (r + q), sum4(quarterOf(s0, q), quarterOf(s1, q), quarterOf(s2, q), quarterOf(s3, q)));
    }
  }
  for (; r < rowCount; r++) store4(out + 4 * r, dot4(rows + (size_t)r * step, x0, x1, x2, x3, width));
}

INLINE float *recordOf(char *memory, const Screen *screen, int output) {
  return floatsAt(memory, screen->records) + (size_t)output * (size_t)(screen->rank + recordTail);
}

static void projectDeltas(
    char *memory, const Screen *screen, const float *delta, int stride, int width, int from, int to) {
  const int rank = screen->rank;
  const float *basis = floatsAt(memory, screen->basis);
  const size_t step = (size_t)stride;
  for (int o = from; o < to; o++) {
    const float *d = delta + (size_t)o * step;
    float *record = recordOf(memory, screen, o);
    for (int j = 0; j < rank; j += atOnce) {
      const float *rows[atOnce];
      for (int i = 0; i < atOnce; i++) rows[i] = basis + (size_t)(j + i < rank ? j + i : rank - 1) * step;
      f8 found = dotEight(d, rows, width);
      for (int i = 0; i < atOnce && j + i < rank; i++) record[j + i] = found[i];
    }
    f4 whole = splat4(0), left = whole;
    int v = 0;
    for (; v + VECTOR <= width; v += VECTOR) {
      vec at = loadWide(d + v), rest = at;
      for (int j = 0; j < rank; j++) rest -= splat(record[j]) * loadWide(basis + (size_t)j * step + v);
      vec square = at * at, restSquare = rest * rest;
      UNROLL for (int q = 0; q < quarters; q++) {
        whole += quarterOf(square, q);
        left += quarterOf(restSquare, q);
      }
    }
    for (; v < width; v += 4) {
      f4 at = load4(d + v), rest = at;
      for (int j = 0; j < rank; j++) rest -= splat4(record[j]) * load4(basis + (size_t)j * step + v);
      whole += at * at;
      left += rest * rest;
    }
    store4(record + rank, sqrt4(sum4(left, whole, left, whole)));
  }
}

static void projectInputs(
    char *memory, const Screen *screen, float *into, const float *x0, const float *x1, const float *x2,
    const float *x3, size_t step, int width) {
  const int rank = screen->rank;
  dotRows(into, floatsAt(memory, screen->basis), step, rank, x0, x1, x2, x3, width);
  f4 inside = splat4(0);
  for (int j = 0; j < rank; j++) {
    f4 y = load4(into + 4 * j);
    inside += y * y;
  }
  f4 s0 = splat4(0), s1 = s0, s2 = s0, s3 = s0;
  for (int v = 0; v < width; v += 4) {
    f4 a0 = load4(x0 + v), a1 = load4(x1 + v), a2 = load4(x2 + v), a3 = load4(x3 + v);
    s0 += a0 * a0;
    s1 += a1 * a1;
    s2 += a2 * a2;
    s3 += a3 * a3;
  }
  f4 whole = sum4(s0, s1, s2, s3), margin = splat4(screen->margin);
  f4 outside = max4(splat4(0), whole - inside) + margin * whole;
  store4(into + 4 * rank, sqrt4(outside));
  store4(into + 4 * rank + 4, margin * sqrt4(whole));
}

/* The bounds of the output neurons whose records begin at `record`, one in every quarter: stores the upper ones and gives the
 * lower ones. With `isFour` the rank is 4, and the first product begins the sum; otherwise it is added to 0, which differs in
 * the sign of a zero. */
INLINE vec boundWide(
    const bool isFour, float *bound, const float *record, size_t step, int rank, const float *projected, vec tail,
    vec rounding) {
  vec a = splat(0);
  if (isFour) a = loadRepeated(projected) * splatRows(record, step);
  for (int j = isFour ? 1 : 0; j < (isFour ? 4 : rank); j++) {
    a += loadRepeated(projected + 4 * j) * splatRows(record + j, step);
  }
  const float *norms = record + (isFour ? 4 : rank);
  vec size = absWide(a), slack = tail * splatRows(norms, step) + rounding * splatRows(norms + 1, step);
  storeWide(bound, size + slack);
  return size - slack;
}

/* The same for a last output neuron alone. */
INLINE f4 boundOne(
    float *bound, const float *record, int rank, const float *projected, f4 tail, f4 rounding) {
  f4 a = splat4(0);
  if (rank == 4) a = load4(projected) * splat4(record[0]);
  for (int j = rank == 4 ? 1 : 0; j < rank; j++) a += load4(projected + 4 * j) * splat4(record[j]);
  f4 size = abs4(a), slack = tail * splat4(record[rank]) + rounding * splat4(record[rank + 1]);
  store4(bound, size + slack);
  return size - slack;
}

INLINE f4 boundPlaces(
    const bool isFour, float *bound, const float *records, int rank, const float *projected, int from, int to) {
  const size_t step = (size_t)(rank + recordTail);
  const vec tail = loadRepeated(projected + 4 * rank), rounding = loadRepeated(projected + 4 * rank + 4);
  const float *record = records + (size_t)from * step;
  vec highest = splat(-1);
  int p = from;
  for (; p + quarters <= to; p += quarters, record += quarters * step) {
    highest = maxWide(highest, boundWide(isFour, bound + 4 * p, record, step, rank, projected, tail, rounding));
  }
  f4 most = quarterOf(highest, 0);
  UNROLL for (int q = 1; q < quarters; q++) most = max4(most, quarterOf(highest, q));
  for (; p < to; p++, record += step) {
    most = max4(most, boundOne(bound + 4 * p, record, rank, projected, quarterOf(tail, 0), quarterOf(rounding, 0)));
  }
  return most;
}

static f4 boundGradients(
    char *memory, const Screen *screen, float *bound, const float *projected, int from, int to) {
  const float *records = floatsAt(memory, screen->sorted);
  return screen->rank == 4 ? boundPlaces(true, bound, records, 4, projected, from, to)
                           : boundPlaces(false, bound, records, screen->rank, projected, from, to);
}

/* The bounds of the groups whose records begin at `middle`, one in every quarter. */
INLINE vec boundGroups(const float *middle, size_t step, int rank, const float *projected) {
  const float *half = middle + rank, *norms = half + rank;
  vec a = splat(0), reach = a;
  for (int j = 0; j < rank; j++) {
    vec y = loadRepeated(projected + 4 * j);
    a += y * splatRows(middle + j, step);
    reach += absWide(y) * splatRows(half + j, step);
  }
  vec slack = loadRepeated(projected + 4 * rank) * splatRows(norms, step) +
              loadRepeated(projected + 4 * rank + 4) * splatRows(norms + 1, step);
  return (absWide(a) + reach) + slack;
}
