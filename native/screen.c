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
    for (int j = 0; j < rank; j += 4) {
      const float *b = basis + (size_t)j * step;
      store4(record + j, dot4(d, b, b + step, b + 2 * step, b + 3 * step, width));
    }
    f4 whole = splat4(0), left = whole;
    for (int v = 0; v < width; v += 4) {
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

/* Stores the upper bound around the estimate `a` and gives the lower one; `norms` holds |d'| and |d|. */
INLINE f4 widen(float *at, f4 a, f4 tail, f4 rounding, const float *norms) {
  f4 size = abs4(a), slack = tail * splat4(norms[0]) + rounding * splat4(norms[1]);
  store4(at, size + slack);
  return size - slack;
}

static f4 boundGradients(char *memory, const Screen *screen, float *bound, const float *projected, int outCount) {
  const int rank = screen->rank;
  const size_t step = (size_t)(rank + recordTail);
  const f4 tail = load4(projected + 4 * rank), rounding = load4(projected + 4 * rank + 4);
  const float *record = floatsAt(memory, screen->records);
  f4 highest = splat4(-1);
  int o = 0;
  if (rank == 4) {
    /* The first product begins the sum here; in the other loops it is added to 0, which differs in the sign of a zero. */
    f4 y0 = load4(projected), y1 = load4(projected + 4), y2 = load4(projected + 8), y3 = load4(projected + 12);
    for (; o < outCount; o++, record += step) {
      f4 a = y0 * splat4(record[0]);
      a += y1 * splat4(record[1]);
      a += y2 * splat4(record[2]);
      a += y3 * splat4(record[3]);
      highest = max4(highest, widen(bound + 4 * o, a, tail, rounding, record + 4));
    }
    return highest;
  }
  for (; o + 3 < outCount; o += 4, record += 4 * step) {
    const float *r1 = record + step, *r2 = r1 + step, *r3 = r2 + step;
    f4 a0 = splat4(0), a1 = a0, a2 = a0, a3 = a0;
    for (int j = 0; j < rank; j++) {
      f4 y = load4(projected + 4 * j);
      a0 += y * splat4(record[j]);
      a1 += y * splat4(r1[j]);
      a2 += y * splat4(r2[j]);
      a3 += y * splat4(r3[j]);
    }
    float *at = bound + 4 * o;
    highest = max4(highest, widen(at, a0, tail, rounding, record + rank));
    highest = max4(highest, widen(at + 4, a1, tail, rounding, r1 + rank));
    highest = max4(highest, widen(at + 8, a2, tail, rounding, r2 + rank));
    highest = max4(highest, widen(at + 12, a3, tail, rounding, r3 + rank));
  }
  for (; o < outCount; o++, record += step) {
    f4 a = splat4(0);
    for (int j = 0; j < rank; j++) a += load4(projected + 4 * j) * splat4(record[j]);
    highest = max4(highest, widen(bound + 4 * o, a, tail, rounding, record + rank));
  }
  return highest;
}
