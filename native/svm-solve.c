/* Solves support vector problems by sequential minimal optimisation: kernels/svm-solve.ts. Of equals the last is always
 * taken, whichever lanes they stand in. */

enum { iterating, restoringToShrink, restoringToCheck };
static const double leastCurvature = 1e-12;

/* As in WebAssembly: what is not a number stays, and 0 is larger than -0. */
INLINE double larger(double a, double b) { return a > b || a != a || (a == b && !signbit(a)) ? a : b; }
INLINE double smaller(double a, double b) { return a < b || a != a || (a == b && signbit(a)) ? a : b; }

/* The larger of two positions' scores; the last of equals. */
typedef struct {
  double score;
  int64_t place;
} Best;

/* The best of all lanes, each of which has its own. */
INLINE Best bestLane(dwide scores, lwide places) {
  Best best = {scores[0], places[0]};
  UNROLL for (int lane = 1; lane < doubles; lane++) {
    if (scores[lane] > best.score || (scores[lane] == best.score && places[lane] > best.place)) {
      best = (Best){scores[lane], places[lane]};
    }
  }
  return best;
}

INLINE lwide firstPlaces(void) {
  lwide places = {0};
  UNROLL for (int lane = 1; lane < doubles; lane++) places[lane] = lane;
  return places;
}

INLINE lwide selectPlaces(lwide mask, lwide yes, lwide no) { return (yes & mask) | (no & ~mask); }

static void updateValues(const Svm *s, const float *rowI, const float *rowJ, double changeI, double changeJ) {
  Problem *p = s->own;
  const int whole = p->active & -doubles, even = p->active & ~1;
  dwide highest = splatDoubles(-DBL_MAX);
  lwide at = firstPlaces(), places = (lwide){0} - 1;
  for (int i = 0; i < whole; i += doubles) {
    const dwide step = changeI * loadAsDoubles(rowI + i) + changeJ * loadAsDoubles(rowJ + i);
    const dwide value = loadDoubles(s->value + i) - step;
    storeDoubles(s->value + i, value);
    const dwide candidate = value + loadAsDoubles(s->up + i);
    const lwide better = candidate >= highest;
    highest = selectDoubles(better, candidate, highest);
    places = selectPlaces(better, at, places);
    at += doubles;
  }
  Best best = bestLane(highest, places);
  for (int i = whole; i < even; i++) {
    s->value[i] -= changeI * (double)rowI[i] + changeJ * (double)rowJ[i];
    const double candidate = s->value[i] + (double)s->up[i];
    if (candidate >= best.score) best = (Best){candidate, i};
  }
  p->best = (int32_t)best.place;
  if (even < p->active) {
    s->value[even] -= changeI * (double)rowI[even] + changeJ * (double)rowJ[even];
    if (s->up[even] == 0 && (p->best < 0 || s->value[even] >= s->value[p->best])) p->best = even;
  }
  p->work += p->active;
}

static void findBest(const Svm *s) {
  Problem *p = s->own;
  Best best = {-DBL_MAX, -1};
  for (int i = 0; i < p->active; i++) {
    const double candidate = s->value[i] + (double)s->up[i];
    if (candidate >= best.score) best = (Best){candidate, i};
  }
  p->best = (int32_t)best.place;
  p->work += p->active;
}

INLINE double curvatureOf(double k) { return larger(2.0 - 2.0 * k, leastCurvature); }

static int findPartner(const Svm *s) {
  Problem *p = s->own;
  if (p->best < 0) return -1;
  const float *row = cachedRow(s, p->best, p->active, false);
  const double top = s->value[p->best];
  const int whole = p->active & -doubles, even = p->active & ~1;
  dwide lowest = splatDoubles(INFINITY), gains = {0};
  lwide at = firstPlaces(), places = (lwide){0} - 1;
  for (int i = 0; i < whole; i += doubles) {
    const dwide value = loadDoubles(s->value + i) + loadAsDoubles(s->down + i), k = loadAsDoubles(row + i);
    lowest = selectDoubles(value < lowest, value, lowest);
    const dwide violation = top - value, distance = 2.0 - (k + k);
    const dwide curvature = selectDoubles(distance < leastCurvature, splatDoubles(leastCurvature), distance);
    const dwide lowered = violation * violation / curvature;
    const lwide better = (violation > 0.0) & (lowered >= gains);
    gains = selectDoubles(better, lowered, gains);
    places = selectPlaces(better, at, places);
    at += doubles;
  }
  Best best = bestLane(gains, places);
  double least = INFINITY;
  UNROLL for (int lane = 0; lane < doubles; lane++) least = lowest[lane] < least ? lowest[lane] : least;
  for (int i = whole; i < p->active; i++) {
    const double value = s->value[i] + (double)s->down[i], violation = top - value;
    const double lowered = violation * violation / curvatureOf((double)row[i]);
    least = i < even ? (value < least ? value : least) : smaller(least, value);
    if (violation > 0 && lowered >= best.score) best = (Best){lowered, i};
  }
  p->work += p->active * 2.0;
  return top - least < p->tolerance ? -1 : (int)best.place;
}

static void markBounds(const Svm *s, int i) {
  const double alpha = s->alpha[i], cost = s->cost[i];
  const bool positive = s->label[i] > 0, isBelow = alpha < cost, isAbove = alpha > 0;
  s->up[i] = (positive ? isBelow : isAbove) ? 0 : -INFINITY;
  s->down[i] = (positive ? isAbove : isBelow) ? 0 : INFINITY;
}

/* Moves the alphas of a pair to the best point on the line that keeps y'a, cut at the box. */
static void optimisePair(const Svm *s, int i, int j) {
  Problem *p = s->own;
  const float *rowI = cachedRow(s, i, p->active, false), *rowJ = cachedRow(s, j, p->active, true);
  const double costI = s->cost[i], costJ = s->cost[j], labelI = s->label[i], labelJ = s->label[j];
  const double gradientI = -labelI * s->value[i], gradientJ = -labelJ * s->value[j];
  const double oldI = s->alpha[i], oldJ = s->alpha[j], curvature = curvatureOf((double)rowI[j]);
  double newI, newJ;
  if (labelI != labelJ) {
    const double delta = (-gradientI - gradientJ) / curvature, difference = oldI - oldJ;
    newI = oldI + delta;
    newJ = oldJ + delta;
    if (difference > 0) {
      if (newJ < 0) newJ = 0, newI = difference;
    } else {
      if (newI < 0) newI = 0, newJ = -difference;
    }
    if (difference > costI - costJ) {
      if (newI > costI) newI = costI, newJ = costI - difference;
    } else {
      if (newJ > costJ) newJ = costJ, newI = costJ + difference;
    }
  } else {
    const double delta = (gradientI - gradientJ) / curvature, sum = oldI + oldJ;
    newI = oldI - delta;
    newJ = oldJ + delta;
    if (sum > costI) {
      if (newI > costI) newI = costI, newJ = sum - costI;
    } else {
      if (newJ < 0) newJ = 0, newI = sum;
    }
    if (sum > costJ) {
      if (newJ > costJ) newJ = costJ, newI = sum - costJ;
    } else {
      if (newI < 0) newI = 0, newJ = sum;
    }
  }
  s->alpha[i] = newI;
  s->alpha[j] = newJ;
  markBounds(s, i);
  markBounds(s, j);
  updateValues(s, rowI, rowJ, labelI * (newI - oldI), labelJ * (newJ - oldJ));
}

#define SWAP(type, array)        \
  do {                           \
    type kept = (array)[i];      \
    (array)[i] = (array)[j];     \
    (array)[j] = kept;           \
  } while (0)

static void swapRows(const Svm *s, int i, int j) {
  SWAP(int32_t, s->row);
  SWAP(int32_t, s->original);
  SWAP(double, s->label);
  SWAP(double, s->cost);
  SWAP(double, s->start);
  SWAP(double, s->alpha);
  SWAP(double, s->value);
  SWAP(float, s->up);
  SWAP(float, s->down);
}

INLINE bool mayBeSetAside(const Svm *s, int i) {
  if (s->up[i] != 0) return s->value[i] > s->own->highest;
  if (s->down[i] != 0) return s->value[i] < s->own->lowest;
  return false;
}

static void setRowsAside(const Svm *s) {
  Problem *p = s->own;
  bool moved = false;
  for (int i = 0; i < p->active; i++) {
    if (!mayBeSetAside(s, i)) continue;
    p->active--;
    while (p->active > i && mayBeSetAside(s, p->active)) p->active--;
    if (p->active > i) {
      if (!moved) startEpoch(s);
      swapRows(s, i, p->active);
      recordSwap(s, i, p->active);
      moved = true;
    }
  }
  p->work += p->count * 3.0;
  findBest(s);
}

/* The value at alpha = 0: the state of the rows set aside before any support vector is added. */
static void startRestoring(const Svm *s, int phase) {
  Problem *p = s->own;
  p->phase = phase;
  p->restored = 0;
  for (int i = p->active; i < p->count; i++) s->value[i] = s->start[i];
}

static void shrink(const Svm *s) {
  Problem *p = s->own;
  p->highest = -INFINITY;
  p->lowest = INFINITY;
  for (int i = 0; i < p->active; i++) {
    const double value = s->value[i];
    if (s->up[i] == 0) p->highest = larger(p->highest, value);
    if (s->down[i] == 0) p->lowest = smaller(p->lowest, value);
  }
  if (!p->unshrunk && p->highest - p->lowest <= p->tolerance * 10.0) {
    p->unshrunk = 1;
    if (p->active < p->count) {
      startRestoring(s, restoringToShrink);
      return;
    }
  }
  setRowsAside(s);
}

/* rho, from the free rows where there are any, else from the middle of the range the bounds leave. */
static void finish(const Svm *s) {
  Problem *p = s->own;
  double low = -INFINITY, high = INFINITY, sum = 0;
  int free = 0;
  for (int i = 0; i < p->count; i++) {
    const double gradient = -s->value[i];
    const bool mayUp = s->up[i] == 0, mayDown = s->down[i] == 0;
    if (mayUp && mayDown) {
      free++;
      sum += gradient;
    } else if (mayUp) {
      high = smaller(high, gradient);
    } else {
      low = larger(low, gradient);
    }
  }
  p->rho = free > 0 ? sum / free : (high + low) / 2.0;
  p->phase = solvedPhase;
}

/* The last check, with all rows active: solved, or the search goes on. */
static void check(const Svm *s) {
  Problem *p = s->own;
  const int partner = findPartner(s);
  if (partner < 0) {
    finish(s);
  } else {
    p->counter = 1;
    p->iterations++;
    optimisePair(s, p->best, partner);
  }
}

static void iterate(const Svm *s) {
  Problem *p = s->own;
  const int partner = findPartner(s);
  if (partner >= 0) {
    p->iterations++;
    optimisePair(s, p->best, partner);
  } else if (p->active < p->count) {
    startRestoring(s, restoringToCheck);
  } else {
    check(s);
  }
}

/* Adds support vectors to the values of the rows set aside until all are in or the budget is used up. */
static void restore(const Svm *s, double budget) {
  Problem *p = s->own;
  const int aside = p->count - p->active;
  double *restrict value = s->value + p->active;
  for (; p->restored < p->count && p->work < budget; p->restored++) {
    const int i = p->restored;
    if (s->alpha[i] == 0) continue;
    const float *restrict row = s->scratch;
    if (isCached(s, i)) row = cachedRow(s, i, p->count, false) + p->active;
    else computeRow(s, s->scratch, i, p->active, aside);
    const double change = s->label[i] * s->alpha[i];
    for (int a = 0; a < aside; a++) value[a] -= change * (double)row[a];
    p->work += aside;
  }
  if (p->restored < p->count) return;
  p->active = p->count;
  const bool isToShrink = p->phase == restoringToShrink;
  p->phase = iterating;
  if (isToShrink) {
    setRowsAside(s);
    iterate(s);
  } else {
    findBest(s);
    check(s);
  }
}

static void advance(const Svm *s, double budget) {
  Problem *p = s->own;
  p->work = 0;
  while (p->phase != solvedPhase && p->work < budget) {
    if (p->phase != iterating) {
      restore(s, budget);
      continue;
    }
    if (--p->counter == 0) {
      p->counter = p->count < 1000 ? p->count : 1000;
      shrink(s);
      if (p->phase != iterating) continue;
    }
    iterate(s);
  }
}

static void svmSolve(char *memory, char *problems, int size, double budget, int from, int to) {
  for (int i = from; i < to; i++) {
    const Svm s = openProblem(memory, (Problem *)(problems + (size_t)i * (size_t)size));
    advance(&s, budget);
  }
}
