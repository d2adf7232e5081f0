/* One support vector problem being solved, and its cache of kernel rows: kernels/svm-problem.ts. */

/* The record of a problem, and where its arrays are. */
typedef struct {
  Problem *own;
  const double *x, *squares;
  const int32_t *groups;
  Columns columns;
  double *sums;
  const float *table;
  int32_t *row, *original;
  double *label, *cost, *start, *alpha, *value;
  float *up, *down, *cache;
  int32_t *slotOf, *owner, *length, *epochOf, *usedAt, *swaps;
  float *scratch;
} Svm;

INLINE double *doublesAt(char *memory, uint32_t address) { return address ? (double *)(memory + address) : NULL; }

static Svm openProblem(char *memory, Problem *p) {
  return (Svm){
      .own = p,
      .x = doublesAt(memory, p->x),
      .squares = doublesAt(memory, p->squares),
      .groups = intsAt(memory, p->groups),
      .columns = {intsAt(memory, p->columnStart), intsAt(memory, p->columnRow), doublesAt(memory, p->columnValue)},
      .sums = doublesAt(memory, p->sums),
      .table = floatsAt(memory, p->table),
      .row = intsAt(memory, p->row),
      .original = intsAt(memory, p->original),
      .label = doublesAt(memory, p->label),
      .cost = doublesAt(memory, p->cost),
      .start = doublesAt(memory, p->start),
      .alpha = doublesAt(memory, p->alpha),
      .value = doublesAt(memory, p->value),
      .up = floatsAt(memory, p->up),
      .down = floatsAt(memory, p->down),
      .cache = floatsAt(memory, p->cache),
      .slotOf = intsAt(memory, p->slotOf),
      .owner = intsAt(memory, p->owner),
      .length = intsAt(memory, p->length),
      .epochOf = intsAt(memory, p->epochOf),
      .usedAt = intsAt(memory, p->usedAt),
      .swaps = intsAt(memory, p->swaps),
      .scratch = floatsAt(memory, p->scratch),
  };
}

INLINE int32_t *swapsOf(const Svm *s, int epoch) {
  return s->swaps + (size_t)(epoch % epochsKept) * (size_t)s->own->capacity;
}

static void startEpoch(const Svm *s) { swapsOf(s, ++s->own->epoch)[0] = 0; }

INLINE void recordSwap(const Svm *s, int lower, int higher) {
  int32_t *swaps = swapsOf(s, s->own->epoch);
  swaps[2 * swaps[0] + 1] = lower;
  swaps[2 * swaps[0] + 2] = higher;
  swaps[0]++;
}

static bool isQuickerByColumns(const Svm *s, int row, int count) {
  const int stride = s->own->stride;
  const int32_t *list = listOf(s->groups, row, stride);
  if (!isWorthListing(list, stride)) return false;
  const double work = columnWork(s->x + (size_t)row * (size_t)stride, list, s->columns.start);
  return work < (double)count * list[0] * 2.0;
}

/* out[i] = K(row at position `place`, x[rows[i]]): from the table, or computed. */
static void kernelValues(const Svm *s, float *restrict out, int place, const int32_t *rows, int count) {
  const Problem *p = s->own;
  const int row = s->row[place];
  if (s->table) {
    const float *line = s->table + (size_t)row * (size_t)p->tableRows;
    for (int i = 0; i < count; i++) out[i] = line[rows[i]];
  } else if (s->columns.start && isQuickerByColumns(s, row, count)) {
    const double *own = s->x + (size_t)row * (size_t)p->stride;
    const int32_t *list = listOf(s->groups, row, p->stride);
    addColumns(s->sums, own, list, s->columns, p->firstFrom, p->firstTo);
    addColumns(s->sums, own, list, s->columns, p->secondFrom, p->secondTo);
    valuesFromSums(out, s->sums, s->squares[row], s->squares, rows, p->gamma, count);
  } else {
    kernelRow(out, s->x, s->squares, s->groups, rows, p->stride, p->gamma, row, count);
  }
}

static double productWork(const Svm *s, int place) {
  if (s->table) return 1.0;
  return 1.6 * groupWork(s->groups, s->row[place], s->own->stride) + 6.0;
}

static void computeRow(const Svm *s, float *out, int place, int from, int count) {
  kernelValues(s, out, place, s->row + from, count);
  s->own->work += count * productWork(s, place);
}

static int takeSlot(const Svm *s) {
  Problem *p = s->own;
  if (p->slotsUsed < p->slotCount) return p->slotsUsed++;
  int oldest = 0;
  for (int slot = 1; slot < p->slotCount; slot++) {
    if (s->usedAt[slot] < s->usedAt[oldest]) oldest = slot;
  }
  s->slotOf[s->owner[oldest]] = -1;
  return oldest;
}

INLINE float *dataOf(const Svm *s, int slot) { return s->cache + (size_t)slot * (size_t)s->own->capacity; }

/* Brings the row in a slot to the present order, and says how many of its columns are left. */
static int reorderRow(const Svm *s, int slot) {
  Problem *p = s->own;
  float *data = dataOf(s, slot);
  int epoch = s->epochOf[slot], held = s->length[slot];
  while (epoch < p->epoch) {
    const int32_t *swaps = swapsOf(s, ++epoch), count = swaps[0];
    for (int k = 0; k < count; k++) {
      const int lower = swaps[2 * k + 1], higher = swaps[2 * k + 2];
      if (higher < held) {
        const float kept = data[lower];
        data[lower] = data[higher];
        data[higher] = kept;
      } else if (lower < held) {
        held = lower;
      }
    }
    p->work += count;
  }
  return held;
}

/* A row that will be wanted soon, to be computed along with one that is wanted now; -1 where there is none. */
static int guessNext(const Svm *s, bool isUp) {
  Problem *p = s->own;
  if (s->table || s->groups || p->slotsUsed == p->slotCount) return -1;
  if ((double)p->active * p->stride < fewestForPairs) return -1;
  int guess = -1;
  double highest = -DBL_MAX;
  for (int i = 0; i < p->active; i++) {
    const double value = s->value[i];
    const double candidate = isUp ? value + (double)s->up[i] : -value - (double)s->down[i];
    if (candidate < highest || s->slotOf[s->original[i]] >= 0) continue;
    highest = candidate;
    guess = i;
  }
  p->work += p->active;
  return guess;
}

static int assignSlot(const Svm *s, int place) {
  const int number = s->original[place], slot = takeSlot(s);
  s->slotOf[number] = slot;
  s->owner[slot] = number;
  return slot;
}

static void markSlot(const Svm *s, int slot, int length) {
  s->length[slot] = length;
  s->epochOf[slot] = s->own->epoch;
  s->usedAt[slot] = ++s->own->clock;
}

static void computePair(const Svm *s, int slot, int place, int next, int count) {
  Problem *p = s->own;
  const int other = assignSlot(s, next);
  kernelRowPair(
      dataOf(s, slot), dataOf(s, other), s->x, s->squares, s->row, p->stride, p->gamma, s->row[place], s->row[next],
      count);
  p->work += 2.0 * count * productWork(s, place);
  markSlot(s, other, count);
}

static const float *cachedRow(const Svm *s, int place, int count, bool isUpNext) {
  int slot = s->slotOf[s->original[place]], held = 0;
  if (slot < 0) {
    slot = assignSlot(s, place);
    const int next = guessNext(s, isUpNext);
    if (next >= 0) {
      computePair(s, slot, place, next, count);
      held = count;
    }
  } else if (s->own->epoch - s->epochOf[slot] < epochsKept) {
    held = reorderRow(s, slot);
  }
  float *data = dataOf(s, slot);
  if (held < count) {
    const int from = held & ~3;
    computeRow(s, data + from, place, from, count - from);
    held = count;
  }
  markSlot(s, slot, held);
  return data;
}

static bool isCached(const Svm *s, int place) {
  const int slot = s->slotOf[s->original[place]];
  return slot >= 0 && s->own->epoch - s->epochOf[slot] < epochsKept;
}
