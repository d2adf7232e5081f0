/* Weight gradients and the step of SGD with momentum, fused, by output neuron: kernels/update.ts.
 *
 * A gradient is summed in four lanes, as there. Eight connections of an output neuron are taken at a time; a wide vector
 * holds the lanes of two of them side by side, so each keeps its order. Where fewer are left the last one is taken again, and
 * only those that are there take their step: one connection alone would wait for each of its own sums.
 *
 * Rows of the inputs that do not fit in the cache near the core are taken in parts that do, each by many output neurons
 * before the next part is read. A connection needs no other one, so the order of connections changes no bit. */

enum { atOnce = 8 };

/* The dot products of d and eight rows over `width` floats. */
INLINE f8 dotEight(const float *d, const float *x[atOnce], int width) {
#if VECTOR > 4
  f8 s[4];
  UNROLL for (int i = 0; i < 4; i++) s[i] = splat8(0);
  int v = 0;
  for (; v + 16 <= width; v += 16) {
    UNROLL for (int part = 0; part < 16; part += 8) {
      f8 at = load8(d + v + part);
      UNROLL for (int i = 0; i < 4; i++) {
        f8 a = at * load8(x[i] + part), b = at * load8(x[i + 4] + part);
        s[i] += lowHalves(a, b);
        s[i] += highHalves(a, b);
      }
    }
    /* Pointers of their own: an address of two registers makes two operations of a load that multiplies. */
    UNROLL for (int i = 0; i < atOnce; i++) {
      x[i] += 16;
      KEEP_IN_REGISTER(x[i]);
    }
  }
  for (int part = 0; v + part < width; part += 4) {
    f4 at = load4(d + v + part);
    UNROLL for (int i = 0; i < 4; i++) s[i] += join(at * load4(x[i] + part), at * load4(x[i + 4] + part));
  }
  return sumHalves(s[0], s[1], s[2], s[3]);
#else
  f4 s[atOnce];
  UNROLL for (int i = 0; i < atOnce; i++) s[i] = splat4(0);
  for (int v = 0; v < width; v += 4) {
    f4 at = load4(d + v);
    UNROLL for (int i = 0; i < atOnce; i++) s[i] += at * load4(x[i] + v);
  }
  return join(sum4(s[0], s[1], s[2], s[3]), sum4(s[4], s[5], s[6], s[7]));
#endif
}

typedef struct {
  float *weight;
  float *velocity;
  float *transposed;
  const int32_t *place;
  const float *input;
  const int32_t *column;
  size_t inStep;
  int width;
  float learningRate;
  float momentum;
  float weightDecay;
} Update;

INLINE void stepEight(const Update *u, int k, f8 gradient) {
  f8 w = load8(u->weight + k);
  f8 pull = gradient + splat8(u->weightDecay) * w;
  f8 step = splat8(u->momentum) * load8(u->velocity + k) - splat8(u->learningRate) * pull;
  f8 next = w + step;
  store8(u->velocity + k, step);
  store8(u->weight + k, next);
  if (!u->place) return;
  UNROLL for (int i = 0; i < atOnce; i++) u->transposed[u->place[k + i]] = next[i];
}

INLINE void stepOne(const Update *u, int k, float gradient) {
  float pull = gradient + u->weightDecay * u->weight[k];
  u->velocity[k] = u->momentum * u->velocity[k] - u->learningRate * pull;
  u->weight[k] = u->weight[k] + u->velocity[k];
  if (u->place) u->transposed[u->place[k]] = u->weight[k];
}

/* The connections k .. end of one output neuron whose inputs are before `below`; gives the first one left. */
INLINE int updateRow(const Update *u, const float *d, int k, int end, int below) {
  const float *x[atOnce];
  for (; k + atOnce <= end && u->column[k + atOnce - 1] < below; k += atOnce) {
    UNROLL for (int i = 0; i < atOnce; i++) x[i] = u->input + (size_t)u->column[k + i] * u->inStep;
    stepEight(u, k, dotEight(d, x, u->width));
  }
  int count = 0;
  while (k + count < end && u->column[k + count] < below) count++;
  if (count == 0) return k;
  for (int i = 0; i < atOnce; i++) x[i] = u->input + (size_t)u->column[k + (i < count ? i : count - 1)] * u->inStep;
  f8 gradient = dotEight(d, x, u->width);
  for (int i = 0; i < count; i++) stepOne(u, k + i, gradient[i]);
  return k + count;
}

static void update(
    float *weight, float *velocity, float *bias, float *biasVelocity, float *transposed, const int32_t *place,
    const float *delta, const float *input, const int32_t *rowStart, const int32_t *column, int deltaStride,
    int inStride, int width, float learningRate, float momentum, float weightDecay, int from, int to) {
  const Update u = {weight, velocity, transposed, place, input, column, (size_t)inStride, width, learningRate,
                    momentum, weightDecay};
  const int inputs = rowsOfPart(u.inStep);
  const size_t deltaStep = (size_t)deltaStride;
  int next[targetsOfTile];
  for (int first = from; first < to; first += targetsOfTile) {
    const int outputs = to - first < targetsOfTile ? to - first : targetsOfTile;
    for (int o = 0; o < outputs; o++) next[o] = rowStart[first + o];
    int left = rowStart[first + outputs] - rowStart[first];
    for (int below = inputs; left > 0; below += inputs) {
      for (int o = 0; o < outputs; o++) {
        int done = updateRow(&u, delta + (size_t)(first + o) * deltaStep, next[o], rowStart[first + o + 1], below);
        left -= done - next[o];
        next[o] = done;
      }
    }
  }
  for (int o = from; o < to; o++) {
    const float *d = delta + (size_t)o * deltaStep;
    f4 sum = splat4(0);
    for (int v = 0; v < width; v += 4) sum += load4(d + v);
    biasVelocity[o] = momentum * biasVelocity[o] - learningRate * sum1(sum);
    bias[o] = bias[o] + biasVelocity[o];
  }
}
